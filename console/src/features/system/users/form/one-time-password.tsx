import Button from "antd/es/button";
import Modal from "antd/es/modal";
import { Copy, KeyRound } from "lucide-react";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { copyText } from "../../../../kit/copy-text.ts";
import { showToast } from "../../../../kit/toasts.ts";

/** Shown this once: the server keeps no more than its hash. */
export function OneTimePassword(props: { userName: string; password: string; onClose: () => void }) {
  const { t } = useTranslation("system-users");
  const shown = useRef<HTMLElement>(null);
  async function copy(): Promise<void> {
    const isDone = await copyText(props.password);
    if (isDone) showToast({ tone: "success", text: t("oneTime.copied") });
    // Where the browser forbids copying (plain HTTP), the text is at least marked for the user's own copy key.
    else if (shown.current) getSelection()?.selectAllChildren(shown.current);
  }
  return (
    <Modal
      open
      centered
      width={460}
      title={t("oneTime.title", { name: props.userName })}
      // A stray click next to the dialog must not lose it for good.
      mask={{ closable: false }}
      keyboard={false}
      onCancel={props.onClose}
      footer={
        <Button type="primary" onClick={props.onClose}>
          {t("oneTime.handedOver")}
        </Button>
      }
    >
      <div className="one-time">
        <p className="one-time-note">
          <KeyRound size={16} aria-hidden="true" />
          <span>{t("oneTime.text")}</span>
        </p>
        <div className="one-time-value">
          <code ref={shown}>{props.password}</code>
          <Button icon={<Copy size={16} />} onClick={() => void copy()}>
            {t("oneTime.copy")}
          </Button>
        </div>
      </div>
    </Modal>
  );
}
