import type { SamplingPlan } from "@tracewater/contract/laboratory/plans";
import type { Column } from "../../../kit/data-table/column.ts";
import { formatMoment } from "../../../kit/moment.ts";
import { PathLink } from "../../../kit/path-link.tsx";
import { PlanStateMark, ProgrammedMark, usePlanWords } from "./plan-words.tsx";

const pathOf = ({ planId }: SamplingPlan) => `/samplePoint/plan?id=${planId}`;
/** In the plan's own zone, to the minute. */
const moment = (at: number, zone: string) => formatMoment(at, zone).slice(0, 16);

export function usePlanColumns(): Column<SamplingPlan>[] {
  const word = usePlanWords();
  return [
    {
      ...{ id: "planNo", label: word("planNo"), width: 150, required: true, sortKey: "planNo" },
      cell: (row) => (
        <PathLink className="code" to={pathOf(row)}>
          {row.planNo}
        </PathLink>
      ),
    },
    { id: "name", label: word("name"), width: 190, sortKey: "name", cell: (row) => row.name },
    {
      ...{ id: "state", label: word("state"), width: 110 },
      cell: (row) => <PlanStateMark state={row.state} />,
    },
    { id: "point", label: word("point"), width: 210, cell: (row) => `${row.pointCode} ${row.pointName}` },
    { id: "device", label: word("device"), width: 120, cell: (row) => row.deviceName ?? "—" },
    {
      ...{ id: "programmed", label: word("programmed"), width: 190 },
      cell: (row) => <ProgrammedMark plan={row} />,
    },
    { id: "mode", label: word("mode"), width: 200, cell: (row) => word(`mode.${row.mode}`) },
    {
      ...{ id: "startsAt", label: word("startsAt"), width: 150, sortKey: "startsAt" },
      cell: (row) => <span className="num">{moment(row.startsAt, row.zone)}</span>,
    },
    {
      ...{ id: "endsAt", label: word("endsAt"), width: 150, sortKey: "endsAt" },
      cell: (row) => <span className="num">{moment(row.endsAt, row.zone)}</span>,
    },
    {
      ...{ id: "purpose", label: word("purpose"), width: 120, hiddenAtFirst: true },
      cell: (row) => word(`purpose.${row.purpose}`),
    },
    {
      ...{ id: "createdBy", label: word("createdBy"), width: 120, hiddenAtFirst: true },
      cell: (row) => row.createdBy,
    },
    {
      ...{ id: "approvedBy", label: word("approvedBy"), width: 120, hiddenAtFirst: true },
      cell: (row) => row.approvedBy ?? "—",
    },
    {
      ...{ id: "samplings", label: word("samplings"), width: 110, align: "right" },
      cell: (row) => <span className="num">{row.samplings}</span>,
    },
  ];
}

/** A plan on a phone. */
export function PlanCard({ row }: { row: SamplingPlan }) {
  const word = usePlanWords();
  return (
    <div className="record-card">
      <span className="record-line">
        <PathLink className="code" to={pathOf(row)}>
          {row.planNo}
        </PathLink>
        <PlanStateMark state={row.state} />
      </span>
      <span>{row.name}</span>
      <span className="record-quiet">{[row.pointCode, row.deviceName].filter(Boolean).join(" · ")}</span>
      <span className="record-quiet num">
        {`${moment(row.startsAt, row.zone)} – ${moment(row.endsAt, row.zone)}`}
      </span>
      <span className="record-line record-quiet">
        {word(`mode.${row.mode}`)}
        <ProgrammedMark plan={row} />
      </span>
    </div>
  );
}
