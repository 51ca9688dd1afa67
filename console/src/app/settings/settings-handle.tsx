import "./settings-handle.css";
import { Settings2, X } from "lucide-react";
import { useTranslation } from "react-i18next";

/** The handle at the right edge: opens the settings, and rides on the drawer's edge to close them. */
export function SettingsHandle(props: { open: boolean; onClick: () => void }) {
  const { t } = useTranslation("app");
  const label = props.open ? t("settings.close") : t("settings.title");
  return (
    <button
      type="button"
      className={props.open ? "settings-handle settings-handle-open" : "settings-handle"}
      aria-label={label}
      title={label}
      onClick={props.onClick}
    >
      {props.open ? <X size={16} aria-hidden="true" /> : <Settings2 size={14} aria-hidden="true" />}
    </button>
  );
}
