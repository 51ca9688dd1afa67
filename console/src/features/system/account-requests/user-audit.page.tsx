import "./account-requests.css";
import {
  type Application,
  confirmApplicationMail,
  getApplication,
  sendApplicationCode,
  withdrawApplication,
} from "@tracewater/contract/system/account-requests";
import Button from "antd/es/button";
import Input from "antd/es/input";
import { Copy, UserRoundCheck } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "react-router";
import { invalidate, useApi, useApiMutation } from "../../../api/use-api.ts";
import { EmptyState } from "../../../kit/empty-state.tsx";
import { ErrorBox } from "../../../kit/error-box.tsx";
import { Loading } from "../../../kit/loading.tsx";
import { Mark } from "../../../kit/mark.tsx";
import { formatMoment } from "../../../kit/moment.ts";
import { State } from "../../../kit/state.tsx";
import { showToast } from "../../../kit/toasts.ts";
import { ConfirmDialog } from "../../../resource/confirm-dialog.tsx";
import { requestTones } from "./request-tones.ts";

/** The state of one's own request for an account; the key is behind the # of the address, which no server sees. */
export default function UserAuditPage() {
  const { t } = useTranslation("system-account-requests");
  const key = useLocation().hash.slice(1);
  const found = useApi(
    getApplication,
    { body: { key } },
    { enabled: key !== "", handled: true, everyMs: 30_000 },
  );
  return (
    <div className="application">
      <p className="application-brand">
        <Mark size={26} /> Tracewater
      </p>
      <h1>{t("own.title")}</h1>
      {key === "" ? (
        <EmptyState
          icon={<UserRoundCheck size={34} strokeWidth={1.3} />}
          title={t("own.noKey")}
          text={t("own.noKeyText")}
          action={<a href="/register">{t("own.request")}</a>}
        />
      ) : found.data !== undefined ? (
        <OwnRequest application={found.data.data} requestKey={key} />
      ) : found.error === null ? (
        <Loading lines={6} />
      ) : (
        <ErrorBox error={found.error} onRetry={() => void found.refetch()} />
      )}
      <p className="application-foot">
        <a href="/login">{t("own.logIn")}</a>
      </p>
    </div>
  );
}

function OwnRequest({ application, requestKey }: { application: Application; requestKey: string }) {
  const { t } = useTranslation("system-account-requests");
  const [isLeaving, setLeaving] = useState(false);
  const { state } = application;
  const isWaiting = state === "waiting";
  const facts: [label: string, value: string][] = [
    [t("field.userName"), application.userName],
    [t("field.nickName"), application.nickName],
    [t("field.unitText"), application.unit || "—"],
    [t("field.purpose"), application.purpose || "—"],
    [t("field.at"), formatMoment(application.at)],
    isWaiting
      ? [t("own.expiresAt"), formatMoment(application.expiresAt)]
      : [t("field.decidedAt"), application.decidedAt === null ? "—" : formatMoment(application.decidedAt)],
  ];
  if (state === "approved") facts.push([t("field.validUntil"), application.validUntil ?? t("own.noEnd")]);
  return (
    <div className="application-card">
      <div className="application-state" role="status">
        <State variant="tag" tone={requestTones[state]} label={t(`state.${state}`)} />
        <p>{t(`own.text.${state}`)}</p>
        {application.reason === "" ? null : <p className="application-reason">{application.reason}</p>}
      </div>
      <dl className="record-facts">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {application.email === "" ? null : <Address application={application} requestKey={requestKey} />}
      {isWaiting ? (
        <div className="application-acts">
          <Button icon={<Copy size={15} />} onClick={() => void copyLink(t("own.copied"))}>
            {t("own.copy")}
          </Button>
          <Button danger onClick={() => setLeaving(true)}>
            {t("own.withdraw")}
          </Button>
        </div>
      ) : null}
      {isLeaving ? (
        <ConfirmDialog
          call={withdrawApplication}
          input={{ body: { key: requestKey } }}
          title={t("own.withdrawTitle")}
          submit={t("own.withdraw")}
          stale={[getApplication]}
          onClose={() => setLeaving(false)}
        >
          {t("own.withdrawText")}
        </ConfirmDialog>
      ) : null}
    </div>
  );
}

async function copyLink(text: string): Promise<void> {
  await navigator.clipboard?.writeText(location.href);
  showToast({ tone: "success", text });
}

/** The address that was given, and its confirmation by a code. */
function Address({ application, requestKey: key }: { application: Application; requestKey: string }) {
  const { t } = useTranslation("system-account-requests");
  const [code, setCode] = useState("");
  const confirm = useApiMutation(confirmApplicationMail, { handled: true });
  const send = useApiMutation(sendApplicationCode, { handled: true });
  const { email, isEmailConfirmed, hasMail, state } = application;
  const asks = !isEmailConfirmed && hasMail && state === "waiting";
  const fault = confirm.error ?? send.error;
  return (
    <div className="application-mail">
      <span className="record-line">
        <span className="code">{email}</span>
        <State
          tone={isEmailConfirmed ? "ok" : "off"}
          label={t(isEmailConfirmed ? "mail.confirmed" : "mail.unconfirmed")}
        />
      </span>
      {asks ? (
        <form
          className="application-code"
          onSubmit={(event) => {
            event.preventDefault();
            confirm.mutate({ body: { key, code } }, { onSuccess: () => void invalidate(getApplication) });
          }}
        >
          <Input
            aria-label={t("mail.code")}
            placeholder={t("mail.code")}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={6}
            value={code}
            onChange={(event) => setCode(event.target.value.trim())}
          />
          <Button type="primary" htmlType="submit" loading={confirm.isPending} disabled={code.length !== 6}>
            {t("mail.confirm")}
          </Button>
          <Button
            loading={send.isPending}
            onClick={() =>
              send.mutate(
                { body: { key } },
                { onSuccess: () => showToast({ tone: "success", text: t("mail.sent") }) },
              )
            }
          >
            {t("mail.again")}
          </Button>
        </form>
      ) : null}
      {asks && fault !== null ? (
        <p className="record-fault" role="alert">
          {fault.message || t("failed")}
        </p>
      ) : null}
    </div>
  );
}
