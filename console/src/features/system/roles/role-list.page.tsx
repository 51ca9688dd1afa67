import "./roles.css";
import { listRoles, type Role, removeRoles, roles } from "@tracewater/contract/system/roles";
import Modal from "antd/es/modal";
import { Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Allowed } from "../../../api/allowed.tsx";
import { invalidate, useApi, useApiMutation } from "../../../api/use-api.ts";
import { Card } from "../../../kit/card.tsx";
import { actionsColumn, type Column } from "../../../kit/data-table/column.ts";
import { TableToolbar } from "../../../kit/data-table/table-toolbar.tsx";
import { EmptyState } from "../../../kit/empty-state.tsx";
import { IconButton } from "../../../kit/icon-button.tsx";
import { PageFrame } from "../../../kit/page-frame.tsx";
import { RowMenu } from "../../../kit/row-menu.tsx";
import { ChoiceField, KeywordField } from "../../../kit/search-fields.tsx";
import { SearchForm } from "../../../kit/search-form.tsx";
import { State } from "../../../kit/state.tsx";
import { type SearchProps, useSearchFields } from "../../../kit/use-search-fields.ts";
import { useUrlFilters } from "../../../kit/use-url-filters.ts";
import { useRoleName } from "../../../pickers/role-name.ts";
import { AddButton } from "../../../resource/add-button.tsx";
import { ExportButton } from "../../../resource/export-button.tsx";
import { PermittedPage } from "../../../resource/permitted-page.tsx";
import { QueryRows } from "../../../resource/query-rows.tsx";
import { RoleForm } from "./form/role-form.tsx";

/** The roles: what they permit, whose data they reach, who holds them. */
export default function RoleListPage() {
  return (
    <PermittedPage to="system:role:list">
      <RoleList />
    </PermittedPage>
  );
}

function RoleList() {
  const { filters, change } = useUrlFilters(["keyword", "status"]);
  const { keyword, status } = filters.values;
  const filter = {
    ...(keyword === "" ? {} : { keyword }),
    ...(status === "0" || status === "1" ? ({ status } as const) : {}),
  };
  return (
    <PageFrame fill>
      <RoleSearch values={filters.values} change={(values) => change({ values })} />
      <RoleRows
        filter={filter}
        page={{ pageNum: filters.page, pageSize: filters.size }}
        onPage={(page, size) => change({ page, size })}
      />
    </PageFrame>
  );
}

function RoleSearch(props: SearchProps<"keyword" | "status">) {
  const { t } = useTranslation("system-roles");
  const { form, field } = useSearchFields(props);
  return (
    <SearchForm {...form}>
      <KeywordField label={t("keyword")} {...field("keyword")} />
      <ChoiceField
        label={t("field.status")}
        options={(["0", "1"] as const).map((value) => ({ value, label: t(`status.${value}`) }))}
        {...field("status")}
      />
    </SearchForm>
  );
}

type Rows = {
  filter: { keyword?: string; status?: "0" | "1" };
  page: { pageNum: number; pageSize: number };
  onPage: (page: number, size: number) => void;
};

function RoleRows({ filter, page, onPage }: Rows) {
  const { t } = useTranslation("system-roles");
  const nameOf = useRoleName();
  const [form, setForm] = useState<{ roleId: number | null } | null>(null);
  const [toDelete, setToDelete] = useState<Role | null>(null);
  const found = useApi(listRoles, { query: { ...filter, ...page } }, { keepPrevious: true, handled: true });
  const columns = useColumns();
  const actions = (role: Role) => (
    <RowActions
      role={role}
      onOpen={() => setForm({ roleId: role.roleId })}
      onDelete={() => setToDelete(role)}
    />
  );
  const withActions: Column<Role>[] = [...columns, actionsColumn(t("actions"), 92, actions)];
  return (
    <Card flush fill className="list-card">
      <TableToolbar
        tableId="roles"
        columns={withActions}
        onRefresh={() => void found.refetch()}
        refreshing={found.isFetching}
      >
        <AddButton to="system:role:add" label={t("add")} onClick={() => setForm({ roleId: null })} />
        <ExportButton to="system:role:export" call={roles.calls.export} input={{ query: filter }} />
      </TableToolbar>
      <QueryRows
        found={found}
        id="roles"
        columns={withActions}
        rowKey={(role) => String(role.roleId)}
        empty={<EmptyState title={t("none")} />}
        cards={(role) => (
          <div className="role-card">
            <div>
              <strong>{nameOf(role.roleName)}</strong> <span className="code">{role.roleKey}</span>
              <div className="role-quiet">
                {[t(`scope.${role.dataScope}`), t("userCount", { count: role.userCount })].join(" · ")}
              </div>
            </div>
            {actions(role)}
          </div>
        )}
        page={page.pageNum}
        size={page.pageSize}
        onPage={onPage}
      />
      {form === null ? null : <RoleForm roleId={form.roleId} onClose={() => setForm(null)} />}
      {toDelete === null ? null : <DeleteRole role={toDelete} onClose={() => setToDelete(null)} />}
    </Card>
  );
}

