import { type AccountRequest, getAccountRequest } from "@tracewater/contract/system/account-requests";
import Button from "antd/es/button";
import Drawer from "antd/es/drawer";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Allowed } from "../../../api/allowed.tsx";
import { useApi } from "../../../api/use-api.ts";
import { ErrorBox } from "../../../kit/error-box.tsx";
import { Loading } from "../../../kit/loading.tsx";
import { formatMoment } from "../../../kit/moment.ts";
import { State } from "../../../kit/state.tsx";
import { ApproveForm } from "./approve-form.tsx";
import { Duplicates } from "./duplicates.tsx";
import { RefuseForm } from "./refuse-form.tsx";
import { requestTones } from "./request-tones.ts";

/** One request, read again, with the decision on it. */
export function RequestDrawer({ request, onClose }: { request: AccountRequest; onClose: () => void }) {
  const { t } = useTranslation("system-account-requests");
  const [deciding, setDeciding] = useState<"approve" | "refuse" | null>(null);
  const params = { id: request.requestId };
  const found = useApi(getAccountRequest, { params }, { staleMs: 0, handled: true });
  const current = found.data?.data;
  return (
    <Drawer
      open
      size={560}
      title={request.nickName}
      onClose={onClose}
      footer={
        current?.state === "waiting" ? (
          <Allowed to="system:accountRequest:approve">
            <div className="request-foot">
              <Button danger onClick={() => setDeciding("refuse")}>
                {t("refuse.open")}
              </Button>
              <Button type="primary" onClick={() => setDeciding("approve")}>
                {t("approve.open")}
              </Button>
            </div>
          </Allowed>
        ) : null
      }
    >
      {found.error === null ? null : <ErrorBox error={found.error} onRetry={() => void found.refetch()} />}
      {current === undefined ? found.error === null && <Loading lines={8} /> : <Facts request={current} />}
      {deciding === "approve" && found.data !== undefined ? (
        <ApproveForm
          request={found.data.data}
          roles={found.data.roles}
          onClose={() => setDeciding(null)}
          onDone={onClose}
        />
      ) : null}
      {deciding === "refuse" ? (
        <RefuseForm requestId={request.requestId} onClose={() => setDeciding(null)} onDone={onClose} />
      ) : null}
    </Drawer>
  );
}

function Facts({ request }: { request: AccountRequest }) {
  const { t } = useTranslation("system-account-requests");
  const { state, email, isEmailConfirmed } = request;
  const mail = t(isEmailConfirmed ? "mail.confirmed" : "mail.unconfirmed");
  const facts: [label: string, value: string][] = [
    [t("field.userName"), request.userName],
    [t("field.unitText"), request.unitText || "—"],
    [t("field.unit"), request.deptName || t("list.unknownUnit")],
    [t("field.email"), email === "" ? "—" : `${email} (${mail})`],
    [t("field.phonenumber"), request.phonenumber || "—"],
    ...(request.provider === "" ? [] : [[t("field.provider"), request.provider] satisfies [string, string]]),
    [t("field.at"), formatMoment(request.at)],
  ];
  if (request.decidedAt !== null) {
    facts.push(
      [t("field.decidedAt"), formatMoment(request.decidedAt)],
      [t("field.decidedBy"), request.decidedBy],
    );
  }
  return (
    <div className="record-stack">
      <State variant="tag" tone={requestTones[state]} label={t(`state.${state}`)} />
      <Duplicates of={request} />
      <dl className="record-facts">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {[
        [t("field.purpose"), request.purpose],
        [t("field.reason"), request.reason],
      ].map(([label, text]) =>
        text === "" ? null : (
          <div key={label}>
            <p className="record-quiet">{label}</p>
            <p className="request-text">{text}</p>
          </div>
        ),
      )}
    </div>
  );
}
