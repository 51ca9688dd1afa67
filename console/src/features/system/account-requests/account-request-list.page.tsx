import "./account-requests.css";
import {
  type AccountRequest,
  accountRequestState,
  listAccountRequests,
} from "@tracewater/contract/system/account-requests";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useApi } from "../../../api/use-api.ts";
import { Age } from "../../../kit/age.tsx";
import type { Column } from "../../../kit/data-table/column.ts";
import { EmptyState } from "../../../kit/empty-state.tsx";
import { ChoiceField, KeywordField } from "../../../kit/search-fields.tsx";
import { SearchForm } from "../../../kit/search-form.tsx";
import { State } from "../../../kit/state.tsx";
import { type SearchProps, useSearchFields } from "../../../kit/use-search-fields.ts";
import { useUrlFilters } from "../../../kit/use-url-filters.ts";
import { PermittedPage } from "../../../resource/permitted-page.tsx";
import { QueryTable } from "../../../resource/query-table.tsx";
import { Duplicates } from "./duplicates.tsx";
import { RequestDrawer } from "./request-drawer.tsx";
import { requestTones } from "./request-tones.ts";

const filters = ["keyword", "state"] as const;

/** Who asks for an account, and who decides on it: the oldest that wait first. */
export default function AccountRequestListPage() {
  return (
    <PermittedPage to="system:accountRequest:list">
      <AccountRequestList />
    </PermittedPage>
  );
}

function AccountRequestList() {
  const { t } = useTranslation("system-account-requests");
  const list = useUrlFilters(filters);
  const [open, setOpen] = useState<AccountRequest | null>(null);
  const found = useApi(
    listAccountRequests,
    { query: list.query },
    { keepPrevious: true, handled: true, everyMs: 60_000 },
  );
  const waiting = found.data?.waiting ?? 0;
  return (
    <QueryTable
      list={list}
      found={found}
      search={RequestSearch}
      actions={<span className="request-waiting">{t("list.waiting", { count: waiting })}</span>}
      id="account_requests"
      columns={useColumns()}
      rowKey={(row) => String(row.requestId)}
      onRowClick={setOpen}
      empty={
        <EmptyState
          title={t(list.isFiltered ? "list.found" : "list.none")}
          text={list.isFiltered ? "" : t("list.noneText")}
        />
      }
      cards={(row) => <RequestCard row={row} onOpen={setOpen} />}
    >
      {open === null ? null : <RequestDrawer request={open} onClose={() => setOpen(null)} />}
    </QueryTable>
  );
}

function RequestSearch(props: SearchProps<(typeof filters)[number]>) {
  const { t } = useTranslation("system-account-requests");
  const { form, field } = useSearchFields(props);
  return (
    <SearchForm {...form}>
      <KeywordField label={t("list.keyword")} {...field("keyword")} />
      <ChoiceField
        label={t("field.state")}
        options={accountRequestState.options.map((value) => ({ value, label: t(`state.${value}`) }))}
        {...field("state")}
      />
    </SearchForm>
  );
}

function useColumns(): Column<AccountRequest>[] {
  const { t } = useTranslation("system-account-requests");
  return [
    { id: "at", label: t("field.age"), width: 130, cell: (row) => <Age at={row.at} /> },
    {
      id: "userName",
      label: t("field.userName"),
      width: 150,
      required: true,
      cell: (row) => <span className="code">{row.userName}</span>,
    },
    { id: "nickName", label: t("field.nickName"), width: 130, cell: (row) => row.nickName },
    { id: "unit", label: t("field.unit"), width: 190, cell: (row) => <UnitOf row={row} /> },
    { id: "email", label: t("field.email"), width: 220, cell: (row) => <MailOf row={row} /> },
    { id: "phonenumber", label: t("field.phonenumber"), width: 140, cell: (row) => row.phonenumber || "—" },
    { id: "purpose", label: t("field.purpose"), width: 240, cell: (row) => row.purpose || "—" },
    {
      id: "duplicates",
      label: t("field.duplicates"),
      width: 220,
      cell: (row) => <Duplicates of={row} />,
    },
    {
      id: "state",
      label: t("field.state"),
      width: 120,
      required: true,
      cell: (row) => <State tone={requestTones[row.state]} label={t(`state.${row.state}`)} />,
    },
  ];
}

function UnitOf({ row }: { row: AccountRequest }) {
  const { t } = useTranslation("system-account-requests");
  if (row.deptId !== null) return row.deptName;
  return (
    <span className="request-stack">
      {row.unitText || "—"}
      <State tone="warn" label={t("list.unknownUnit")} />
    </span>
  );
}

function MailOf({ row }: { row: AccountRequest }) {
  const { t } = useTranslation("system-account-requests");
  if (row.email === "") return "—";
  return (
    <span className="request-stack">
      <span className="code">{row.email}</span>
      <State
        tone={row.isEmailConfirmed ? "ok" : "off"}
        label={t(row.isEmailConfirmed ? "mail.confirmed" : "mail.unconfirmed")}
      />
    </span>
  );
}

function RequestCard({ row, onOpen }: { row: AccountRequest; onOpen: (row: AccountRequest) => void }) {
  const { t } = useTranslation("system-account-requests");
  return (
    <button type="button" className="request-card record-card" onClick={() => onOpen(row)}>
      <span className="record-line">
        <strong>{row.nickName}</strong>
        <State tone={requestTones[row.state]} label={t(`state.${row.state}`)} />
      </span>
      <span className="record-line record-quiet">
        <span className="code">{row.userName}</span>
        <Age at={row.at} />
      </span>
      <UnitOf row={row} />
      {row.purpose === "" ? null : <span className="record-quiet">{row.purpose}</span>}
      <Duplicates of={row} />
    </button>
  );
}
