import type { Sampling } from "@tracewater/contract/laboratory/samplings";
import type { Column } from "../../../kit/data-table/column.ts";
import { formatMoment } from "../../../kit/moment.ts";
import { PathLink } from "../../../kit/path-link.tsx";
import { Quantity } from "../../../kit/quantity.tsx";
import { SampleStateMark, useSampleLabels } from "../../../pickers/sample-labels.tsx";

type PathOf = (row: Sampling) => string;
const ownPath: PathOf = (row) => `/samplingDetail/${row.samplingId}`;

/** The columns of samples; on a sampler's own tab the sampler needs no column, and a detail is beneath the tab. */
export function useSamplingColumns(
  options: { pathOf?: PathOf; ofDevice?: boolean } = {},
): Column<Sampling>[] {
  const { pathOf = ownPath, ofDevice = false } = options;
  const label = useSampleLabels();
  const columns: Column<Sampling>[] = [
    {
      ...{ id: "sampleNo", label: label("sampleNo"), width: 132, required: true },
      cell: (row) => <CodeLink to={pathOf(row)} text={row.sampleNo} />,
    },
    {
      ...{ id: "state", label: label("state"), width: 100 },
      cell: (row) => <SampleStateMark state={row.state} />,
    },
    { id: "kind", label: label("kind"), width: 104, cell: (row) => label(`kind.${row.kind}`) },
    {
      ...{ id: "point", label: label("point"), width: 140, flexible: true },
      cell: (row) => (row.pointCode === null ? "—" : `${row.pointCode} ${row.pointName}`),
    },
    {
      ...{ id: "began", label: label("began"), width: 160 },
      cell: (row) => <span className="num">{formatMoment(row.began)}</span>,
    },
    {
      ...{ id: "ended", label: label("ended"), width: 175, hiddenAtFirst: true },
      cell: (row) => <span className="num">{formatMoment(row.ended)}</span>,
    },
    {
      ...{ id: "volume", label: label("volume"), unit: "mL", width: 84, align: "right" },
      cell: (row) => <Quantity value={row.volume} />,
    },
    {
      ...{ id: "bottle", label: label("bodyCode"), width: 112 },
      cell: (row) => <span className="code">{row.bodyCode ?? "—"}</span>,
    },
    {
      ...{ id: "device", label: label("device"), width: 112 },
      cell: (row) => (row.deviceName === null ? label(`origin.${row.origin}`) : deviceText(row)),
    },
    {
      ...{ id: "person", label: label("samplerPerson"), width: 120, hiddenAtFirst: true },
      cell: (row) => row.samplerPerson,
    },
    {
      ...{ id: "seal", label: label("sealNo"), width: 120, hiddenAtFirst: true },
      cell: (row) => <span className="code">{row.sealNo ?? "—"}</span>,
    },
    {
      ...{ id: "delivery", label: label("delivery"), width: 140 },
      cell: (row) =>
        row.deliveryId === null ? (
          "—"
        ) : (
          <CodeLink to={`/laboratory/delivery?id=${row.deliveryId}`} text={row.deliveryNo ?? ""} />
        ),
    },
  ];
  return ofDevice ? columns.filter((column) => column.id !== "device") : columns;
}

function deviceText({ deviceName, slot }: Sampling): string {
  return slot === null ? (deviceName ?? "—") : `${deviceName} · ${slot}`;
}

/** A sample on a phone. */
export function SamplingCard({ row, to }: { row: Sampling; to?: string }) {
  const label = useSampleLabels();
  return (
    <div className="record-card">
      <span className="record-line">
        <PathLink className="code" to={to ?? ownPath(row)}>
          {row.sampleNo}
        </PathLink>
        <SampleStateMark state={row.state} />
      </span>
      <span className="record-quiet">
        {[label(`kind.${row.kind}`), row.pointCode, row.bodyCode].filter((part) => part !== null).join(" · ")}
      </span>
      <span className="record-line record-quiet num">
        <span>{formatMoment(row.began)}</span>
        <Quantity value={row.volume} unit="mL" />
      </span>
    </div>
  );
}

function CodeLink({ to, text }: { to: string; text: string }) {
  return (
    <PathLink className="code" to={to}>
      {text}
    </PathLink>
  );
}
