import "./app-users.css";
import { type AppUser, exportAppUsers, listAppUsers } from "@tracewater/contract/system/app-users";
import Button from "antd/es/button";
import { Plus } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { Allowed } from "../../../api/allowed.tsx";
import { useApi } from "../../../api/use-api.ts";
import { Age } from "../../../kit/age.tsx";
import type { Column } from "../../../kit/data-table/column.ts";
import { ChoiceField, KeywordField } from "../../../kit/search-fields.tsx";
import { SearchForm } from "../../../kit/search-form.tsx";
import { State } from "../../../kit/state.tsx";
import { type SearchProps, useSearchFields } from "../../../kit/use-search-fields.ts";
import { useUrlFilters } from "../../../kit/use-url-filters.ts";
import { useRoleNames } from "../../../pickers/role-name.ts";
import { EmptyList } from "../../../resource/empty-list.tsx";
import { ExportButton } from "../../../resource/export-button.tsx";
import { PermittedPage } from "../../../resource/permitted-page.tsx";
import { QueryTable } from "../../../resource/query-table.tsx";
import { AppUserForm } from "./app-user-form.tsx";

const filters = ["keyword", "status"] as const;

/** The people who work with a phone in the field. */
export default function AppUserListPage() {
  return (
    <PermittedPage to="system:appUser:list">
      <AppUserList />
    </PermittedPage>
  );
}

function AppUserList() {
  const { t } = useTranslation("system-app-users");
  const navigate = useNavigate();
  const list = useUrlFilters(filters);
  const [adding, setAdding] = useState(false);
  const found = useApi(listAppUsers, { query: list.query }, { keepPrevious: true, handled: true });
  const open = (row: AppUser) => void navigate(`/appuser/appu/${row.userId}`);
  return (
    <QueryTable
      list={list}
      found={found}
      search={AppUserSearch}
      actions={
        <>
          <Allowed to="system:appUser:add">
            <Button type="primary" icon={<Plus size={16} />} onClick={() => setAdding(true)}>
              {t("add")}
            </Button>
          </Allowed>
          <ExportButton to="system:appUser:export" call={exportAppUsers} input={{ query: list.asked }} />
        </>
      }
      id="app_users"
      columns={useColumns()}
      rowKey={(row) => String(row.userId)}
      onRowClick={open}
      empty={
        <EmptyList
          title={t(list.isFiltered ? "list.found" : "list.none")}
          text={list.isFiltered ? "" : t("list.noneText")}
          add={list.isFiltered ? null : { to: "system:appUser:add", onClick: () => setAdding(true) }}
        />
      }
      cards={(row) => <AppUserCard row={row} onOpen={open} />}
    >
      {adding ? <AppUserForm user={null} onClose={() => setAdding(false)} /> : null}
    </QueryTable>
  );
}

function AppUserSearch(props: SearchProps<(typeof filters)[number]>) {
  const { t } = useTranslation("system-app-users");
  const { form, field } = useSearchFields(props);
  return (
    <SearchForm {...form}>
      <KeywordField label={t("list.keyword")} {...field("keyword")} />
      <ChoiceField
        label={t("field.status")}
        options={(["0", "1"] as const).map((value) => ({ value, label: t(`status.${value}`) }))}
        {...field("status")}
      />
    </SearchForm>
  );
}

function useColumns(): Column<AppUser>[] {
  const { t } = useTranslation("system-app-users");
  const rolesOf = useRoleNames();
  return [
    { id: "nickName", label: t("field.nickName"), width: 150, required: true, cell: (row) => row.nickName },
    {
      id: "phonenumber",
      label: t("field.phonenumber"),
      width: 150,
      cell: (row) => <span className="num">{row.phonenumber || "—"}</span>,
    },
    { id: "email", label: t("field.email"), width: 210, cell: (row) => row.email || "—" },
    { id: "dept", label: t("field.unit"), width: 170, cell: (row) => row.deptName || "—" },
    { id: "roles", label: t("field.roles"), width: 180, cell: (row) => rolesOf(row.roleNames) || "—" },
    {
      id: "devices",
      label: t("field.devices"),
      width: 90,
      align: "right",
      cell: (row) => <span className="num">{row.devices}</span>,
    },
    {
      id: "lastLogInAt",
      label: t("field.lastLogInAt"),
      width: 140,
      cell: (row) => <Age at={row.lastLogInAt} />,
    },
    { id: "position", label: t("field.position"), width: 140, cell: (row) => <Age at={row.position?.at} /> },
    {
      id: "status",
      label: t("field.status"),
      width: 110,
      required: true,
      cell: (row) => <AppUserState row={row} />,
    },
  ];
}

function AppUserState({ row }: { row: AppUser }) {
  const { t } = useTranslation("system-app-users");
  return <State tone={row.status === "0" ? "ok" : "off"} label={t(`status.${row.status}`)} />;
}

function AppUserCard({ row, onOpen }: { row: AppUser; onOpen: (row: AppUser) => void }) {
  return (
    <button type="button" className="app-user-card record-card" onClick={() => onOpen(row)}>
      <span className="record-line">
        <strong>{row.nickName}</strong>
        <AppUserState row={row} />
      </span>
      <span className="record-line record-quiet">
        <span>{row.phonenumber || row.email}</span>
        <Age at={row.lastLogInAt} />
      </span>
      <span className="record-quiet">{row.deptName}</span>
    </button>
  );
}
