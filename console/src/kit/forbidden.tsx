import "./notices.css";
import { Lock } from "lucide-react";
import { useTranslation } from "react-i18next";

/** The user's role may not see this. */
export function Forbidden(props: { text?: string }) {
  const { t } = useTranslation("kit");
  return (
    <div className="notice">
      <span className="notice-mark">
        <Lock size={32} strokeWidth={1.3} />
      </span>
      <p className="notice-title">{t("forbidden.title")}</p>
      <p className="notice-text">{props.text ?? t("forbidden.text")}</p>
    </div>
  );
}
