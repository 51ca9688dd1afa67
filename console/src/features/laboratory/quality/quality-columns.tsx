import type {
  AnalyticalBatch,
  ChartKind,
  ControlChart,
} from "@tracewater/contract/laboratory/analytical-batches";
import { useTranslation } from "react-i18next";
import type { Column } from "../../../kit/data-table/column.ts";
import { formatMoment } from "../../../kit/moment.ts";
import { PathLink } from "../../../kit/path-link.tsx";
import { Quantity } from "../../../kit/quantity.tsx";
import { State } from "../../../kit/state.tsx";
import { useAssayLabels } from "../../../pickers/assay-labels.ts";
import { chartUnitOf } from "./chart-unit.ts";
import { RunStateMark } from "./run-state-mark.tsx";

/** Four significant digits: limits are estimates. */
function rounded(value: number | undefined): number | null {
  return value === undefined ? null : Number(value.toPrecision(4));
}

/** What the quality control says in one word, with the analytes that failed. */
function Verdict({ row }: { row: AnalyticalBatch }) {
  const { t } = useTranslation("laboratory-quality");
  const label = useAssayLabels();
  if (row.failed.length > 0) {
    const names = row.failed.map((one) => label(`analyte.${one}`)).join(t("comma"));
    return <State tone="critical" label={t("verdict.failed", { names })} />;
  }
  if (row.passed.length > 0)
    return <State tone="ok" label={t("verdict.passed", { count: row.passed.length })} />;
  return <State tone="off" shape="dash" label={t("verdict.none")} />;
}

export function useAnalyticalBatchColumns(): Column<AnalyticalBatch>[] {
  const { t } = useTranslation("laboratory-quality");
  const label = useAssayLabels();
  return [
    {
      ...{ id: "batchNo", label: label("batchNo"), width: 130, required: true },
      cell: (row) => (
        <PathLink className="code" to={`/laboratory/batch?id=${row.batchId}`}>
          {row.batchNo}
        </PathLink>
      ),
    },
    {
      ...{ id: "runAt", label: t("runAt"), width: 170 },
      cell: (row) => <span className="num">{formatMoment(row.runAt)}</span>,
    },
    { id: "instrument", label: t("instrument"), width: 130, cell: (row) => row.instrument },
    {
      ...{ id: "runState", label: t("run.stateHead"), width: 170 },
      cell: (row) =>
        row.runState === null ? "—" : <RunStateMark state={row.runState} incidents={row.incidents} />,
    },
    {
      ...{ id: "sequence", label: t("run.sequence"), width: 160, hiddenAtFirst: true },
      cell: (row) => row.sequence || "—",
    },
    {
      ...{ id: "method", label: label("method"), width: 160, hiddenAtFirst: true },
      cell: (row) => [row.method, row.methodVersion].filter(Boolean).join(" "),
    },
    { id: "verdict", label: label("qc"), width: 210, required: true, cell: (row) => <Verdict row={row} /> },
    {
      ...{ id: "assays", label: t("assays"), width: 80, align: "right" },
      cell: (row) => <span className="num">{row.assays}</span>,
    },
    { id: "madeBy", label: t("madeBy"), width: 120, hiddenAtFirst: true, cell: (row) => row.madeBy },
    { id: "unitName", label: label("unit"), width: 140, hiddenAtFirst: true, cell: (row) => row.unitName },
  ];
}

export function useChartColumns(
  onShow: (row: ControlChart) => void,
  kind: ChartKind,
): Column<ControlChart>[] {
  const { t } = useTranslation("laboratory-quality");
  const label = useAssayLabels();
  return [
    {
      ...{ id: "analyte", label: label("analyte"), width: 170, required: true },
      cell: (row) => (
        <button type="button" className="quality-link" onClick={() => onShow(row)}>
          {label(`analyte.${row.analyte}`)}
        </button>
      ),
    },
    ...(kind === "control"
      ? [
          {
            ...{ id: "material", label: t("material"), width: 150, required: true },
            cell: (row: ControlChart) => row.material,
          },
        ]
      : []),
    { id: "laboratory", label: label("unit"), width: 140, cell: (row) => row.unitName },
    { id: "instrument", label: t("instrument"), width: 140, cell: (row) => row.instrument },
    { id: "method", label: label("method"), width: 150, cell: (row) => row.method },
    {
      ...{ id: "mean", label: t("mean"), unit: chartUnitOf(kind), width: 110, align: "right" },
      cell: (row) => <Quantity value={rounded(row.limits?.mean)} />,
    },
    {
      ...{ id: "deviation", label: "s", unit: chartUnitOf(kind), width: 100, align: "right" },
      cell: (row) => <Quantity value={rounded(row.limits?.deviation)} />,
    },
    {
      ...{ id: "points", label: t("points"), width: 90, align: "right" },
      cell: (row) => <span className="num">{row.points}</span>,
    },
    {
      ...{ id: "lastAt", label: t("lastAt"), width: 170 },
      cell: (row) => <span className="num">{formatMoment(row.lastAt)}</span>,
    },
  ];
}

export function AnalyticalBatchRowCard({ row }: { row: AnalyticalBatch }) {
  return (
    <div className="record-card">
      <span className="record-line">
        <PathLink className="code" to={`/laboratory/batch?id=${row.batchId}`}>
          {row.batchNo}
        </PathLink>
        <span className="num">{formatMoment(row.runAt)}</span>
      </span>
      <Verdict row={row} />
      <span className="quality-quiet">
        {row.instrument} · {row.method}
      </span>
    </div>
  );
}

export function ChartRowCard({ row, onShow }: { row: ControlChart; onShow: (row: ControlChart) => void }) {
  const { t } = useTranslation("laboratory-quality");
  const label = useAssayLabels();
  return (
    <div className="record-card">
      <span className="record-line">
        <button type="button" className="quality-link" onClick={() => onShow(row)}>
          {[label(`analyte.${row.analyte}`), row.material].filter(Boolean).join(" · ")}
        </button>
        <span className="num">{t("pointsOf", { count: row.points })}</span>
      </span>
      <span className="quality-quiet">
        {row.instrument} · {row.method}
      </span>
    </div>
  );
}
