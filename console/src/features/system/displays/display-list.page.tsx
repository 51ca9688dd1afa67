import { type Display, displayState, listDisplays } from "@tracewater/contract/system/displays";
import Button from "antd/es/button";
import { Ban, Pencil, Plus } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Allowed } from "../../../api/allowed.tsx";
import { useApi } from "../../../api/use-api.ts";
import { Age } from "../../../kit/age.tsx";
import { actionsColumn, type Column } from "../../../kit/data-table/column.ts";
import { IconButton } from "../../../kit/icon-button.tsx";
import { formatNumber } from "../../../kit/number.ts";
import { ChoiceField, KeywordField } from "../../../kit/search-fields.tsx";
import { SearchForm } from "../../../kit/search-form.tsx";
import { State } from "../../../kit/state.tsx";
import { type SearchProps, useSearchFields } from "../../../kit/use-search-fields.ts";
import { useUrlFilters } from "../../../kit/use-url-filters.ts";
import { EmptyList } from "../../../resource/empty-list.tsx";
import { PermittedPage } from "../../../resource/permitted-page.tsx";
import { QueryTable } from "../../../resource/query-table.tsx";
import { DisplayForm } from "./display-form.tsx";
import { RevokeDialog } from "./revoke-dialog.tsx";

const renewMs = 30_000;

/** The paired displays: what they show, and whether they still do. */
export default function DisplayListPage() {
  return (
    <PermittedPage to="situation:display:list">
      <DisplayList />
    </PermittedPage>
  );
}

type Acts = { onEdit: (row: Display) => void; onRevoke: (row: Display) => void };

function DisplayList() {
  const { t } = useTranslation("system-displays");
  const list = useUrlFilters(["keyword", "state"]);
  // A phone that read the code of a display comes with its digits.
  const [read] = useState(() => new URLSearchParams(location.search).get("pair") ?? undefined);
  const [editing, setEditing] = useState<Display | "new" | null>(read === undefined ? null : "new");
  const [revoking, setRevoking] = useState<Display | null>(null);
  const options = { keepPrevious: true, handled: true, everyMs: renewMs };
  const found = useApi(listDisplays, { query: list.query }, options);
  const acts = { onEdit: setEditing, onRevoke: setRevoking };
  const address = `${location.origin}/visual/display`;
  return (
    <QueryTable
      list={list}
      found={found}
      search={DisplaySearch}
      actions={
        <Allowed to="situation:display:pair">
          <Button type="primary" icon={<Plus size={16} />} onClick={() => setEditing("new")}>
            {t("pair.open")}
          </Button>
        </Allowed>
      }
      id="display"
      columns={useColumns(acts)}
      rowKey={(row) => String(row.displayId)}
      empty={
        <EmptyList
          title={t(list.isFiltered ? "none.found" : "none.yet")}
          text={t("none.text", { address })}
          add={list.isFiltered ? null : { to: "situation:display:pair", onClick: () => setEditing("new") }}
        />
      }
      cards={(row) => <DisplayCard row={row} {...acts} />}
    >
      {editing === null ? null : (
        <DisplayForm
          display={editing === "new" ? null : editing}
          code={read}
          onClose={() => setEditing(null)}
        />
      )}
      {revoking === null ? null : <RevokeDialog row={revoking} onClose={() => setRevoking(null)} />}
    </QueryTable>
  );
}

function DisplaySearch(props: SearchProps<"keyword" | "state">) {
  const { t } = useTranslation("system-displays");
  const { form, field } = useSearchFields(props);
  return (
    <SearchForm {...form}>
      <KeywordField label={t("search.keyword")} {...field("keyword")} />
      <ChoiceField
        label={t("column.state")}
        options={displayState.options.map((value) => ({ value, label: t(`state.${value}`) }))}
        {...field("state")}
      />
    </SearchForm>
  );
}

