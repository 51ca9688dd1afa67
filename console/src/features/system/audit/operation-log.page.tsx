import "./audit.css";
import { useMutation } from "@tanstack/react-query";
import { exportOperations, listOperations, type Operation } from "@tracewater/contract/system/audit";
import Button from "antd/es/button";
import { Download } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Allowed } from "../../../api/allowed.tsx";
import type { ApiError } from "../../../api/api-error.ts";
import { saveFile } from "../../../api/file-calls.ts";
import { hasPermission, useSession } from "../../../api/session.ts";
import { useApi } from "../../../api/use-api.ts";
import { Blank } from "../../../kit/blank.tsx";
import { Card } from "../../../kit/card.tsx";
import type { Column } from "../../../kit/data-table/column.ts";
import { TableToolbar } from "../../../kit/data-table/table-toolbar.tsx";
import { PageFrame } from "../../../kit/page-frame.tsx";
import { useUrlFilters } from "../../../kit/use-url-filters.ts";
import { FoundRows } from "../../../resource/found-rows.tsx";
import { PermittedPage } from "../../../resource/permitted-page.tsx";
import { ChainState } from "./chain-state.tsx";
import { Ending } from "./ending.tsx";
import { OperationDrawer } from "./operation-drawer.tsx";
import { OperationSearch, operationFilters } from "./operation-search.tsx";
import { useThingWords } from "./thing-words.ts";

/** Who did what, when, from where; whether the log is whole. */
export default function OperationLogPage() {
  return (
    <PermittedPage to="monitor:operlog:list">
      <OperationLog />
    </PermittedPage>
  );
}

function OperationLog() {
  const { t } = useTranslation("system-audit");
  const session = useSession();
  const { filters, change, isFiltered } = useUrlFilters(operationFilters);
  const [searchShown, setSearchShown] = useState(true);
  const [opened, setOpened] = useState<number | null>(null);
  const asked = Object.fromEntries(Object.entries(filters.values).filter(([, value]) => value !== ""));
  const query = { ...asked, pageNum: filters.page, pageSize: filters.size };
  const found = useApi(listOperations, { query }, { keepPrevious: true, handled: true });
  const save = useMutation<void, ApiError>({
    mutationFn: () => saveFile(exportOperations, { query: asked }),
  });
  const mayOpen = hasPermission("monitor:operlog:query", session);
  const columns = useColumns();
  return (
    <PageFrame fill>
      {searchShown ? (
        <OperationSearch
          key={JSON.stringify(filters.values)}
          values={filters.values}
          change={(values) => change({ values })}
        />
      ) : null}
      <ChainState />
      <Card flush fill className="audit-log-card">
        <TableToolbar
          tableId="operation_log"
          columns={columns}
          selectedCount={0}
          searchShown={searchShown}
          onToggleSearch={() => setSearchShown(!searchShown)}
          onRefresh={() => void found.refetch()}
          refreshing={found.isFetching}
        >
          <Allowed to="monitor:operlog:export">
            <Button icon={<Download size={15} />} loading={save.isPending} onClick={() => save.mutate()}>
              {t("export")}
            </Button>
          </Allowed>
        </TableToolbar>
        <FoundRows
          isFiltered={isFiltered}
          found={found}
          id="operation_log"
          columns={columns}
          rowKey={(row) => String(row.operId)}
          empty={<Blank title={t(isFiltered ? "none.found" : "none.yet")} />}
          cards={(row) => (
            <OperationCard operation={row} onOpen={mayOpen ? () => setOpened(row.operId) : null} />
          )}
          onRowClick={mayOpen ? (row) => setOpened(row.operId) : undefined}
          page={filters.page}
          size={filters.size}
          onPage={(page, size) => change({ page, size })}
        />
        {found.data?.isMore ? <p className="audit-more">{t("more", { total: found.data.total })}</p> : null}
      </Card>
      {opened === null ? null : <OperationDrawer id={opened} onClose={() => setOpened(null)} />}
    </PageFrame>
  );
}

function useColumns(): Column<Operation>[] {
  const { t } = useTranslation("system-audit");
  const thingOf = useThingWords();
  const column = (
    id: keyof Operation,
    width: number,
    cell: Column<Operation>["cell"],
    more: Partial<Column<Operation>> = {},
  ): Column<Operation> => ({ id, label: t(`column.${id}`), width, cell, ...more });
  return [
    column("operId", 80, (row) => <span className="num">{row.operId}</span>, { align: "right" }),
    column("operTime", 168, (row) => <span className="num">{row.operTime}</span>),
    column("operName", 130, (row) => row.operName || "—", { required: true }),
    column("deptName", 150, (row) => row.deptName || "—"),
    column("title", 210, (row) => row.title, { required: true }),
    column("thing", 220, (row) => thingOf(row.thing) || "—"),
    column("status", 130, (row) => <Ending operation={row} />),
    column("operIp", 130, (row) => <span className="code">{row.operIp}</span>),
    column("costTime", 96, (row) => <span className="num">{row.costTime}</span>, {
      align: "right",
      unit: "ms",
    }),
    column("errorMsg", 240, (row) => row.errorMsg || "—", { hiddenAtFirst: true }),
    column("call", 180, (row) => <span className="code">{row.call}</span>, { hiddenAtFirst: true }),
    column("agent", 240, (row) => row.agent || "—", { hiddenAtFirst: true }),
  ];
}

function OperationCard({ operation, onOpen }: { operation: Operation; onOpen: (() => void) | null }) {
  const { t } = useTranslation("system-audit");
  const thingOf = useThingWords();
  const about = [operation.operName, operation.deptName].filter((one) => one !== "").join(" · ");
  return (
    <div className="audit-card">
      <span className="audit-card-line">
        <strong>{operation.title}</strong>
        <Ending operation={operation} />
      </span>
      {operation.thing === "" ? null : <span>{thingOf(operation.thing)}</span>}
      <span className="audit-card-line audit-quiet">
        <span>{about}</span>
        <span className="num">{operation.operTime}</span>
      </span>
      {onOpen === null ? null : (
        <Button size="small" onClick={onOpen} aria-label={t("openOne", { id: operation.operId })}>
          {t("open")}
        </Button>
      )}
    </div>
  );
}
