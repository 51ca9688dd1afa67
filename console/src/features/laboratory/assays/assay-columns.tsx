import type { Assay, AssayWarning } from "@tracewater/contract/laboratory/assays";
import { useTranslation } from "react-i18next";
import type { Column } from "../../../kit/data-table/column.ts";
import { PathLink } from "../../../kit/path-link.tsx";
import { Quantity } from "../../../kit/quantity.tsx";
import { useAssayLabels } from "../../../pickers/assay-labels.ts";
import {
  AnalyteCell,
  AssayStateMark,
  By,
  Category,
  Concentration,
  FlagMark,
  QualityMark,
  WarningMark,
} from "./assay-parts.tsx";
import { identityNames } from "./assay-value-inputs.tsx";
import { type Decades, Strip, StripTicks } from "./strip.tsx";

const micro = "μg/L";

type AssayColumn = Column<Assay>;

/** The figures of a result: the same in a list and in a sample. */
function useFigureColumns(): Record<
  "analyte" | "value" | "flag" | "recovery" | "quality" | "state" | "by",
  AssayColumn
> &
  Record<"uncertainty" | "lod" | "loq", AssayColumn> {
  const { t } = useTranslation("laboratory-assays");
  const label = useAssayLabels();
  const figure = (id: "uncertainty" | "lod" | "loq", width: number): AssayColumn => ({
    ...{ id, label: id === "uncertainty" ? "U" : label(id), unit: micro, width, align: "right" },
    cell: (row) => <Quantity value={row[id]} />,
  });
  return {
    analyte: {
      ...{ id: "analyte", label: label("analyte"), width: 190, flexible: true, required: true },
      cell: (row) => <AnalyteCell analyte={row.analyte} />,
    },
    value: {
      ...{ id: "value", label: label("value"), unit: micro, width: 108, align: "right", required: true },
      cell: (row) => (
        <span className="assay-value">
          <Concentration row={row} />
        </span>
      ),
    },
    uncertainty: figure("uncertainty", 96),
    lod: figure("lod", 104),
    loq: figure("loq", 104),
    flag: { id: "flag", label: label("flag"), width: 128, cell: (row) => <FlagMark flag={row.flag} /> },
    recovery: {
      ...{ id: "recovery", label: t("recovery"), unit: "%", width: 72, align: "right" },
      cell: (row) => <Quantity value={row.recovery} />,
    },
    quality: {
      ...{ id: "quality", label: label("qc"), width: 116 },
      cell: (row) => <QualityMark row={row} />,
    },
    state: {
      id: "state",
      label: label("state"),
      width: 112,
      cell: (row) => <AssayStateMark state={row.state} />,
    },
    by: { id: "by", label: t("by"), width: 138, flexible: true, cell: (row) => <By row={row} /> },
  };
}

/** The columns of a list of results of many samples. */
export function useAssayColumns(pathOf: (row: Assay) => string): AssayColumn[] {
  const label = useAssayLabels();
  const { t } = useTranslation("laboratory-assays");
  const figures = useFigureColumns();
  const text = (id: "phase" | "source", width: number): AssayColumn => ({
    ...{ id, label: label(id), width, hiddenAtFirst: true },
    cell: (row) => label(`${id}.${row[id]}`),
  });
  return [
    {
      ...{ id: "sampledOn", label: label("sampledOn"), width: 112, sortKey: "sampledOn" },
      cell: (row) => <span className="num">{row.sampledOn}</span>,
    },
    {
      ...{ id: "bodyCode", label: label("bodyCode"), width: 116, required: true },
      cell: (row) => (
        <PathLink className="code" to={pathOf(row)}>
          {row.bodyCode}
        </PathLink>
      ),
    },
    {
      ...{ id: "pointName", label: label("pointName"), width: 168 },
      cell: (row) => <span title={row.pointCode}>{row.pointName}</span>,
    },
    { ...figures.analyte, width: 150, cell: (row) => label(`analyte.${row.analyte}`) },
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
      ...{ id: "batchNo", label: label("batchNo"), width: 130, hiddenAtFirst: true },
      cell: (row) => <AnalyticalBatchLink row={row} />,
    },
    text("phase", 90),
    text("source", 100),
    {
      ...{ id: "method", label: label("method"), width: 150, hiddenAtFirst: true },
      cell: (row) => [row.method, row.methodVersion].filter(Boolean).join(" ") || "—",
    },
    {
      ...{ id: "deviceName", label: t("sampler"), width: 110, hiddenAtFirst: true },
      cell: (row) => <span className="code">{row.deviceName ?? "—"}</span>,
    },
    {
      ...{ id: "unitName", label: label("unit"), width: 140, hiddenAtFirst: true },
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
  const label = useAssayLabels();
  const figures = useFigureColumns();
  return [
    { ...figures.analyte, width: 160 },
    {
      ...{ id: "category", label: t("category_head"), width: 176 },
      cell: (row) => <Category analyte={row.analyte} />,
    },
    { ...figures.value, width: 92 },
    { ...figures.uncertainty, width: 84 },
    figures.flag,
    { ...figures.state, width: 97 },
    {
      ...{ id: "strip", label: t("strip"), unit: <StripTicks decades={facts.decades} />, width: 120 },
      cell: (row) => <Strip row={row} decades={facts.decades} />,
    },
    { ...figures.lod, hiddenAtFirst: true },
    { ...figures.loq, width: 77 },
    { ...figures.recovery, width: 51 },
    ...identityNames.map(
      (id): AssayColumn => ({
        ...{ id, label: label(id), width: 96, align: "right", hiddenAtFirst: true },
        ...(id === "retentionTime" ? { unit: "min" } : {}),
        cell: (row) => <Quantity value={row[id]} />,
      }),
    ),
    { ...figures.quality, hiddenAtFirst: true },
    { ...figures.by, width: 134 },
    {
      ...{ id: "actions", label: t("act.enter"), width: 68, headless: true, required: true },
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

function AnalyticalBatchLink({ row }: { row: Assay }) {
  if (row.batchId === null) return "—";
  return (
    <PathLink className="code" to={`/laboratory/batch?id=${row.batchId}`}>
      {row.batchNo}
    </PathLink>
  );
}

/** A result on a phone. */
export function AssayCard({ row, to, children }: { row: Assay; to?: string; children?: React.ReactNode }) {
  const label = useAssayLabels();
  const about = `${row.bodyCode} · ${row.sampledOn} · ${row.pointName}`;
  return (
    <div className="record-card">
      <span className="record-line">
        <strong>{label(`analyte.${row.analyte}`)}</strong>
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
