import "./login-log.css";
import { useMutation } from "@tanstack/react-query";
import { exportLogIns, type LogInEntry, listLogIns } from "@tracewater/contract/system/login-log";
import Button from "antd/es/button";
import { Download } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Allowed } from "../../../api/allowed.tsx";
import type { ApiError } from "../../../api/api-error.ts";
import { saveFile } from "../../../api/file-calls.ts";
import { useApi } from "../../../api/use-api.ts";
import { Blank } from "../../../kit/blank.tsx";
import { Card } from "../../../kit/card.tsx";
import type { Column } from "../../../kit/data-table/column.ts";
import { TableToolbar } from "../../../kit/data-table/table-toolbar.tsx";
import { PageFrame } from "../../../kit/page-frame.tsx";
import { State } from "../../../kit/state.tsx";
import { useUrlFilters } from "../../../kit/use-url-filters.ts";
import { FoundRows } from "../../../resource/found-rows.tsx";
import { PermittedPage } from "../../../resource/permitted-page.tsx";
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
  const { filters, change, isFiltered } = useUrlFilters(logInFilters);
  const [searchShown, setSearchShown] = useState(true);
  const asked = Object.fromEntries(Object.entries(filters.values).filter(([, value]) => value !== ""));
  const query = { ...asked, pageNum: filters.page, pageSize: filters.size };
  const found = useApi(listLogIns, { query }, { keepPrevious: true, handled: true });
  const save = useMutation<void, ApiError>({ mutationFn: () => saveFile(exportLogIns, { query: asked }) });
  const columns = useColumns();
  return (
    <PageFrame fill>
      {searchShown ? (
        <LogInSearch
          key={JSON.stringify(filters.values)}
          values={filters.values}
          change={(values) => change({ values })}
        />
      ) : null}
      <Card flush fill className="login-log-rows">
        <TableToolbar
          tableId="login_log"
          columns={columns}
          selectedCount={0}
          searchShown={searchShown}
          onToggleSearch={() => setSearchShown(!searchShown)}
          onRefresh={() => void found.refetch()}
          refreshing={found.isFetching}
        >
          <Allowed to="monitor:logininfor:export">
            <Button icon={<Download size={15} />} loading={save.isPending} onClick={() => save.mutate()}>
              {t("export")}
            </Button>
          </Allowed>
        </TableToolbar>
        <FoundRows
          isFiltered={isFiltered}
          found={found}
          id="login_log"
          columns={columns}
          rowKey={(row) => String(row.infoId)}
          empty={<Blank title={t(isFiltered ? "none.found" : "none.yet")} />}
          cards={(row) => <LogInCard entry={row} />}
          page={filters.page}
          size={filters.size}
          onPage={(page, size) => change({ page, size })}
        />
        {found.data?.isMore ? (
          <p className="login-log-more">{t("more", { total: found.data.total })}</p>
        ) : null}
      </Card>
    </PageFrame>
  );
}

function useColumns(): Column<LogInEntry>[] {
  const { t } = useTranslation("system-login-log");
  const column = (
    id: keyof LogInEntry,
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
    <div className="login-log-card">
      <span className="login-log-line">
        <strong>{entry.userName}</strong>
        <Ending entry={entry} />
      </span>
      <span className="login-log-line login-log-quiet">
        <span>{from}</span>
        <span className="num">{entry.loginTime}</span>
      </span>
    </div>
  );
}
