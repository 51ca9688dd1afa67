import "./audit.css";
import { exportOperations, listOperations, type Operation } from "@tracewater/contract/system/audit";
import Button from "antd/es/button";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { hasPermission, useSession } from "../../../api/session.ts";
import { useApi } from "../../../api/use-api.ts";
import type { Column } from "../../../kit/data-table/column.ts";
import { EmptyState } from "../../../kit/empty-state.tsx";
import type { TextKey } from "../../../kit/text-key.ts";
import { useUrlFilters } from "../../../kit/use-url-filters.ts";
import { ExportButton } from "../../../resource/export-button.tsx";
import { PermittedPage } from "../../../resource/permitted-page.tsx";
import { QueryTable } from "../../../resource/query-table.tsx";
import { ChainState } from "./chain-state.tsx";
import { Ending } from "./ending.tsx";
import { OperationDrawer } from "./operation-drawer.tsx";
import { OperationSearch, operationFilters } from "./operation-search.tsx";
import { useSubjectLabels } from "./subject-labels.ts";

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
  const list = useUrlFilters(operationFilters);
  const [opened, setOpened] = useState<number | null>(null);
  const found = useApi(listOperations, { query: list.query }, { keepPrevious: true, handled: true });
  const mayOpen = hasPermission("monitor:operlog:query", session);
  return (
    <QueryTable
      list={list}
      found={found}
      search={OperationSearch}
      above={<ChainState />}
      actions={
        <ExportButton to="monitor:operlog:export" call={exportOperations} input={{ query: list.asked }} />
      }
      id="operation_log"
      columns={useColumns()}
      rowKey={(row) => String(row.operId)}
      empty={<EmptyState title={t(list.isFiltered ? "none.found" : "none.yet")} />}
      cards={(row) => <OperationCard operation={row} onOpen={mayOpen ? () => setOpened(row.operId) : null} />}
      onRowClick={mayOpen ? (row) => setOpened(row.operId) : undefined}
      more={found.data?.isMore ? t("more", { total: found.data.total }) : null}
    >
      {opened === null ? null : <OperationDrawer id={opened} onClose={() => setOpened(null)} />}
    </QueryTable>
  );
}

function useColumns(): Column<Operation>[] {
  const { t } = useTranslation("system-audit");
  const subjectLabel = useSubjectLabels();
  const column = (
    id: keyof Operation & TextKey<"system-audit", "column">,
    width: number,
    cell: Column<Operation>["cell"],
    more: Partial<Column<Operation>> = {},
  ): Column<Operation> => ({ id, label: t(`column.${id}`), width, cell, ...more });
  return [
    column("operId", 80, (row) => <span className="num">{row.operId}</span>, { align: "right" }),
    column("operTime", 168, (row) => <span className="num">{row.operTime}</span>),
    column("operName", 130, (row) => row.operName || "—", { required: true }),
    column("deptName", 150, (row) => row.deptName || "—", { hiddenAtFirst: true }),
    column("title", 210, (row) => row.title, { required: true }),
    column("thing", 220, (row) => subjectLabel(row.thing) || "—"),
    column("status", 130, (row) => <Ending operation={row} />),
    column("operIp", 130, (row) => <span className="code">{row.operIp}</span>),
    column("costTime", 120, (row) => <span className="num">{row.costTime}</span>, {
      align: "right",
      unit: "ms",
      hiddenAtFirst: true,
    }),
    column("errorMsg", 240, (row) => row.errorMsg || "—", { hiddenAtFirst: true }),
    column("call", 180, (row) => <span className="code">{row.call}</span>, { hiddenAtFirst: true }),
    column("agent", 240, (row) => row.agent || "—", { hiddenAtFirst: true }),
  ];
}

function OperationCard({ operation, onOpen }: { operation: Operation; onOpen: (() => void) | null }) {
  const { t } = useTranslation("system-audit");
  const subjectLabel = useSubjectLabels();
  const about = [operation.operName, operation.deptName].filter((one) => one !== "").join(" · ");
  return (
    <div className="record-card audit-card">
      <span className="record-line">
        <strong>{operation.title}</strong>
        <Ending operation={operation} />
      </span>
      {operation.thing === "" ? null : <span>{subjectLabel(operation.thing)}</span>}
      <span className="record-line record-quiet">
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
