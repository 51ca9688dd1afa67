import { useLocalized } from "../../kit/use-localized.ts";
import "./failures.css";
import type { CallTitle } from "@tracewater/contract/call";
import Button from "antd/es/button";
import Modal from "antd/es/modal";
import { PenLine } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { showPasskey } from "../../api/passkey-credential.ts";

/** Asks for a signature with a passkey, in front of the step that has to be signed; what is behind stays as it is. */
export function SignDialog(props: {
  title: CallTitle;
  options: object;
  onAnswer: (signature: object | null) => void;
}) {
  const { t } = useTranslation("app");
  const localized = useLocalized();
  const [state, setState] = useState<"ready" | "showing" | "refused">("ready");
  const sign = async () => {
    setState("showing");
    const shown = await showPasskey(props.options);
    if (shown === null) return setState("refused");
    const { id, rawId, response } = shown;
    props.onAnswer({ id, rawId, type: "public-key", response: { ...response } });
  };
  return (
    <Modal
      open
      centered
      className="sign-step"
      width={420}
      title={t("sign.title")}
      onCancel={() => props.onAnswer(null)}
      footer={[
        <Button key="cancel" onClick={() => props.onAnswer(null)}>
          {t("confirmIdentity.cancel")}
        </Button>,
        <Button
          key="sign"
          type="primary"
          icon={<PenLine size={16} />}
          loading={state === "showing"}
          onClick={() => void sign()}
        >
          {t("sign.sign")}
        </Button>,
      ]}
    >
      <p>
        <strong>{localized(props.title)}</strong>
      </p>
      <p>{t("sign.text")}</p>
      {state === "refused" ? (
        <p className="confirm-identity-fault" role="alert">
          {t("sign.cancelled")}
        </p>
      ) : null}
    </Modal>
  );
}
