import "./api-keys.css";
import { type ApiKey, apiKeyState, listApiKeys } from "@tracewater/contract/system/api-keys";
import Button from "antd/es/button";
import { Ban, Plus } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Allowed } from "../../../api/allowed.tsx";
import { useApi } from "../../../api/use-api.ts";
import { actionsColumn, type Column } from "../../../kit/data-table/column.ts";
import { IconButton } from "../../../kit/icon-button.tsx";
import { ChoiceField, KeywordField } from "../../../kit/search-fields.tsx";
import { SearchForm } from "../../../kit/search-form.tsx";
import { State } from "../../../kit/state.tsx";
import type { TextKey } from "../../../kit/text-key.ts";
import { type SearchProps, useSearchFields } from "../../../kit/use-search-fields.ts";
import { useUrlFilters } from "../../../kit/use-url-filters.ts";
import { EmptyList } from "../../../resource/empty-list.tsx";
import { PermittedPage } from "../../../resource/permitted-page.tsx";
import { QueryTable } from "../../../resource/query-table.tsx";
import { AddKeyDialog } from "./add-key-dialog.tsx";
import { RevokeDialog } from "./revoke-dialog.tsx";

/** Keys for programs: who made them for whom, what they may do, until when, when they were last used. */
export default function ApiKeyListPage() {
  return (
    <PermittedPage to="system:apiKey:list">
      <ApiKeyList />
    </PermittedPage>
  );
}

function ApiKeyList() {
  const { t } = useTranslation("system-api-keys");
  const list = useUrlFilters(["keyword", "state"]);
  const [adding, setAdding] = useState(false);
  const [revoking, setRevoking] = useState<ApiKey | null>(null);
  const found = useApi(listApiKeys, { query: list.query }, { keepPrevious: true, handled: true });
  return (
    <QueryTable
      list={list}
      found={found}
      search={KeySearch}
      actions={
        <Allowed to="system:apiKey:add">
          <Button type="primary" icon={<Plus size={16} />} onClick={() => setAdding(true)}>
            {t("add.open")}
          </Button>
        </Allowed>
      }
      id="api_key"
      columns={useColumns(setRevoking)}
      rowKey={(row) => String(row.keyId)}
      empty={
        <EmptyList
          title={t(list.isFiltered ? "none.found" : "none.yet")}
          text={t("none.text")}
          add={list.isFiltered ? null : { to: "system:apiKey:add", onClick: () => setAdding(true) }}
        />
      }
      cards={(row) => <KeyCard row={row} onRevoke={setRevoking} />}
    >
      {adding ? <AddKeyDialog onClose={() => setAdding(false)} /> : null}
      {revoking === null ? null : <RevokeDialog row={revoking} onClose={() => setRevoking(null)} />}
    </QueryTable>
  );
}

function KeySearch(props: SearchProps<"keyword" | "state">) {
  const { t } = useTranslation("system-api-keys");
  const { form, field } = useSearchFields(props);
  return (
    <SearchForm {...form}>
      <KeywordField label={t("search.keyword")} {...field("keyword")} />
      <ChoiceField
        label={t("column.state")}
        options={apiKeyState.options.map((value) => ({ value, label: t(`state.${value}`) }))}
        {...field("state")}
      />
    </SearchForm>
  );
}

function useColumns(onRevoke: (row: ApiKey) => void): Column<ApiKey>[] {
  const { t } = useTranslation("system-api-keys");
  const column = (
    id: keyof ApiKey & TextKey<"system-api-keys", "column">,
    width: number,
    cell: Column<ApiKey>["cell"],
    more: Partial<Column<ApiKey>> = {},
  ): Column<ApiKey> => ({ id, label: t(`column.${id}`), width, cell, ...more });
  return [
    column("name", 180, (row) => row.name, { required: true }),
    column("hint", 130, (row) => <span className="code">{row.hint}…</span>),
    column("userName", 130, (row) => row.userName),
    column("makerName", 130, (row) => row.makerName),
    column("permissions", 100, (row) => <span className="num">{row.permissions.length}</span>, {
      align: "right",
    }),
    column("state", 190, (row) => <KeyState row={row} />),
    column("expireTime", 168, (row) => <span className="num">{row.expireTime}</span>),
    column("lastUsedTime", 168, (row) => <span className="num">{row.lastUsedTime ?? "—"}</span>),
    column("lastAddress", 130, (row) => <span className="code">{row.lastAddress ?? "—"}</span>, {
      hiddenAtFirst: true,
    }),
    column("createTime", 168, (row) => <span className="num">{row.createTime}</span>, {
      hiddenAtFirst: true,
    }),
    actionsColumn(t("actions"), 64, (row) => <RevokeButton row={row} onRevoke={onRevoke} />),
  ];
}

function KeyState({ row }: { row: ApiKey }) {
  const { t } = useTranslation("system-api-keys");
  const tone = row.state === "active" ? "ok" : row.state === "revoked" ? "off" : "warn";
  const why = row.state === "blocked" ? { title: t("blockedHint") } : {};
  return <State tone={tone} label={t(`state.${row.state}`)} {...why} />;
}

function RevokeButton(props: { row: ApiKey; onRevoke: (row: ApiKey) => void }) {
  const { t } = useTranslation("system-api-keys");
  const { row } = props;
  if (row.state !== "active" && row.state !== "blocked") return null;
  return (
    <Allowed to="system:apiKey:remove">
      <IconButton label={t("revoke.open", { name: row.name })} onClick={() => props.onRevoke(row)}>
        <Ban />
      </IconButton>
    </Allowed>
  );
}

function KeyCard(props: { row: ApiKey; onRevoke: (row: ApiKey) => void }) {
  const { t } = useTranslation("system-api-keys");
  const { row } = props;
  return (
    <div className="record-card">
      <span className="record-line">
        <strong>{row.name}</strong>
        <KeyState row={row} />
      </span>
      <span className="code">{row.hint}…</span>
      <span className="record-line record-quiet">
        <span>{t("until", { time: row.expireTime })}</span>
        <RevokeButton {...props} />
      </span>
    </div>
  );
}
