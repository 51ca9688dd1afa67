import "./failures.css";
import { confirmIdentity, getConfirmationWays } from "@tracewater/contract/system/session";
import Button from "antd/es/button";
import Form from "antd/es/form";
import Input, { type InputRef } from "antd/es/input";
import Modal from "antd/es/modal";
import { KeyRound } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { ApiError } from "../../api/api-error.ts";
import { passkeyObstacle } from "../../api/passkey-credential.ts";
import { useApi, useApiMutation } from "../../api/use-api.ts";
import { usePasskey } from "./use-passkey.ts";

/**
 * Asks once more who sits there, in front of whatever asked for it: a passkey, or the password with a code of the
 * authenticator app where one is enrolled. What is behind stays as it is.
 */
export function ConfirmIdentityDialog(props: { act: string; onAnswer: (isConfirmed: boolean) => void }) {
  const { t } = useTranslation("app");
  const ways = useApi(getConfirmationWays, {}, { handled: true, staleMs: 0 });
  const [typed, setTyped] = useState({ password: "", otp: "" });
  const input = useRef<InputRef>(null);
  const confirm = useApiMutation(confirmIdentity, { handled: true });
  const asksForCode = ways.data?.data.totp === true;
  const isComplete = typed.password !== "" && (!asksForCode || typed.otp.trim() !== "");
  const submit = () => {
    if (!isComplete || confirm.isPending) return;
    confirm.mutate(
      { body: { act: props.act, ...typed } },
      {
        onSuccess: () => props.onAnswer(true),
        onError: ({ fields }) => {
          if (fields.some((one) => one.field === "otp")) return setTyped({ ...typed, otp: "" });
          setTyped({ password: "", otp: "" });
          input.current?.focus();
        },
      },
    );
  };
  const inputOf = (field: Field) => ({
    id: `confirm-identity-${field}`,
    value: typed[field],
    onPressEnter: submit,
    onChange: (event: { target: { value: string } }) => setTyped({ ...typed, [field]: event.target.value }),
  });
  return (
    <Modal
      open
      centered
      width={420}
      className="confirm-identity"
      zIndex={2000}
      title={t("confirmIdentity.title")}
      okText={t("confirmIdentity.confirm")}
      okButtonProps={{ disabled: !isComplete }}
      cancelText={t("confirmIdentity.cancel")}
      confirmLoading={confirm.isPending}
      onCancel={() => props.onAnswer(false)}
      onOk={submit}
      // The dialog gives the focus to its close button otherwise.
      afterOpenChange={(isOpen) => (isOpen ? input.current?.focus() : undefined)}
      destroyOnHidden
    >
      <p>{t("confirmIdentity.text")}</p>
      {ways.data?.data.passkey === true && passkeyObstacle(location.hostname) === null ? (
        <PasskeyWay act={props.act} onConfirmed={() => props.onAnswer(true)} />
      ) : null}
      <Form layout="vertical" component="div">
        <IdentityField label={t("confirmIdentity.password")} field="password" error={confirm.error}>
          <Input.Password
            ref={input}
            autoComplete="current-password"
            maxLength={128}
            {...inputOf("password")}
          />
        </IdentityField>
        {asksForCode ? (
          <IdentityField label={t("confirmIdentity.otp")} field="otp" error={confirm.error}>
            <Input inputMode="numeric" autoComplete="one-time-code" maxLength={7} {...inputOf("otp")} />
          </IdentityField>
        ) : null}
      </Form>
    </Modal>
  );
}

type Field = "password" | "otp";

/** A field with what was wrong with it, where that was this one. */
function IdentityField(props: { label: string; field: Field; error: ApiError | null; children: ReactNode }) {
  const { t } = useTranslation("app");
  const { field, error } = props;
  const isOfCode = error?.fields.some((one) => one.field === "otp") === true;
  const fault =
    error === null || isOfCode !== (field === "otp") ? null : error.message || t("failure.network");
  return (
    <Form.Item
      label={props.label}
      htmlFor={`confirm-identity-${field}`}
      validateStatus={fault === null ? "" : "error"}
      help={fault}
    >
      {props.children}
    </Form.Item>
  );
}

function PasskeyWay({ act, onConfirmed }: { act: string; onConfirmed: () => void }) {
  const { t } = useTranslation("app");
  const { isShowing, refused, show } = usePasskey(act);
  const press = async () => {
    if (await show()) onConfirmed();
  };
  return (
    <>
      <Button block icon={<KeyRound size={16} />} loading={isShowing} onClick={() => void press()}>
        {t("confirmIdentity.passkey")}
      </Button>
      {refused === null ? null : (
        <p className="confirm-identity-fault" role="alert">
          {refused}
        </p>
      )}
      <p className="confirm-identity-or">{t("confirmIdentity.or")}</p>
    </>
  );
}
