import { users } from "@tracewater/contract/system/users";
import { DeleteDialog } from "../../../../resource/delete-dialog.tsx";
import { ImportDialog } from "../../../../resource/import-dialog.tsx";
import { OneTimePassword } from "../form/one-time-password.tsx";
import { AddUser, ChangeUser } from "../form/user-form.tsx";
import type { OpenUser } from "./open-user.ts";

/** What is over the list; a new user's form is followed by their one-time password. */
export function OpenDialog(props: {
  open: OpenUser;
  deptId: number | null;
  onOpen: (open: OpenUser | null) => void;
}) {
  const { open } = props;
  const close = () => props.onOpen(null);
  const showPassword = (userName: string, password: string) =>
    props.onOpen({ kind: "password", userName, password });
  switch (open.kind) {
    case "add":
      return <AddUser deptId={props.deptId} onClose={close} onPassword={showPassword} />;
    case "change":
      return <ChangeUser userId={open.userId} onClose={close} onPassword={showPassword} />;
    case "delete":
      return <DeleteDialog resource={users} rows={open.rows} onClose={close} />;
    case "import":
      return <ImportDialog resource={users} listed={users.calls.list} onClose={close} />;
    case "password":
      return <OneTimePassword userName={open.userName} password={open.password} onClose={close} />;
  }
}