function useColumns(acts: Acts): Column<Display>[] {
  const { t } = useTranslation("system-displays");
  const number = (value: number | null | undefined, digits = 0) => (
    <span className="num">
      {value === null || value === undefined ? "—" : formatNumber(Number(value.toFixed(digits)))}
    </span>
  );
  return [
    { id: "name", label: t("column.name"), width: 170, cell: (row) => row.name, required: true },
    { id: "state", label: t("column.state"), width: 130, cell: (row) => <DisplayStateTag row={row} /> },
    { id: "unitName", label: t("column.unitName"), width: 150, cell: (row) => row.unitName },
    {
      ...{ id: "screens", label: t("column.screens"), width: 220 },
      cell: (row) => row.screens.map((one) => t(`screen.${one}`)).join(", "),
    },
    {
      ...{ id: "heartbeatAt", label: t("column.heartbeatAt"), width: 120 },
      cell: (row) => <Age at={row.heartbeatAt} />,
    },
    {
      ...{ id: "framesPerSecond", label: t("column.framesPerSecond"), width: 90, align: "right" as const },
      cell: (row) => number(row.report?.framesPerSecond),
    },
    {
      ...{ id: "heapMb", label: t("column.heapMb"), width: 110, align: "right" as const },
      cell: (row) => number(row.report?.heapMb),
    },
    {
      ...{ id: "resolution", label: t("column.resolution"), width: 120 },
      cell: ({ report }) => (
        <span className="num">{report === null ? "—" : `${report.width} × ${report.height}`}</span>
      ),
    },
    {
      ...{ id: "build", label: t("column.build"), width: 110 },
      cell: (row) => (row.report === null ? "—" : t(row.isCurrent ? "current" : "outdated")),
    },
    {
      ...{ id: "dataAgeS", label: t("column.dataAgeS"), width: 110 },
      cell: ({ report, heartbeatAt }) =>
        report === null || report.dataAgeS === null || heartbeatAt === null ? (
          "—"
        ) : (
          <Age at={heartbeatAt - report.dataAgeS * 1000} />
        ),
    },
    {
      ...{ id: "address", label: t("column.address"), width: 130, hiddenAtFirst: true },
      cell: (row) => <span className="code">{row.address}</span>,
    },
    {
      ...{ id: "browser", label: t("column.browser"), width: 170, hiddenAtFirst: true },
      cell: (row) => `${row.browser} ${row.os}`.trim() || "—",
    },
    { id: "pairedBy", label: t("column.pairedBy"), width: 120, cell: (row) => row.pairedBy },
    {
      ...{ id: "pairedTime", label: t("column.pairedTime"), width: 168, hiddenAtFirst: true },
      cell: (row) => <span className="num">{row.pairedTime}</span>,
    },
    actionsColumn(t("actions"), 96, (row) => <RowActions row={row} {...acts} />),
  ];
}

function DisplayStateTag({ row }: { row: Display }) {
  const { t } = useTranslation("system-displays");
  const tone = { reporting: "ok", silent: "warn", waiting: "off" } as const;
  return <State tone={tone[row.state]} label={t(`state.${row.state}`)} />;
}

function RowActions({ row, onEdit, onRevoke }: { row: Display } & Acts) {
  const { t } = useTranslation("system-displays");
  return (
    <>
      <Allowed to="situation:display:edit">
        <IconButton label={t("edit.open", { name: row.name })} opensRow onClick={() => onEdit(row)}>
          <Pencil />
        </IconButton>
      </Allowed>
      <Allowed to="situation:display:revoke">
        <IconButton label={t("revoke.open", { name: row.name })} onClick={() => onRevoke(row)}>
          <Ban />
        </IconButton>
      </Allowed>
    </>
  );
}

function DisplayCard({ row, ...acts }: { row: Display } & Acts) {
  return (
    <div className="record-card">
      <span className="record-line">
        <strong>{row.name}</strong>
        <DisplayStateTag row={row} />
      </span>
      <span>{row.unitName}</span>
      <span className="record-line record-quiet">
        <Age at={row.heartbeatAt} />
        <RowActions row={row} {...acts} />
      </span>
    </div>
  );
}
