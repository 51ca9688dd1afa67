import type { Entrustment } from "@tracewater/contract/evidence/entrustment-fields";
import type { Column } from "../../../kit/data-table/column.ts";
import { formatDay, formatMoment } from "../../../kit/moment.ts";
import { PathLink } from "../../../kit/path-link.tsx";
import { State } from "../../../kit/state.tsx";
import { EntrustmentStateMark, entrustmentPath, useEntrustmentLabels } from "./evidence-labels.tsx";

export function useEntrustmentColumns(): Column<Entrustment>[] {
  const label = useEntrustmentLabels();
  return [
    {
      ...{ id: "entrustmentNo", label: label("entrustmentNo"), width: 185, required: true },
      sortKey: "entrustmentNo",
      cell: (row) => (
        <PathLink className="code" to={entrustmentPath(row.entrustmentId)}>
          {row.entrustmentNo}
        </PathLink>
      ),
    },
    {
      ...{ id: "state", label: label("state"), width: 130 },
      cell: (row) => <EntrustmentStateMark state={row.state} />,
    },
    {
      ...{ id: "clientName", label: label("clientName"), width: 230, sortKey: "clientName" },
      cell: (row) => row.clientName,
    },
    { id: "caseNo", label: label("caseNo"), width: 130, cell: (row) => row.caseNo || "—" },
    {
      ...{ id: "workTypes", label: label("workTypes"), width: 210 },
      cell: (row) => row.workTypes.map((type) => label(`workTypes.${type}`)).join(", "),
    },
    {
      ...{ id: "decision", label: label("decision"), width: 185 },
      cell: (row) => (row.decision === null ? "—" : label(`decision.${row.decision}`)),
    },
    {
      ...{ id: "decisionDue", label: label("decisionDue"), width: 130, sortKey: "decisionDue" },
      cell: (row) => <DueDay day={row.decisionDue} isLate={row.isDecisionLate} />,
    },
    {
      ...{ id: "dueDate", label: label("dueDate"), width: 120, sortKey: "dueDate" },
      cell: (row) => <DueDay day={row.dueDate} isLate={isOpinionLate(row)} />,
    },
    {
      ...{ id: "itemCount", label: label("itemCount"), width: 75, align: "right" },
      cell: (row) => <span className="num">{row.itemCount}</span>,
    },
    {
      ...{ id: "reportNo", label: label("reportNo"), width: 130, hiddenAtFirst: true },
      cell: (row) => row.reportNo || "—",
    },
    {
      ...{ id: "unitName", label: label("unitName"), width: 150, hiddenAtFirst: true },
      cell: (row) => row.unitName,
    },
    {
      ...{ id: "createdAt", label: label("createdAt"), width: 175, sortKey: "createdAt" },
      cell: (row) => <span className="num">{formatMoment(row.createdAt)}</span>,
    },
  ];
}

/** The opinion is owed and its day is over. */
export function isOpinionLate({ state, dueDate }: Pick<Entrustment, "state" | "dueDate">): boolean {
  return (
    (state === "accepted" || state === "inProgress") && dueDate !== null && dueDate < formatDay(Date.now())
  );
}

/** A day by which something is due, marked where it is over. */
export function DueDay({ day, isLate }: { day: string | null; isLate: boolean }) {
  if (day === null) return "—";
  return isLate ? <State tone="critical" label={day} /> : <span className="num">{day}</span>;
}

/** An entrustment on a phone. */
export function EntrustmentCard({ row }: { row: Entrustment }) {
  const label = useEntrustmentLabels();
  return (
    <div className="record-card">
      <span className="record-line">
        <PathLink className="code" to={entrustmentPath(row.entrustmentId)}>
          {row.entrustmentNo}
        </PathLink>
        <EntrustmentStateMark state={row.state} />
      </span>
      <span>{row.clientName}</span>
      {row.decisionDue === null ? null : (
        <span>
          {label("decisionDue")} <DueDay day={row.decisionDue} isLate={row.isDecisionLate} />
        </span>
      )}
      {isOpinionLate(row) ? (
        <span>
          {label("dueDate")} <DueDay day={row.dueDate} isLate />
        </span>
      ) : null}
      <span className="record-quiet">
        {row.workTypes.map((type) => label(`workTypes.${type}`)).join(", ")}
      </span>
    </div>
  );
}
