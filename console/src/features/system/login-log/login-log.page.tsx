import { exportLogIns, type LogInEntry, listLogIns } from "@tracewater/contract/system/login-log";
import { useTranslation } from "react-i18next";
import { useApi } from "../../../api/use-api.ts";
import type { Column } from "../../../kit/data-table/column.ts";
import { EmptyState } from "../../../kit/empty-state.tsx";
import { State } from "../../../kit/state.tsx";
import type { TextKey } from "../../../kit/text-key.ts";
import { useUrlFilters } from "../../../kit/use-url-filters.ts";
import { ExportButton } from "../../../resource/export-button.tsx";
import { PermittedPage } from "../../../resource/permitted-page.tsx";
import { QueryTable } from "../../../resource/query-table.tsx";
import { LogInSearch, logInFilters } from "./login-search.tsx";

/** Who came in and left, and who was not let in and why. */
export default function LogInLogPage() {
  return (
    <PermittedPage to="monitor:logininfor:list">
      <LogInLog />
    </PermittedPage>
  );
}

function LogInLog() {
  const { t } = useTranslation("system-login-log");
  const list = useUrlFilters(logInFilters);
  const found = useApi(listLogIns, { query: list.query }, { keepPrevious: true, handled: true });
  return (
    <QueryTable
      list={list}
      found={found}
      search={LogInSearch}
      actions={
        <ExportButton to="monitor:logininfor:export" call={exportLogIns} input={{ query: list.asked }} />
      }
      id="login_log"
      columns={useColumns()}
      rowKey={(row) => String(row.infoId)}
      empty={<EmptyState title={t(list.isFiltered ? "none.found" : "none.yet")} />}
      cards={(row) => <LogInCard entry={row} />}
      more={found.data?.isMore ? t("more", { total: found.data.total }) : null}
    />
  );
}

function useColumns(): Column<LogInEntry>[] {
  const { t } = useTranslation("system-login-log");
  const column = (
    id: keyof LogInEntry & TextKey<"system-login-log", "column">,
    width: number,
    cell: Column<LogInEntry>["cell"],
    more: Partial<Column<LogInEntry>> = {},
  ): Column<LogInEntry> => ({ id, label: t(`column.${id}`), width, cell, ...more });
  return [
    column("infoId", 80, (row) => <span className="num">{row.infoId}</span>, { align: "right" }),
    column("loginTime", 168, (row) => <span className="num">{row.loginTime}</span>),
    column("userName", 160, (row) => row.userName, { required: true }),
    column("deptName", 180, (row) => row.deptName || "—"),
    column("msg", 220, (row) => <Ending entry={row} />, { required: true }),
    column("way", 150, (row) => t(`way.${row.way}`)),
    column("factor", 150, (row) => t(`factor.${row.factor}`)),
    column("ipaddr", 140, (row) => <span className="code">{row.ipaddr}</span>),
    column("browser", 140, (row) => row.browser || "—"),
    column("os", 140, (row) => row.os || "—"),
    column("agent", 280, (row) => row.agent || "—", { hiddenAtFirst: true }),
  ];
}

function Ending({ entry }: { entry: LogInEntry }) {
  if (entry.kind === "logOut") return <State tone="off" label={entry.msg} />;
  return <State tone={entry.status === "0" ? "ok" : "warn"} label={entry.msg} />;
}

function LogInCard({ entry }: { entry: LogInEntry }) {
  const from = [entry.ipaddr, entry.browser, entry.os].filter((one) => one !== "").join(" · ");
  return (
    <div className="record-card">
      <span className="record-line">
        <strong>{entry.userName}</strong>
        <Ending entry={entry} />
      </span>
      <span className="record-line record-quiet">
        <span>{from}</span>
        <span className="num">{entry.loginTime}</span>
      </span>
    </div>
  );
}
