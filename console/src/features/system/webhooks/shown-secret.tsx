import Button from "antd/es/button";
import Input from "antd/es/input";
import Modal from "antd/es/modal";
import { useTranslation } from "react-i18next";

/** The secret, shown this once, and what it is for. */
export function ShownSecret({ secret, onClose }: { secret: string; onClose: () => void }) {
  const { t } = useTranslation("system-webhooks");
  return (
    <Modal
      open
      centered
      width={560}
      title={t("secret.title")}
      mask={{ closable: false }}
      onCancel={onClose}
      footer={
        <Button type="primary" onClick={onClose}>
          {t("secret.close")}
        </Button>
      }
    >
      <p>{t("secret.text")}</p>
      <Input
        readOnly
        value={secret}
        aria-label={t("secret.label")}
        onFocus={(event) => event.target.select()}
      />
      <pre className="webhook-use code">
        x-tracewater-signature ={"\n"}
        {"  "}sha256=hex(HMAC-SHA256(secret, timestamp + "." + body))
      </pre>
    </Modal>
  );
}
