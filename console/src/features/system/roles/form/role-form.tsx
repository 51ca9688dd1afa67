/** The drawer that adds or changes a role: what it may do, whose data it reaches, and who holds it. */
import { useMutation } from "@tanstack/react-query";
import type { ReplyOf } from "@tracewater/contract/call";
import { addRole, changeRole, getMenuChoices, getRole, listRoles } from "@tracewater/contract/system/roles";
import { getUserDeptTree } from "@tracewater/contract/system/users";
import Button from "antd/es/button";
import Drawer from "antd/es/drawer";
import Form, { type FormInstance } from "antd/es/form";
import Tabs from "antd/es/tabs";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { ApiError } from "../../../../api/api-error.ts";
import { callApi } from "../../../../api/call-api.ts";
import { invalidate, useApi } from "../../../../api/use-api.ts";
import { ErrorBox } from "../../../../kit/error-box.tsx";
import { Loading } from "../../../../kit/loading.tsx";
import { useMenuTitle } from "../../../../kit/menu-title.ts";
import { showToast } from "../../../../kit/toasts.ts";
import { useRoleName } from "../../../../pickers/role-name.ts";
import { placeFaults } from "../../../../resource/place-faults.ts";
import { CheckTree } from "./check-tree.tsx";
import { foldPages } from "./fold-pages.ts";
import { RoleFields, type RoleValues, ScopeFields } from "./role-fields.tsx";
import { RoleMembers } from "./role-members.tsx";

type Read = ReplyOf<typeof getRole>["data"];

const blankRole = {
  roleName: "",
  roleKey: "",
  roleSort: 0,
  status: "0",
  remark: "",
  forbidUnbound: false,
  requiredFactor: "none",
  dataScope: "5",
} as const;

/** Adds a role, or changes one, which is read again first. */
export function RoleForm(props: { roleId: number | null; onClose: () => void }) {
  if (props.roleId === null) return <RoleDrawer onClose={props.onClose} read={null} />;
  return <ReadRole roleId={props.roleId} onClose={props.onClose} />;
}

function ReadRole(props: { roleId: number; onClose: () => void }) {
  const found = useApi(getRole, { params: { id: props.roleId } }, { staleMs: 0, handled: true });
  const isFresh = found.isSuccess && found.isFetchedAfterMount;
  if (isFresh) return <RoleDrawer read={found.data.data} onClose={props.onClose} />;
  return (
    <Drawer open size={640} onClose={props.onClose}>
      {found.error === null ? (
        <Loading lines={8} />
      ) : (
        <ErrorBox error={found.error} onRetry={() => void found.refetch()} />
      )}
    </Drawer>
  );
}

function RoleDrawer({ read: role, onClose }: { read: Read | null; onClose: () => void }) {
  const { t } = useTranslation("system-roles");
  const nameOf = useRoleName();
  const [form] = Form.useForm<RoleValues>();
  const [menus, setMenus] = useState<ReadonlySet<number>>(new Set(role?.menuIds));
  const [depts, setDepts] = useState<ReadonlySet<number>>(new Set(role?.deptIds));
  const mayChange = role === null || role.changeable;
  const save = useSaveRole({ form, role, menus, depts, onClose });
  const tabs = [
    {
      key: "menus",
      label: t("tab.menus"),
      forceRender: true,
      children: <MenusTab isBuiltIn={role?.builtIn ?? false} held={menus} onChange={setMenus} />,
    },
    {
      key: "scope",
      label: t("tab.scope"),
      forceRender: true,
      children: <ScopeTab held={depts} onChange={setDepts} />,
    },
    ...(role === null
      ? []
      : [{ key: "members", label: t("tab.members"), children: <RoleMembers of={role} /> }]),
  ];
  return (
    <Drawer
      open
      size={640}
      title={role === null ? t("form.add") : nameOf(role.roleName)}
      mask={{ closable: false }}
      onClose={onClose}
      footer={
        <div className="role-form-foot">
          {save.error === null ? null : (
            <span className="role-fault" role="alert">
              {save.error.message || t("failed")}
            </span>
          )}
          <Button onClick={onClose}>{t("cancel")}</Button>
          {mayChange ? (
            <Button type="primary" loading={save.isPending} onClick={() => form.submit()}>
              {t("save")}
            </Button>
          ) : null}
        </div>
      }
    >
      {mayChange ? null : <p className="role-locked">{t(role.admin ? "adminLocked" : "locked")}</p>}
      <Form
        form={form}
        layout="vertical"
        initialValues={role ?? blankRole}
        disabled={save.isPending || !mayChange}
        onFinish={() => save.mutate(form.getFieldsValue(true))}
      >
        <Tabs items={tabs} />
      </Form>
    </Drawer>
  );
}

function useSaveRole(of: {
  form: FormInstance<RoleValues>;
  role: Read | null;
  menus: ReadonlySet<number>;
  depts: ReadonlySet<number>;
  onClose: () => void;
}) {
  const { form, role, menus, depts, onClose } = of;
  const { t } = useTranslation("system-roles");
  return useMutation<unknown, ApiError, RoleValues>({
    mutationFn: (values) => {
      const body = { ...values, menuIds: [...menus], deptIds: values.dataScope === "2" ? [...depts] : [] };
      return role === null
        ? callApi(addRole, { body }, { handled: true })
        : callApi(changeRole, { body: { ...body, roleId: role.roleId } }, { handled: true });
    },
    onSuccess: () => {
      void Promise.all([invalidate(listRoles), invalidate(getRole)]);
      showToast({ tone: "success", text: t(role === null ? "done.add" : "done.change") });
      onClose();
    },
    onError: (error) => placeFaults(form, ["roleName", "roleKey", "roleSort", "dataScope"], error),
  });
}

type HeldProps = { held: ReadonlySet<number>; onChange: (held: ReadonlySet<number>) => void };

function MenusTab({ isBuiltIn, held, onChange }: HeldProps & { isBuiltIn: boolean }) {
  const { t } = useTranslation("system-roles");
  const titleOf = useMenuTitle();
  const menuTree = useApi(getMenuChoices, {}, { handled: true });
  return (
    <>
      <RoleFields isBuiltIn={isBuiltIn} />
      <CheckTree
        label={t("menus")}
        tree={foldPages(menuTree.data?.data ?? [], t("tree.devicePages"))}
        held={held}
        titleOf={titleOf}
        onChange={onChange}
      />
    </>
  );
}

/** Whose data the role reaches; its units are chosen where it is those and no others. */
function ScopeTab({ held, onChange }: HeldProps) {
  const { t } = useTranslation("system-roles");
  const deptTree = useApi(getUserDeptTree, {}, { handled: true });
  const scope = Form.useWatch("dataScope", Form.useFormInstance<RoleValues>());
  return (
    <>
      <ScopeFields />
      {scope === "2" ? (
        <CheckTree
          label={t("units")}
          tree={deptTree.data?.data ?? []}
          held={held}
          titleOf={(label) => label}
          onChange={onChange}
        />
      ) : null}
    </>
  );
}
