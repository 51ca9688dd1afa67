import { Maximize, Minimize } from "lucide-react";
import { useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { IconButton } from "../../kit/icon-button.tsx";
import { showToast } from "../../kit/toasts.ts";

/** The icon follows the browser's own events: Esc leaves fullscreen without asking us. */
export function FullscreenButton() {
  const { t } = useTranslation("app");
  const full = useSyncExternalStore(subscribe, () => document.fullscreenElement !== null);
  const turn = () => {
    if (!document.fullscreenEnabled) return showToast({ tone: "warning", text: t("fullscreen.cannot") });
    void (full ? document.exitFullscreen() : document.documentElement.requestFullscreen());
  };
  return (
    <IconButton label={full ? t("fullscreen.leave") : t("fullscreen.enter")} onClick={turn}>
      {full ? <Minimize /> : <Maximize />}
    </IconButton>
  );
}

function subscribe(listener: () => void): () => void {
  document.addEventListener("fullscreenchange", listener);
  return () => document.removeEventListener("fullscreenchange", listener);
}
