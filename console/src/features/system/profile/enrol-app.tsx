import {
  enrolSecondFactor,
  getSecondFactor,
  offerSecondFactor,
} from "@tracewater/contract/system/second-factor";
import Button from "antd/es/button";
import Form from "antd/es/form";
import Input from "antd/es/input";
import { useEffect, useEffectEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { invalidate, useApiMutation } from "../../../api/use-api.ts";
import { ErrorBox } from "../../../kit/error-box.tsx";
import { Loading } from "../../../kit/loading.tsx";
import { QrPicture } from "./qr-picture.tsx";

/** Shows a new secret for an authenticator app, and takes it into use with a code of the app. */
export function EnrolApp({ onDone }: { onDone: (recoveryCodes: readonly string[]) => void }) {
  const { t } = useTranslation("system-profile");
  const offer = useApiMutation(offerSecondFactor, { handled: true });
  const ask = useEffectEvent(() => offer.mutate({}));
  useEffect(() => ask(), []);
  if (offer.data === undefined) {
    return offer.error === null ? (
      <Loading lines={6} />
    ) : (
      <ErrorBox error={offer.error} onRetry={() => offer.mutate({})} />
    );
  }
  const { secret, uri } = offer.data.data;
  return (
    <div className="profile-enrol">
      <QrPicture text={uri} label={t("app.qr")} />
      <div>
        <ol className="profile-steps">
          <li>{t("app.step.scan")}</li>
          <li>{t("app.step.type")}</li>
        </ol>
        <p className="profile-quiet">
          {t("app.byHand")}{" "}
          <span className="code profile-secret">{secret.replace(/(.{4})(?=.)/g, "$1 ")}</span>
        </p>
        <CodeForm onDone={onDone} />
      </div>
    </div>
  );
}

function CodeForm({ onDone }: { onDone: (recoveryCodes: readonly string[]) => void }) {
  const { t } = useTranslation("system-profile");
  const [code, setCode] = useState("");
  const enrol = useApiMutation(enrolSecondFactor, { handled: true });
  const isComplete = /^\d{6}$/.test(code.replace(/\s/g, ""));
  const submit = () =>
    enrol.mutate(
      { body: { code } },
      {
        onSuccess: ({ data }) => {
          void invalidate(getSecondFactor);
          onDone(data.recoveryCodes);
        },
      },
    );
  const fault =
    enrol.error === null ? null : enrol.error.fields[0]?.message || enrol.error.message || t("failed");
  return (
    <Form layout="vertical" onFinish={submit}>
      <Form.Item
        label={t("app.code")}
        htmlFor="enrol-code"
        validateStatus={fault === null ? "" : "error"}
        help={fault}
      >
        <Input
          id="enrol-code"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={7}
          value={code}
          onChange={(event) => setCode(event.target.value)}
        />
      </Form.Item>
      <Button type="primary" htmlType="submit" disabled={!isComplete} loading={enrol.isPending}>
        {t("app.enrol")}
      </Button>
    </Form>
  );
}
