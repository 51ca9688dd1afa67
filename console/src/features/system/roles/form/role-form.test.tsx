import { addRole, getMenuChoices } from "@tracewater/contract/system/roles";
import { getUserDeptTree } from "@tracewater/contract/system/users";
import { testDialogManners } from "../../../../../test/dialog-manners.tsx";
import { server } from "../../../../../test/fake-server.ts";
import { fill } from "../../../../../test/hands.ts";
import { RoleForm } from "./role-form.tsx";

testDialogManners({
  name: "role form",
  feature: "system/roles",
  part: (onClose) => <RoleForm roleId={null} onClose={onClose} />,
  prepare: () => {
    server.answer(getMenuChoices, { data: [{ id: 1, label: "menu.waterSamplers", children: [] }] });
    server.answer(getUserDeptTree, { data: [{ id: 2, label: "City laboratory", children: [] }] });
  },
  fill: () => {
    fill("Name", "Night shift");
    fill("Key", "night");
  },
  submit: "Save",
  call: addRole,
  reply: { data: { id: 6 } },
  sent: {
    body: {
      roleName: "Night shift",
      roleKey: "night",
      roleSort: 0,
      dataScope: "5",
      status: "0",
      remark: "",
      menuCheckStrictly: true,
      deptCheckStrictly: true,
      forbidUnbound: false,
      requiredFactor: "none",
      menuIds: [],
      deptIds: [],
    },
  },
  said: "Role added",
  missing: { label: "Name", says: "Enter a name" },
  refused: { at: "roleKey", label: "Key" },
});
