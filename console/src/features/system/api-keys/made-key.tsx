import Button from "antd/es/button";
import Input from "antd/es/input";
import Modal from "antd/es/modal";
import { Copy } from "lucide-react";
import { useTranslation } from "react-i18next";
import { showToast } from "../../../kit/toasts.ts";

/** The key, shown this once; how it is used is next to it. */
export function MadeKey({ value, onClose }: { value: string; onClose: () => void }) {
  const { t } = useTranslation("system-api-keys");
  const copy = () =>
    navigator.clipboard.writeText(value).then(
      () => showToast({ tone: "success", text: t("made.copied") }),
      // Over plain HTTP the browser forbids it: the field can be marked by hand.
      () => showToast({ tone: "info", text: t("made.byHand") }),
    );
  return (
    <Modal
      open
      centered
      width={560}
      title={t("made.title")}
      mask={{ closable: false }}
      footer={
        <Button type="primary" onClick={onClose}>
          {t("made.close")}
        </Button>
      }
      onCancel={onClose}
    >
      <p>{t("made.text")}</p>
      <div className="api-key-made">
        <Input readOnly value={value} aria-label={t("made.key")} onFocus={(event) => event.target.select()} />
        <Button
          icon={<Copy size={15} />}
          onClick={() => {
            if (window.isSecureContext) void copy();
            else showToast({ tone: "info", text: t("made.byHand") });
          }}
        >
          {t("made.copy")}
        </Button>
      </div>
      <pre className="api-key-use">Authorization: Bearer {value.slice(0, 10)}…</pre>
    </Modal>
  );
}
