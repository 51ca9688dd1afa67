import type { User } from "@tracewater/contract/system/users";
import { useTranslation } from "react-i18next";
import type { Column } from "../../../../kit/data-table/column.ts";
import { State } from "../../../../kit/state.tsx";
import { useRoleNames } from "../../../../pickers/role-name.ts";

export function useUserColumns(): Column<User>[] {
  const { t } = useTranslation("system-users");
  const rolesOf = useRoleNames();
  const quiet = (text: string) => (text === "" ? <span className="user-quiet">—</span> : text);
  return [
    {
      id: "userName",
      label: t("field.userName"),
      width: 130,
      required: true,
      sortKey: "userName",
      cell: (user) => <span className="code">{user.userName}</span>,
    },
    {
      id: "nickName",
      label: t("field.nickName"),
      width: 120,
      sortKey: "nickName",
      cell: (user) => user.nickName,
    },
    {
      ...{ id: "dept", label: t("field.dept"), width: 140, hiddenAtFirst: true },
      cell: (user) => quiet(user.deptName),
    },
    { id: "roles", label: t("field.roles"), width: 150, cell: (user) => quiet(rolesOf(user.roleNames)) },
    {
      id: "phonenumber",
      label: t("field.phonenumber"),
      width: 126,
      hiddenAtFirst: true,
      cell: (user) => quiet(user.phonenumber),
    },
    {
      ...{ id: "email", label: t("field.email"), width: 170, hiddenAtFirst: true },
      cell: (user) => quiet(user.email),
    },
    { id: "status", label: t("field.status"), width: 152, cell: (user) => <UserState user={user} /> },
    {
      id: "loginDate",
      label: t("field.loginDate"),
      width: 158,
      hiddenAtFirst: true,
      cell: (user) => quiet(user.loginDate),
    },
    {
      id: "createTime",
      label: t("field.createTime"),
      width: 158,
      sortKey: "createTime",
      cell: (user) => <span className="user-quiet">{user.createTime}</span>,
    },
    {
      id: "remark",
      label: t("field.remark"),
      width: 180,
      hiddenAtFirst: true,
      cell: (user) => quiet(user.remark),
    },
  ];
}

/** Whether they may come in, and what still keeps them out. */
export function UserState({ user }: { user: User }) {
  const { t } = useTranslation("system-users");
  if (user.status === "1") return <State tone="off" label={t("status.1")} />;
  if (user.serviceAccount === "1")
    return <State tone="info" label={t("serviceAccount.1")} title={t("form.serviceAccountHint")} />;
  if (user.password === "none")
    return <State tone="warn" label={t("password.none")} title={t("password.noneHint")} />;
  if (user.password === "oneTime")
    return <State tone="info" label={t("password.oneTime")} title={t("password.oneTimeHint")} />;
  return <>{t("status.0")}</>;
}
