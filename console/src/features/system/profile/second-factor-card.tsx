import {
  getSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
} from "@tracewater/contract/system/second-factor";
import Button from "antd/es/button";
import Modal from "antd/es/modal";
import Popconfirm from "antd/es/popconfirm";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { invalidate, useApi, useApiMutation } from "../../../api/use-api.ts";
import { Card } from "../../../kit/card.tsx";
import { ErrorBox } from "../../../kit/error-box.tsx";
import { Loading } from "../../../kit/loading.tsx";
import { State } from "../../../kit/state.tsx";
import { EnrolApp } from "./enrol-app.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";

type Open = { kind: "enrol" } | { kind: "codes"; codes: readonly string[] } | null;

/** One's authenticator app and its recovery codes. */
export function SecondFactorCard() {
  const { t } = useTranslation("system-profile");
  const found = useApi(getSecondFactor, {}, { handled: true });
  const [open, setOpen] = useState<Open>(null);
  if (found.data === undefined) {
    return (
      <Card title={t("app.title")}>
        {found.error === null ? (
          <Loading lines={3} />
        ) : (
          <ErrorBox error={found.error} onRetry={() => void found.refetch()} />
        )}
      </Card>
    );
  }
  const { enrolTime, recoveryCodesLeft, required } = found.data.data;
  return (
    <Card title={t("app.title")} hint={t("password.ends")}>
      <p>
        <State
          tone={enrolTime === null ? "off" : "ok"}
          label={enrolTime === null ? t("app.none") : t("app.since", { at: enrolTime })}
        />
      </p>
      <p className="profile-quiet">
        {enrolTime === null ? t("app.text") : t("app.codesLeft", { count: recoveryCodesLeft })}
        {required === "none" ? null : ` ${t(`app.required.${required}`)}`}
      </p>
      <div className="profile-actions">
        <Button type={enrolTime === null ? "primary" : "default"} onClick={() => setOpen({ kind: "enrol" })}>
          {t(enrolTime === null ? "app.begin" : "app.replace")}
        </Button>
        {enrolTime === null ? null : (
          <Enrolled isRemovable={required !== "any"} onCodes={(codes) => setOpen({ kind: "codes", codes })} />
        )}
      </div>
      <FactorDialog open={open} setOpen={setOpen} />
    </Card>
  );
}

/** What can be done with an app that is enrolled. */
function Enrolled(props: { isRemovable: boolean; onCodes: (codes: readonly string[]) => void }) {
  const { t } = useTranslation("system-profile");
  const renew = useApiMutation(renewRecoveryCodes);
  const remove = useApiMutation(removeSecondFactor);
  return (
    <>
      <Button
        loading={renew.isPending}
        onClick={() =>
          renew.mutate(
            {},
            {
              onSuccess: ({ data }) => {
                void invalidate(getSecondFactor);
                props.onCodes(data.recoveryCodes);
              },
            },
          )
        }
      >
        {t("codes.renew")}
      </Button>
      {props.isRemovable ? (
        <Popconfirm
          title={t("app.removeSure")}
          okText={t("app.remove")}
          cancelText={t("cancel")}
          onConfirm={() => remove.mutate({}, { onSuccess: () => void invalidate(getSecondFactor) })}
        >
          <Button danger loading={remove.isPending}>
            {t("app.remove")}
          </Button>
        </Popconfirm>
      ) : null}
    </>
  );
}

function FactorDialog({ open, setOpen }: { open: Open; setOpen: (open: Open) => void }) {
  const { t } = useTranslation("system-profile");
  if (open === null) return null;
  const isEnrolling = open.kind === "enrol";
  return (
    <Modal
      open
      centered
      width={560}
      title={t(isEnrolling ? "app.enrolTitle" : "codes.title")}
      footer={null}
      closable={isEnrolling}
      keyboard={isEnrolling}
      mask={{ closable: false }}
      onCancel={() => setOpen(null)}
      destroyOnHidden
    >
      {isEnrolling ? (
        <EnrolApp onDone={(codes) => setOpen({ kind: "codes", codes })} />
      ) : (
        <RecoveryCodes codes={open.codes} onKept={() => setOpen(null)} />
      )}
    </Modal>
  );
}
