import type { Assay, AssayWarning } from "@tracewater/contract/laboratory/assays";
import { useTranslation } from "react-i18next";
import type { Column } from "../../../kit/data-table/column.ts";
import { PathLink } from "../../../kit/path-link.tsx";
import { Quantity } from "../../../kit/quantity.tsx";
import {
  AnalyteCell,
  AssayStateMark,
  By,
  Category,
  Concentration,
  FlagMark,
  QualityMark,
  useAssayWords,
  WarningMark,
} from "./assay-parts.tsx";
import { type Decades, Strip } from "./strip.tsx";

const micro = "μg/L";

type AssayColumn = Column<Assay>;

/** The figures of a result: the same in a list and in a sample. */
function useFigureColumns(): Record<
  "analyte" | "value" | "flag" | "recovery" | "quality" | "state" | "by",
  AssayColumn
> &
  Record<"uncertainty" | "lod" | "loq", AssayColumn> {
  const { t } = useTranslation("laboratory-assays");
  const word = useAssayWords();
  const figure = (id: "uncertainty" | "lod" | "loq", width: number): AssayColumn => ({
    ...{ id, label: id === "uncertainty" ? "U" : word(id), unit: micro, width, align: "right" },
    cell: (row) => <Quantity value={row[id]} />,
  });
  return {
    analyte: {
      ...{ id: "analyte", label: word("analyte"), width: 190, required: true },
      cell: (row) => <AnalyteCell analyte={row.analyte} />,
    },
    value: {
      ...{ id: "value", label: word("value"), unit: micro, width: 108, align: "right", required: true },
      cell: (row) => (
        <span className="assay-value">
          <Concentration row={row} />
        </span>
      ),
    },
    uncertainty: figure("uncertainty", 96),
    lod: figure("lod", 104),
    loq: figure("loq", 104),
    flag: { id: "flag", label: word("flag"), width: 128, cell: (row) => <FlagMark flag={row.flag} /> },
    recovery: {
      ...{ id: "recovery", label: t("recovery"), unit: "%", width: 72, align: "right" },
      cell: (row) => <Quantity value={row.recovery} />,
    },
    quality: {
      ...{ id: "quality", label: word("qc"), width: 116 },
      cell: (row) => <QualityMark row={row} />,
    },
    state: {
      id: "state",
      label: word("state"),
      width: 112,
      cell: (row) => <AssayStateMark state={row.state} />,
    },
    by: { id: "by", label: t("by"), width: 120, cell: (row) => <By row={row} /> },
  };
}

/** The columns of a list of results of many samples. */
export function useAssayColumns(pathOf: (row: Assay) => string): AssayColumn[] {
  const word = useAssayWords();
  const { t } = useTranslation("laboratory-assays");
  const figures = useFigureColumns();
  const text = (id: "phase" | "source", width: number): AssayColumn => ({
    ...{ id, label: word(id), width, hiddenAtFirst: true },
    cell: (row) => word(`${id}.${row[id]}`),
  });
  return [
    {
      ...{ id: "sampledOn", label: word("sampledOn"), width: 112, sortKey: "sampledOn" },
      cell: (row) => <span className="num">{row.sampledOn}</span>,
    },
    {
      ...{ id: "bodyCode", label: word("bodyCode"), width: 116, required: true },
      cell: (row) => (
        <PathLink className="code" to={pathOf(row)}>
          {row.bodyCode}
        </PathLink>
      ),
    },
    {
      ...{ id: "pointName", label: word("pointName"), width: 168 },
      cell: (row) => <span title={row.pointCode}>{row.pointName}</span>,
    },
    { ...figures.analyte, width: 150, cell: (row) => word(`analyte.${row.analyte}`) },
    figures.value,
    figures.uncertainty,
    figures.flag,
    { ...figures.lod, hiddenAtFirst: true },
    { ...figures.loq, hiddenAtFirst: true },
    { ...figures.recovery, hiddenAtFirst: true },
    { ...figures.quality, hiddenAtFirst: true },
    figures.state,
    figures.by,
    {
      ...{ id: "batchNo", label: word("batchNo"), width: 130, hiddenAtFirst: true },
      cell: (row) => <BatchLink row={row} />,
    },
    text("phase", 90),
    text("source", 100),
    {
      ...{ id: "method", label: word("method"), width: 150, hiddenAtFirst: true },
      cell: (row) => [row.method, row.methodVersion].filter(Boolean).join(" ") || "—",
    },
    {
      ...{ id: "deviceName", label: t("sampler"), width: 110, hiddenAtFirst: true },
      cell: (row) => <span className="code">{row.deviceName ?? "—"}</span>,
    },
    {
      ...{ id: "unitName", label: word("unit"), width: 140, hiddenAtFirst: true },
      cell: (row) => row.unitName,
    },
  ];
}

/** The columns of the results of one sample. */
export function useSampleColumns(facts: {
  warnings: readonly AssayWarning[];
  decades: Decades;
  actions: (row: Assay) => React.ReactNode;
}): AssayColumn[] {
  const { t } = useTranslation("laboratory-assays");
  const figures = useFigureColumns();
  return [
    { ...figures.analyte, width: 176 },
    {
      ...{ id: "category", label: t("category_head"), width: 104, hiddenAtFirst: true },
      cell: (row) => <Category analyte={row.analyte} />,
    },
    figures.value,
    figures.uncertainty,
    figures.flag,
    figures.state,
    {
      ...{ id: "strip", label: t("strip"), width: 136 },
      cell: (row) => <Strip row={row} decades={facts.decades} />,
    },
    { ...figures.lod, hiddenAtFirst: true },
    figures.loq,
    figures.recovery,
    figures.quality,
    figures.by,
    {
      ...{ id: "actions", label: t("act.enter"), width: 84, headless: true, required: true },
      ...{ fixed: "right" as const, align: "right" as const },
      cell: (row) => {
        const isOver = row.state === "superseded" || row.state === "rejected";
        return (
          <span className="assay-row-actions">
            {isOver
              ? null
              : facts.warnings
                  .filter((one) => one.analyte === row.analyte)
                  .map((one) => <WarningMark key={one.key} warning={one} />)}
            {facts.actions(row)}
          </span>
        );
      },
    },
  ];
}

function BatchLink({ row }: { row: Assay }) {
  if (row.batchId === null) return "—";
  return (
    <PathLink className="code" to={`/laboratory/batch?id=${row.batchId}`}>
      {row.batchNo}
    </PathLink>
  );
}

/** A result on a phone. */
export function AssayCard({ row, to, children }: { row: Assay; to?: string; children?: React.ReactNode }) {
  const word = useAssayWords();
  const about = `${row.bodyCode} · ${row.sampledOn} · ${row.pointName}`;
  return (
    <div className="record-card">
      <span className="record-line">
        <strong>{word(`analyte.${row.analyte}`)}</strong>
        <AssayStateMark state={row.state} />
      </span>
      <span className="record-line">
        <span className="assay-value">
          <Concentration row={row} unit />
        </span>
        <FlagMark flag={row.flag} />
      </span>
      <span className="record-line assay-quiet">
        {to === undefined ? <By row={row} /> : <PathLink to={to}>{about}</PathLink>}
        {children}
      </span>
    </div>
  );
}
