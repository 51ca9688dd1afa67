import "../../../../device/dialogs/device-dialogs.css";
import Button from "antd/es/button";
import Modal from "antd/es/modal";
import { Copy, KeyRound } from "lucide-react";
import { useRef } from "react";
import { useDeviceTexts } from "../../../../device/device-texts.ts";
import { copyText } from "../../../../kit/copy-text.ts";
import { showToast } from "../../../../kit/toasts.ts";

export type Credentials = { productKey: string; deviceName: string; deviceSecret: string };

/** The three credentials of a device, shown this once: no call reads the secret again. */
export function CredentialsDialog(props: { credentials: Credentials; onClose: () => void }) {
  const { t } = useDeviceTexts();
  const { productKey, deviceName, deviceSecret } = props.credentials;
  const all = JSON.stringify({ productKey, deviceName, deviceSecret }, null, 2);
  return (
    <Modal
      open
      width={560}
      title={t("secret.title", { name: deviceName })}
      // A stray click next to the dialog must not lose the secret for good.
      mask={{ closable: false }}
      keyboard={false}
      onCancel={props.onClose}
      footer={
        <Button type="primary" onClick={props.onClose}>
          {t("secret.stored")}
        </Button>
      }
    >
      <p className="secret-note">
        <KeyRound size={16} />
        <span>{t("secret.once")}</span>
      </p>
      <dl className="secret-list">
        <SecretRow name="ProductKey" value={productKey} />
        <SecretRow name="DeviceName" value={deviceName} />
        <SecretRow name="DeviceSecret" value={deviceSecret} />
      </dl>
      <CopyButton text={all} label={t("secret.copyAll")} wide />
    </Modal>
  );
}

function SecretRow({ name, value }: { name: string; value: string }) {
  const { t } = useDeviceTexts();
  const shown = useRef<HTMLElement>(null);
  return (
    <div className="secret-row">
      <dt>{name}</dt>
      <dd>
        <code ref={shown}>{value}</code>
        <CopyButton text={value} label={t("secret.copy", { name })} source={shown} />
      </dd>
    </div>
  );
}

function CopyButton(props: {
  text: string;
  label: string;
  wide?: boolean;
  source?: React.RefObject<HTMLElement | null>;
}) {
  const { t } = useDeviceTexts();
  const copy = async () => {
    const done = await copyText(props.text);
    if (done) showToast({ tone: "success", text: t("secret.copied") });
    // Where the browser forbids copying (plain HTTP), the text is at least marked for the user's own copy key.
    else if (props.source?.current) getSelection()?.selectAllChildren(props.source.current);
    else showToast({ tone: "info", text: t("secret.copyByHand") });
  };
  return (
    <Button
      type={props.wide ? "default" : "text"}
      icon={<Copy size={16} />}
      aria-label={props.label}
      title={props.label}
      onClick={() => void copy()}
    >
      {props.wide ? props.label : null}
    </Button>
  );
}
