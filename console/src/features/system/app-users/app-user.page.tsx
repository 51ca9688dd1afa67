import "./app-users.css";
import type { ReplyOf } from "@tracewater/contract/call";
import {
  type AppUser,
  changeAppUserStatus,
  getAppUser,
  listAppUsers,
  resetAppPassword,
} from "@tracewater/contract/system/app-users";
import Button from "antd/es/button";
import Modal from "antd/es/modal";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { Allowed } from "../../../api/allowed.tsx";
import { invalidate, useApi, useApiMutation } from "../../../api/use-api.ts";
import { Card } from "../../../kit/card.tsx";
import { ErrorBox } from "../../../kit/error-box.tsx";
import { Loading } from "../../../kit/loading.tsx";
import { formatMoment } from "../../../kit/moment.ts";
import { PageFrame } from "../../../kit/page-frame.tsx";
import { State } from "../../../kit/state.tsx";
import { useRoleNames } from "../../../pickers/role-name.ts";
import { ConfirmDialog } from "../../../resource/confirm-dialog.tsx";
import { PermittedPage } from "../../../resource/permitted-page.tsx";
import { AppActions } from "./app-actions.tsx";
import { AppUserForm } from "./app-user-form.tsx";
import { DeviceList, LogInList } from "./app-user-lists.tsx";

type Found = ReplyOf<typeof getAppUser>;

/** One APP user: phones, log-ins, the last position, and what they did. */
export default function AppUserPage() {
  return (
    <PermittedPage to="system:appUser:query">
      <OneAppUser />
    </PermittedPage>
  );
}

function OneAppUser() {
  const id = Number(useParams()["tableId"]);
  const found = useApi(getAppUser, { params: { id } }, { staleMs: 0, handled: true, everyMs: 60_000 });
  return (
    <PageFrame>
      {found.data === undefined ? (
        found.error === null ? (
          <Loading lines={10} />
        ) : (
          <ErrorBox error={found.error} onRetry={() => void found.refetch()} />
        )
      ) : (
        <div className="record-stack">
          <Head found={found.data} />
          <div className="app-user-lists">
            <DeviceList devices={found.data.devices} />
            <LogInList logIns={found.data.logIns} />
          </div>
          <AppActions userId={id} />
        </div>
      )}
    </PageFrame>
  );
}

function Head({ found }: { found: Found }) {
  const { t } = useTranslation("system-app-users");
  const rolesOf = useRoleNames();
  const user = found.data;
  const { position } = user;
  const facts: [label: string, value: string][] = [
    [t("field.phonenumber"), user.phonenumber || "—"],
    [t("field.email"), user.email || "—"],
    [t("field.unit"), user.deptName || "—"],
    [t("field.roles"), rolesOf(user.roleNames) || "—"],
    [t("field.password"), t(user.hasPassword ? "password.set" : "password.none")],
    [t("field.validUntil"), user.validUntil ?? t("noEnd")],
    [t("field.createdAt"), formatMoment(user.createdAt)],
    [t("field.position"), position === null ? t("position.none") : printPosition(position)],
  ];
  if (position !== null) facts.push([t("position.at"), formatMoment(position.at)]);
  return (
    <Card>
      <div className="record-stack">
        <div className="record-line">
          <span className="app-user-name">
            <h2>{user.nickName}</h2>
            <State
              variant="tag"
              tone={user.status === "0" ? "ok" : "off"}
              label={t(`status.${user.status}`)}
            />
          </span>
          <Acts found={found} />
        </div>
        <dl className="record-facts">
          {facts.map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        {user.remark === "" ? null : <p className="record-quiet">{user.remark}</p>}
      </div>
    </Card>
  );
}

function printPosition({ latitude, longitude, accuracy }: NonNullable<AppUser["position"]>): string {
  const place = `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`;
  return accuracy === null ? place : `${place} ± ${Math.round(accuracy)} m`;
}

function Acts({ found }: { found: Found }) {
  const { t } = useTranslation("system-app-users");
  const [open, setOpen] = useState<"edit" | "status" | "reset" | null>(null);
  const user = found.data;
  const isOn = user.status === "0";
  const close = () => setOpen(null);
  if (!user.changeable) return null;
  return (
    <span className="app-user-acts">
      <Allowed to="system:appUser:edit">
        <Button onClick={() => setOpen("edit")}>{t("edit")}</Button>
        <Button danger={isOn} onClick={() => setOpen("status")}>
          {t(isOn ? "disable.open" : "enable.open")}
        </Button>
      </Allowed>
      <Allowed to="system:appUser:resetPwd">
        <Button onClick={() => setOpen("reset")}>{t("reset.open")}</Button>
      </Allowed>
      {open === "edit" ? (
        <AppUserForm
          user={{ ...user, roleIds: found.roles.filter((role) => role.flag).map((role) => role.roleId) }}
          onClose={close}
        />
      ) : null}
      {open === "status" ? (
        <ConfirmDialog
          call={changeAppUserStatus}
          input={{ body: { userId: user.userId, status: isOn ? "1" : "0" } }}
          title={t(isOn ? "disable.title" : "enable.title", { name: user.nickName })}
          submit={t(isOn ? "disable.open" : "enable.open")}
          danger={isOn}
          stale={[getAppUser, listAppUsers]}
          onClose={close}
        >
          {t(isOn ? "disable.text" : "enable.text")}
        </ConfirmDialog>
      ) : null}
      {open === "reset" ? <ResetDialog user={user} onClose={close} /> : null}
    </span>
  );
}

/** Asks once, then shows the one-time password, this once. */
function ResetDialog({ user, onClose }: { user: AppUser; onClose: () => void }) {
  const { t } = useTranslation("system-app-users");
  const reset = useApiMutation(resetAppPassword, { handled: true });
  const shown = reset.data?.data.oneTimePassword;
  const submit = () =>
    shown === undefined
      ? reset.mutate({ body: { userId: user.userId } }, { onSuccess: () => void invalidate(getAppUser) })
      : onClose();
  return (
    <Modal
      open
      centered
      width={440}
      title={t("reset.title", { name: user.nickName })}
      okText={t(shown === undefined ? "reset.open" : "reset.close")}
      cancelText={t("cancel")}
      {...(shown === undefined ? {} : { cancelButtonProps: { style: { display: "none" } } })}
      confirmLoading={reset.isPending}
      onOk={submit}
      onCancel={onClose}
    >
      <p>{t(shown === undefined ? "reset.text" : "reset.shown")}</p>
      {shown === undefined ? null : <p className="app-user-password code">{shown}</p>}
      {reset.error === null ? null : (
        <p className="record-fault" role="alert">
          {reset.error.message || t("failed")}
        </p>
      )}
    </Modal>
  );
}
