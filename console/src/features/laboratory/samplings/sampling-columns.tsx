import type { Sampling } from "@tracewater/contract/laboratory/samplings";
import type { Column } from "../../../kit/data-table/column.ts";
import { formatMoment } from "../../../kit/moment.ts";
import { PathLink } from "../../../kit/path-link.tsx";
import { Quantity } from "../../../kit/quantity.tsx";
import { SampleStateMark, useSampleWords } from "../../../pickers/sample-words.tsx";

type PathOf = (row: Sampling) => string;
const ownPath: PathOf = (row) => `/samplingDetail/${row.samplingId}`;

/** The columns of samples; on a sampler's own tab the sampler needs no column, and a detail stands beneath the tab. */
export function useSamplingColumns(
  options: { pathOf?: PathOf; ofDevice?: boolean } = {},
): Column<Sampling>[] {
  const { pathOf = ownPath, ofDevice = false } = options;
  const word = useSampleWords();
  const columns: Column<Sampling>[] = [
    {
      ...{ id: "sampleNo", label: word("sampleNo"), width: 160, required: true },
      cell: (row) => (
        <PathLink className="code" to={pathOf(row)}>
          {row.sampleNo}
        </PathLink>
      ),
    },
    {
      ...{ id: "state", label: word("state"), width: 120 },
      cell: (row) => <SampleStateMark state={row.state} />,
    },
    { id: "kind", label: word("kind"), width: 130, cell: (row) => word(`kind.${row.kind}`) },
    {
      ...{ id: "point", label: word("point"), width: 210 },
      cell: (row) => (row.pointCode === null ? "—" : `${row.pointCode} ${row.pointName}`),
    },
    {
      ...{ id: "began", label: word("began"), width: 175 },
      cell: (row) => <span className="num">{formatMoment(row.began)}</span>,
    },
    {
      ...{ id: "ended", label: word("ended"), width: 175, hiddenAtFirst: true },
      cell: (row) => <span className="num">{formatMoment(row.ended)}</span>,
    },
    {
      ...{ id: "volume", label: word("volume"), unit: "mL", width: 100, align: "right" },
      cell: (row) => <Quantity value={row.volume} />,
    },
    {
      ...{ id: "bottle", label: word("bodyCode"), width: 140 },
      cell: (row) => <span className="code">{row.bodyCode ?? "—"}</span>,
    },
    {
      ...{ id: "device", label: word("device"), width: 130 },
      cell: (row) => (row.deviceName === null ? word(`origin.${row.origin}`) : deviceText(row)),
    },
    { id: "person", label: word("samplerPerson"), width: 120, cell: (row) => row.samplerPerson },
    {
      ...{ id: "seal", label: word("sealNo"), width: 120 },
      cell: (row) => <span className="code">{row.sealNo ?? "—"}</span>,
    },
    {
      ...{ id: "delivery", label: word("delivery"), width: 150 },
      cell: (row) =>
        row.deliveryId === null ? (
          "—"
        ) : (
          <PathLink className="code" to={`/laboratory/delivery?id=${row.deliveryId}`}>
            {row.deliveryNo}
          </PathLink>
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
  const word = useSampleWords();
  return (
    <div className="record-card">
      <span className="record-line">
        <PathLink className="code" to={to ?? ownPath(row)}>
          {row.sampleNo}
        </PathLink>
        <SampleStateMark state={row.state} />
      </span>
      <span className="record-quiet">
        {[word(`kind.${row.kind}`), row.pointCode, row.bodyCode].filter((part) => part !== null).join(" · ")}
      </span>
      <span className="record-line record-quiet num">
        <span>{formatMoment(row.began)}</span>
        <Quantity value={row.volume} unit="mL" />
      </span>
    </div>
  );
}
