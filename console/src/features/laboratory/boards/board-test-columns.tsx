import type { BoardTest } from "@tracewater/contract/laboratory/board-tests";
import { useTranslation } from "react-i18next";
import type { Column } from "../../../kit/data-table/column.ts";
import { formatMoment } from "../../../kit/moment.ts";
import { formatNumber } from "../../../kit/number.ts";
import { PathLink } from "../../../kit/path-link.tsx";
import { useAnalyteName } from "../../../pickers/analyte-name.ts";
import { TestMarks } from "./control-state.tsx";
import { BoardQuantityText, ConfirmationMark, OutcomeMark } from "./outcome-mark.tsx";
import { useBoardLabels } from "./use-board-labels.ts";

/** The address of one record; an upload has no device. */
function recordPath({ testId, deviceName }: BoardTest): string {
  return `/handFastDetector/hand/${testId}/${encodeURIComponent(deviceName ?? "upload")}`;
}

export function useBoardTestColumns({ ofDevice = false }: { ofDevice?: boolean } = {}): Column<BoardTest>[] {
  const columns = [...useOutcomeColumns(), ...useOriginColumns()];
  return ofDevice ? columns.filter((column) => column.id !== "device") : columns;
}

const number = (value: number | null, digits?: number) => (
  <span className="num">{value === null ? "—" : formatNumber(value, digits)}</span>
);

/** What a test says. */
function useOutcomeColumns(): Column<BoardTest>[] {
  const { t } = useTranslation("laboratory-boards");
  const label = useBoardLabels();
  const analyteName = useAnalyteName();
  return [
    {
      ...{ id: "measuredAt", label: label("measuredAt"), width: 168, required: true },
      cell: (row) => (
        <PathLink className="num" to={recordPath(row)}>
          {formatMoment(row.measuredAt)}
        </PathLink>
      ),
    },
    {
      ...{ id: "outcome", label: label("outcome"), width: 168 },
      cell: (row) => <OutcomeMark outcome={row.outcome} />,
    },
    {
      ...{ id: "sample", label: label("sampleNo"), width: 130 },
      cell: (row) => <span className="code">{row.sampleNo || "—"}</span>,
    },
    {
      ...{ id: "analyte", label: label("analyte"), width: 150, flexible: true },
      cell: (row) => (row.analyte === null ? "—" : analyteName(row.analyte)),
    },
    {
      ...{ id: "ratio", label: label("ratio"), width: 75, align: "right" },
      cell: (row) => number(row.ratio, 3),
    },
    {
      ...{ id: "quantity", label: label("quantity"), width: 115, align: "right" },
      cell: (row) => <BoardQuantityText quantity={row.quantity} unit={row.quantityUnit} />,
    },
    {
      ...{ id: "marks", label: t("control.column"), width: 185 },
      cell: (row) =>
        row.control === null && row.withheld === null && !row.isOverridden ? "—" : <TestMarks test={row} />,
    },
    {
      ...{ id: "reason", label: label("reason"), width: 125, flexible: true },
      cell: (row) => (row.reason === null ? "—" : label(`reason.${row.reason}`)),
    },
    {
      ...{ id: "confirmation", label: label("confirmation"), width: 115 },
      cell: (row) => <ConfirmationMark test={row} />,
    },
  ];
}

/** Where it is from and how it was made. */
function useOriginColumns(): Column<BoardTest>[] {
  const label = useBoardLabels();
  return [
    {
      ...{ id: "lot", label: label("lotNo"), width: 120 },
      cell: (row) => <span className="code">{row.lotNo}</span>,
    },
    { ...{ id: "device", label: label("device"), width: 120 }, cell: (row) => row.deviceName ?? "—" },
    {
      ...{ id: "operator", label: label("operator"), width: 130, hiddenAtFirst: true },
      cell: (row) => row.operator || "—",
    },
    {
      ...{
        id: "readAfter",
        label: label("readAfter"),
        unit: "s",
        width: 100,
        align: "right",
        hiddenAtFirst: true,
      },
      cell: (row) => number(row.readAfter, 0),
    },
    {
      ...{ id: "c", label: label("c"), width: 100, align: "right", hiddenAtFirst: true },
      cell: (row) => number(row.c),
    },
    {
      ...{ id: "t", label: label("t"), width: 100, align: "right", hiddenAtFirst: true },
      cell: (row) => number(row.t),
    },
  ];
}

/** A test on a phone. */
export function BoardTestCard({ row }: { row: BoardTest }) {
  const label = useBoardLabels();
  const analyteName = useAnalyteName();
  return (
    <div className="record-card">
      <span className="record-line">
        <PathLink className="num" to={recordPath(row)}>
          {formatMoment(row.measuredAt)}
        </PathLink>
        <OutcomeMark outcome={row.outcome} />
      </span>
      <span className="record-line">
        <span>{row.analyte === null ? row.lotNo : analyteName(row.analyte)}</span>
        <BoardQuantityText quantity={row.quantity} unit={row.quantityUnit} />
      </span>
      <span className="board-tools">
        <TestMarks test={row} />
      </span>
      <span className="record-quiet">
        {[
          row.reason === null ? null : label(`reason.${row.reason}`),
          row.confirmation === "none" ? null : label(`confirmation.${row.confirmation}`),
          row.deviceName,
          row.sampleNo,
        ]
          .filter((part) => part !== null && part !== "")
          .join(" · ")}
      </span>
    </div>
  );
}