function useColumns(): Column<Role>[] {
  const { t } = useTranslation("system-roles");
  const nameOf = useRoleName();
  return [
    {
      id: "roleName",
      label: t("field.roleName"),
      width: 190,
      flexible: true,
      required: true,
      cell: (role) => nameOf(role.roleName),
    },
    {
      id: "roleKey",
      label: t("field.roleKey"),
      width: 150,
      cell: (role) => <span className="code">{role.roleKey}</span>,
    },
    {
      id: "dataScope",
      label: t("field.dataScope"),
      width: 160,
      cell: (role) => t(`scope.${role.dataScope}`),
    },
    { id: "dept", label: t("field.dept"), width: 150, cell: (role) => role.deptName || t("platform") },
    { id: "userCount", label: t("field.users"), width: 84, align: "right", cell: (role) => role.userCount },
    {
      id: "status",
      label: t("field.status"),
      width: 100,
      cell: (role) => <State tone={role.status === "0" ? "ok" : "off"} label={t(`status.${role.status}`)} />,
    },
    {
      id: "createTime",
      label: t("field.createTime"),
      width: 158,
      hiddenAtFirst: true,
      cell: (role) => role.createTime,
    },
    {
      ...{ id: "remark", label: t("field.remark"), width: 200, flexible: true },
      cell: (role) => role.remark || "—",
    },
  ];
}

function RowActions(props: { role: Role; onOpen: () => void; onDelete: () => void }) {
  const { role } = props;
  const { t } = useTranslation("system-roles");
  const nameOf = useRoleName();
  return (
    <span className="role-actions">
      <Allowed to="system:role:query">
        <IconButton label={t("open", { name: nameOf(role.roleName) })} opensRow onClick={props.onOpen}>
          <Pencil />
        </IconButton>
      </Allowed>
      {role.changeable && !role.builtIn ? (
        <Allowed to="system:role:remove">
          <RowMenu
            name={nameOf(role.roleName)}
            items={[
              {
                ...{ key: "delete", icon: <Trash2 size={16} />, danger: true },
                label: t("deleteOf", { name: nameOf(role.roleName) }),
                onClick: () => props.onDelete(),
              },
            ]}
          />
        </Allowed>
      ) : null}
    </span>
  );
}

function DeleteRole({ role, onClose }: { role: Role; onClose: () => void }) {
  const { t } = useTranslation("system-roles");
  const nameOf = useRoleName();
  const remove = useApiMutation(removeRoles);
  const act = async () => {
    await remove.mutateAsync({ params: { ids: String(role.roleId) } });
    await invalidate(listRoles);
    onClose();
  };
  return (
    <Modal
      open
      centered
      width={420}
      title={t("ask.title", { name: nameOf(role.roleName) })}
      okText={t("ask.submit")}
      okButtonProps={{ danger: true }}
      cancelText={t("cancel")}
      confirmLoading={remove.isPending}
      // The shell says what was refused; the question is until it is answered.
      onOk={() => void act().catch(() => undefined)}
      onCancel={onClose}
    >
      {t("ask.text")}
    </Modal>
  );
}
