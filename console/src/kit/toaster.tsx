import "./toaster.css";
import { X } from "lucide-react";
import { useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { StateMark, type Tone } from "./state.tsx";
import { closeToast, onToasts, readToasts, type Toast } from "./toasts.ts";

const toneOf: Record<Toast["tone"], Tone> = {
  success: "ok",
  info: "info",
  warning: "warn",
  error: "critical",
};

/** Draws the messages; mounted once by the shell. */
export function Toaster() {
  const toasts = useSyncExternalStore(onToasts, readToasts);
  return (
    <>
      <ToastStack name="toasts-top" toasts={toasts.filter(({ title }) => title === undefined)} />
      <ToastStack name="toasts-right" toasts={toasts.filter(({ title }) => title !== undefined)} />
    </>
  );
}

function ToastStack({ name, toasts }: { name: string; toasts: readonly Toast[] }) {
  const { t } = useTranslation("kit");
  return (
    <div className={`toasts ${name}`} role="status" aria-live="polite">
      {toasts.map((toast) => (
        <div key={toast.id} className={`toast toast-${toneOf[toast.tone]}`}>
          <span className="toast-mark">
            <StateMark tone={toneOf[toast.tone]} size={12} />
          </span>
          <div className="toast-words">
            {toast.title ? <strong>{toast.title}</strong> : null}
            {toast.text ? <span>{toast.text}</span> : null}
          </div>
          <ToastAction toast={toast} />
          <button
            type="button"
            className="toast-close"
            aria-label={t("close")}
            onClick={() => closeToast(toast.id)}
          >
            <X size={14} />
          </button>
        </div>
      ))}
    </div>
  );
}

function ToastAction({ toast: { id, action } }: { toast: Toast }) {
  if (action === undefined) return null;
  const run = () => {
    closeToast(id);
    action.run();
  };
  return (
    <button type="button" className="toast-action" onClick={run}>
      {action.label}
    </button>
  );
}
