import type { Detection } from "@tracewater/contract/laboratory/detections";
import { useTranslation } from "react-i18next";
import type { Column } from "../../../kit/data-table/column.ts";
import { formatMoment } from "../../../kit/moment.ts";
import { formatNumber } from "../../../kit/number.ts";
import { PathLink } from "../../../kit/path-link.tsx";
import { State } from "../../../kit/state.tsx";
import { ControlMark, DetectionStateMark } from "./detection-marks.tsx";
import { useDetectionLabels } from "./use-detection-labels.ts";

type PathOf = (row: Detection) => string;

/** The columns of a device's runs; `pathOf` leads to one of them. */
export function useDetectionColumns(pathOf: PathOf): Column<Detection>[] {
  const label = useDetectionLabels();
  const number = (value: number | null, digits?: number) => (
    <span className="num">{value === null ? "—" : formatNumber(value, digits)}</span>
  );
  return [
    {
      ...{ id: "measuredAt", label: label("measuredAt"), width: 170, required: true },
      cell: (row) => (
        <PathLink className="num" to={pathOf(row)}>
          {formatMoment(row.measuredAt)}
        </PathLink>
      ),
    },
    {
      ...{ id: "sampleNo", label: label("sampleNo"), width: 170 },
      cell: (row) => <span className="code">{row.sampleNo || "—"}</span>,
    },
    { ...{ id: "method", label: label("method"), width: 170 }, cell: (row) => row.method || "—" },
    {
      ...{ id: "quantified", label: label("quantified"), width: 120, align: "right" },
      cell: (row) => number(row.quantified, 0),
    },
    {
      ...{ id: "recovery", label: label("recovery"), unit: "%", width: 100, align: "right" },
      cell: (row) => number(row.recovery, 1),
    },
    { ...{ id: "qc", label: label("qc"), width: 100 }, cell: (row) => <ControlMark outcome={row.qc} /> },
    {
      ...{ id: "blank", label: label("blank"), width: 100, hiddenAtFirst: true },
      cell: (row) => <ControlMark outcome={row.blank} />,
    },
    {
      ...{ id: "exceeded", label: label("exceeded"), width: 130 },
      cell: (row) => <ExceededMark count={row.exceeded} />,
    },
    {
      ...{ id: "state", label: label("state"), width: 120 },
      cell: (row) => <DetectionStateMark state={row.state} />,
    },
    {
      ...{ id: "point", label: label("point"), width: 160, hiddenAtFirst: true },
      cell: (row) => row.pointName ?? "—",
    },
  ];
}

function ExceededMark({ count }: { count: number }) {
  const { t } = useTranslation("laboratory-detections");
  return count === 0 ? "—" : <State tone="critical" label={t("exceeded", { count })} />;
}

/** A run on a phone. */
export function DetectionCard({ row, pathOf }: { row: Detection; pathOf: PathOf }) {
  const { t } = useTranslation("laboratory-detections");
  return (
    <div className="record-card">
      <span className="record-line">
        <PathLink className="num" to={pathOf(row)}>
          {formatMoment(row.measuredAt)}
        </PathLink>
        <DetectionStateMark state={row.state} />
      </span>
      <span className="record-line">
        <span>{t("quantified", { count: row.quantified })}</span>
        <ExceededMark count={row.exceeded} />
      </span>
      <span className="record-quiet">
        {[row.sampleNo, row.method].filter((one) => one !== "").join(" · ")}
      </span>
    </div>
  );
}
