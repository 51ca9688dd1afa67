import "./failures.css";
import { addAuthCode } from "@tracewater/contract/system/licences";
import Input, { type InputRef } from "antd/es/input";
import Modal from "antd/es/modal";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { callApi } from "../../api/call-api.ts";
import { showToast } from "../../kit/toasts.ts";
import { logOutToIndex } from "./log-out-to-index.ts";

/** Spec 8: the log-out follows the success after this long. */
const logOutAfterMs = 1000;

/** HTTP 444: the server wants an authorization code. Whatever is typed is submitted; only nothing is not. */
export function AuthorizationPrompt(props: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation("app");
  const [code, setCode] = useState("");
  const [busy, setBusy] = useState(false);
  const input = useRef<InputRef>(null);

  async function submit(): Promise<void> {
    if (code === "" || busy) return;
    setBusy(true);
    try {
      await callApi(addAuthCode, { body: { authorizationCode: code } });
    } catch {
      setBusy(false); // the shell has said why; the code can be mended
      return;
    }
    showToast({ tone: "success", text: t("unauthorized.done") });
    setTimeout(() => void logOutToIndex(), logOutAfterMs);
  }
  return (
    <Modal
      open={props.open}
      centered
      width={420}
      title={t("unauthorized.title")}
      okText={t("unauthorized.confirm")}
      okButtonProps={{ disabled: code === "" }}
      cancelText={t("unauthorized.cancel")}
      confirmLoading={busy}
      onCancel={props.onClose}
      onOk={() => void submit()}
      // The dialog gives the focus to its close button otherwise.
      afterOpenChange={(isOpen) => (isOpen ? input.current?.focus() : undefined)}
      destroyOnHidden
    >
      <label className="authorization-label" htmlFor="authorization-code">
        {t("unauthorized.text")}
      </label>
      <Input
        ref={input}
        id="authorization-code"
        autoComplete="off"
        value={code}
        onChange={(event) => setCode(event.target.value)}
        onPressEnter={() => void submit()}
      />
    </Modal>
  );
}
