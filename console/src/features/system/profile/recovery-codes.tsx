import Button from "antd/es/button";
import { Copy, Download } from "lucide-react";
import { useTranslation } from "react-i18next";
import { showToast } from "../../../kit/toasts.ts";

/** The ten codes, this once: to be copied or saved as a text. */
export function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const { t } = useTranslation("system-profile");
  const text = `Tracewater\n${location.origin}\n\n${codes.join("\n")}\n`;
  const copy = () =>
    void navigator.clipboard.writeText(text).then(
      () => showToast({ tone: "success", text: t("codes.copied") }),
      () => showToast({ tone: "error", text: t("codes.notCopied") }),
    );
  const address = `data:text/plain;charset=utf-8,${encodeURIComponent(text)}`;
  return (
    <div className="profile-codes">
      <p>{t("codes.text")}</p>
      <ul>
        {codes.map((code) => (
          <li key={code} className="code">
            {code}
          </li>
        ))}
      </ul>
      <div className="profile-actions">
        {window.isSecureContext ? (
          <Button icon={<Copy size={16} />} onClick={copy}>
            {t("codes.copy")}
          </Button>
        ) : null}
        <Button icon={<Download size={16} />} href={address} download="tracewater-recovery-codes.txt">
          {t("codes.save")}
        </Button>
        <Button type="primary" onClick={onKept}>
          {t("codes.kept")}
        </Button>
      </div>
    </div>
  );
}
