import type { SamplingPlan } from "@tracewater/contract/laboratory/plans";
import type { Column } from "../../../kit/data-table/column.ts";
import { formatMoment } from "../../../kit/moment.ts";
import { PathLink } from "../../../kit/path-link.tsx";
import { PlanStateMark, ProgrammedMark, usePlanLabels } from "./plan-labels.tsx";

const pathOf = ({ planId }: SamplingPlan) => `/samplePoint/plan?id=${planId}`;
/** In the plan's own zone, to the minute. */
const moment = (at: number, zone: string) => formatMoment(at, zone).slice(0, 16);

export function usePlanColumns(): Column<SamplingPlan>[] {
  const label = usePlanLabels();
  return [
    {
      ...{ id: "planNo", label: label("planNo"), width: 144, required: true, sortKey: "planNo" },
      cell: (row) => (
        <PathLink className="code" to={pathOf(row)}>
          {row.planNo}
        </PathLink>
      ),
    },
    {
      ...{ id: "name", label: label("name"), width: 144, flexible: true, sortKey: "name" },
      cell: (row) => row.name,
    },
    {
      ...{ id: "state", label: label("state"), width: 120 },
      cell: (row) => <PlanStateMark state={row.state} />,
    },
    {
      ...{ id: "point", label: label("point"), width: 160, flexible: true },
      cell: (row) => `${row.pointCode} ${row.pointName}`,
    },
    { id: "device", label: label("device"), width: 110, cell: (row) => row.deviceName ?? "—" },
    {
      ...{ id: "programmed", label: label("programmed"), width: 160 },
      cell: (row) => <ProgrammedMark plan={row} />,
    },
    {
      id: "mode",
      label: label("mode"),
      width: 200,
      hiddenAtFirst: true,
      cell: (row) => label(`mode.${row.mode}`),
    },
    {
      ...{ id: "startsAt", label: label("startsAt"), width: 140, sortKey: "startsAt" },
      cell: (row) => <span className="num">{moment(row.startsAt, row.zone)}</span>,
    },
    {
      ...{ id: "endsAt", label: label("endsAt"), width: 152, sortKey: "endsAt" },
      cell: (row) => <span className="num">{moment(row.endsAt, row.zone)}</span>,
    },
    {
      ...{ id: "purpose", label: label("purpose"), width: 120, hiddenAtFirst: true },
      cell: (row) => label(`purpose.${row.purpose}`),
    },
    {
      ...{ id: "createdBy", label: label("createdBy"), width: 120, hiddenAtFirst: true },
      cell: (row) => row.createdBy,
    },
    {
      ...{ id: "approvedBy", label: label("approvedBy"), width: 120, hiddenAtFirst: true },
      cell: (row) => row.approvedBy ?? "—",
    },
    {
      ...{ id: "samplings", label: label("samplings"), width: 110, hiddenAtFirst: true, align: "right" },
      cell: (row) => <span className="num">{row.samplings}</span>,
    },
  ];
}

/** A plan on a phone. */
export function PlanCard({ row }: { row: SamplingPlan }) {
  const label = usePlanLabels();
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
        {label(`mode.${row.mode}`)}
        <ProgrammedMark plan={row} />
      </span>
    </div>
  );
}
