import { resetSecondFactors } from "@tracewater/contract/system/second-factor";
import {
  changeUserStatus,
  forceUserLogout,
  resetPassword,
  type User,
  users,
} from "@tracewater/contract/system/users";
import Modal from "antd/es/modal";
import { KeyRound, LogOut, Pencil, Power, ShieldOff, Trash2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { hasPermission, useSession } from "../../../../api/session.ts";
import { invalidate, useApiMutation } from "../../../../api/use-api.ts";
import { IconButton } from "../../../../kit/icon-button.tsx";
import { RowMenu } from "../../../../kit/row-menu.tsx";
import type { TextKey } from "../../../../kit/text-key.ts";
import { showToast } from "../../../../kit/toasts.ts";
import type { OpenUser } from "./open-user.ts";

type Asked = "reset" | "factors" | "disable" | "enable" | "logout";

/** What may be done to one user, as far as the role goes; each that ends sessions asks first. */
export function UserRowMenu({ user, onOpen }: { user: User; onOpen: (open: OpenUser) => void }) {
  const { t } = useTranslation("system-users");
  const session = useSession();
  const [asked, setAsked] = useState<Asked | null>(null);
  if (!user.changeable) return <span className="user-quiet">{t("row.locked")}</span>;
  const isSelf = session?.user.userId === user.userId;
  const may = (verb: string) => hasPermission(`system:user:${verb}`, session);
  type Key = TextKey<"system-users", "row">;
  const item = (key: Key, icon: ReactNode, onClick: () => void, danger = false) => ({
    ...{ key, icon, danger, onClick },
    label: t(`row.${key}`),
  });
  const isOff = user.status === "1";
  const logsIn = !isSelf && user.serviceAccount !== "1";
  const items = [
    ...(may("resetPwd") && logsIn
      ? [
          item("reset", <KeyRound size={16} />, () => setAsked("reset")),
          item("factors", <ShieldOff size={16} />, () => setAsked("factors")),
        ]
      : []),
    ...(may("forceLogout") && logsIn ? [item("logout", <LogOut size={16} />, () => setAsked("logout"))] : []),
    ...(may("edit") && !isSelf
      ? [
          item(
            isOff ? "enable" : "disable",
            <Power size={16} />,
            () => setAsked(isOff ? "enable" : "disable"),
            !isOff,
          ),
        ]
      : []),
    ...(may("remove") && !isSelf
      ? [item("remove", <Trash2 size={16} />, () => onOpen({ kind: "delete", rows: [user] }), true)]
      : []),
  ];
  return (
    <span className="user-row-menu">
      {may("edit") ? (
        <IconButton
          label={t("row.editOf", { name: user.userName })}
          opensRow
          onClick={() => onOpen({ kind: "change", userId: user.userId })}
        >
          <Pencil />
        </IconButton>
      ) : null}
      <RowMenu name={user.userName} items={items} />
      {asked === null ? null : (
        <Ask user={user} asked={asked} onOpen={onOpen} onClose={() => setAsked(null)} />
      )}
    </span>
  );
}

function Ask(props: { user: User; asked: Asked; onOpen: (open: OpenUser) => void; onClose: () => void }) {
  const { user, asked } = props;
  const { t } = useTranslation("system-users");
  const reset = useApiMutation(resetPassword);
  const factors = useApiMutation(resetSecondFactors);
  const status = useApiMutation(changeUserStatus);
  const logout = useApiMutation(forceUserLogout);
  const { userId, userName } = user;
  async function act(): Promise<void> {
    if (asked === "reset") {
      const { data } = await reset.mutateAsync({ body: { userId } });
      props.onOpen({ kind: "password", userName, password: data.oneTimePassword ?? "" });
    } else if (asked === "factors") {
      await factors.mutateAsync({ body: { userId } });
      showToast({ tone: "success", text: t("done.factors", { name: userName }) });
    } else if (asked === "logout") {
      const { data } = await logout.mutateAsync({ body: { userId } });
      showToast({ tone: "success", text: t("done.logout", { count: data.ended }) });
    } else {
      await status.mutateAsync({ body: { userId, status: asked === "disable" ? "1" : "0" } });
      showToast({ tone: "success", text: t(`done.${asked}`, { name: userName }) });
    }
    await invalidate(users.calls.list);
    props.onClose();
  }
  return (
    <Modal
      open
      centered
      width={420}
      title={t(`ask.${asked}.title`, { name: userName })}
      okText={t(`row.${asked}`)}
      okButtonProps={{ danger: asked === "disable" }}
      cancelText={t("cancel")}
      confirmLoading={reset.isPending || factors.isPending || status.isPending || logout.isPending}
      // The shell says what was refused; the question is until it is answered.
      onOk={() => void act().catch(() => undefined)}
      onCancel={props.onClose}
    >
      {t(`ask.${asked}.text`)}
    </Modal>
  );
}
