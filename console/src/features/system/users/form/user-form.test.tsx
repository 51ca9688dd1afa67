import { getUserChoices, getUserDeptTree, users } from "@tracewater/contract/system/users";
import { testDialogManners } from "../../../../../test/dialog-manners.tsx";
import { server } from "../../../../../test/fake-server.ts";
import { choose, fill } from "../../../../../test/hands.ts";
import { AddUser } from "./user-form.tsx";

const role = { roleId: 5, roleName: "Night shift", roleKey: "night", status: "0", flag: false } as const;

testDialogManners({
  name: "user form",
  feature: "system/users",
  part: (onClose) => <AddUser deptId={2} onClose={onClose} onPassword={onClose} />,
  prepare: () => {
    server.answer(getUserChoices, { posts: [], roles: [{ ...role, assignable: true }] });
    server.answer(getUserDeptTree, { data: [{ id: 2, label: "City laboratory", children: [] }] });
  },
  fill: async () => {
    fill("User name", "petra");
    fill("Name", "Petra");
    await choose("Roles", "Night shift");
  },
  submit: "Save",
  call: users.calls.add,
  reply: { data: { id: 12, oneTimePassword: "one time only" } },
  sent: {
    body: {
      userName: "petra",
      nickName: "Petra",
      deptId: 2,
      phonenumber: "",
      email: "",
      sex: "2",
      remark: "",
      validUntil: null,
      status: "0",
      roleIds: [5],
      postIds: [],
      oneTimePassword: true,
      serviceAccount: "0",
    },
  },
  said: "User added",
  missing: { label: "Name", says: "Enter a name" },
  refused: { at: "userName", label: "User name" },
});
