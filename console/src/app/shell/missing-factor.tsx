import { getSecondFactor, showSecondFactor } from "@tracewater/contract/system/second-factor";
import Button from "antd/es/button";
import Form from "antd/es/form";
import Input from "antd/es/input";
import Modal from "antd/es/modal";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useApi, useApiMutation } from "../../api/use-api.ts";
import { EnrolApp } from "../../features/system/profile/enrol-app.tsx";
import { PasskeyCard } from "../../features/system/profile/passkey-card.tsx";
import { RecoveryCodes } from "../../features/system/profile/recovery-codes.tsx";
import { logOutToIndex } from "../failures/log-out-to-index.ts";

/** Whose role asks for a second factor or a passkey enrols one before anything else is open to them. */
export function MissingFactor({ missing }: { missing: "any" | "passkey" }) {
  const { t } = useTranslation("app");
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  return (
    <Modal
      open
      centered
      width={560}
      title={t("missingFactor.title")}
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      footer={
        codes === null ? <Button onClick={() => void logOutToIndex()}>{t("user.logOut")}</Button> : null
      }
    >
      {missing === "passkey" ? (
        <>
          <p>{t("missingFactor.passkey")}</p>
          <PasskeyCard onAdded={() => location.reload()} />
        </>
      ) : codes === null ? (
        <AppOfOneself onDone={setCodes} />
      ) : (
        // Everything they may do is fetched again.
        <RecoveryCodes codes={codes} onKept={() => location.reload()} />
      )}
    </Modal>
  );
}

/** Enrols an app, or asks for a code of the one that is there: a log-in by single sign-on did not. */
function AppOfOneself({ onDone }: { onDone: (codes: readonly string[]) => void }) {
  const { t } = useTranslation("app");
  const found = useApi(getSecondFactor, {});
  const show = useApiMutation(showSecondFactor, { handled: true });
  const [code, setCode] = useState("");
  if (found.data === undefined) return null;
  if (found.data.data.enrolTime === null) {
    return (
      <>
        <p>{t("missingFactor.any")}</p>
        <EnrolApp onDone={onDone} />
      </>
    );
  }
  const submit = () => show.mutate({ body: { code } }, { onSuccess: () => location.reload() });
  return (
    <Form layout="vertical" onFinish={submit}>
      <p>{t("missingFactor.show")}</p>
      <Form.Item
        label={t("confirmIdentity.otp")}
        htmlFor="missing-factor-code"
        validateStatus={show.error === null ? "" : "error"}
        help={show.error === null ? null : show.error.message || t("failure.network")}
      >
        <Input
          id="missing-factor-code"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={7}
          value={code}
          onChange={(event) => setCode(event.target.value)}
        />
      </Form.Item>
      <Button type="primary" htmlType="submit" loading={show.isPending}>
        {t("confirmIdentity.confirm")}
      </Button>
    </Form>
  );
}
