import { loadLabels } from "@tracewater/contract/laboratory/load-labels";
import type { Load } from "@tracewater/contract/laboratory/loads";
import Popover from "antd/es/popover";
import type { TFunction } from "i18next";
import { Sigma, TriangleAlert } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Measured, measuredInterval, measuredValue } from "../../../charts/measured.tsx";
import { actionsColumn, type Column } from "../../../kit/data-table/column.ts";
import { IconButton } from "../../../kit/icon-button.tsx";
import { Quantity } from "../../../kit/quantity.tsx";
import { State } from "../../../kit/state.tsx";
import { useResourceLabels } from "../../../resource/page-resource.ts";

export function useLoadColumns(onShow: (row: Load) => void): Column<Load>[] {
  const { t } = useTranslation("laboratory-loads");
  const labelOf = useResourceLabels({ labels: loadLabels });
  const number = (
    id: string,
    [label, unit]: [string, string | undefined],
    width: number,
    value: (row: Load) => number | string | null,
  ): Column<Load> => ({
    ...{ id, label, unit, width, align: "right" },
    cell: (row) => <Quantity value={numberOf(value(row))} />,
  });
  return [
    ...useSampleColumns(),
    {
      ...{ id: "concentration", label: t("concentration"), unit: "μg/L", width: 136, align: "right" },
      cell: (row) => <Used row={row} />,
    },
    {
      id: "source",
      label: labelOf("source"),
      width: 112,
      hiddenAtFirst: true,
      cell: (row) => labelOf(`source.${row.source}`),
    },
    { ...number("flow", [labelOf("flow"), "m³/d"], 96, (row) => row.flow), hiddenAtFirst: true },
    {
      ...{ id: "load", label: labelOf("load"), unit: "mg/d", width: 88, align: "right" },
      cell: (row) => <Quantity value={rounded(row.load, row)} flag={belowOf(row, "load")} />,
    },
    {
      ...{ id: "per1000", label: labelOf("load"), unit: t("perThousand"), width: 150, align: "right" },
      cell: (row) => <Per1000 row={row} />,
    },
    {
      ...{ id: "consumption", label: t("consumption"), unit: t("perThousand"), width: 206, align: "right" },
      cell: (row) => <Quantity value={rounded(row.consumption, row)} />,
    },
    {
      ...{ id: "doses", label: t("doses"), width: 110, align: "right" },
      cell: (row) => <Quantity value={rounded(row.doses, row)} />,
    },
    {
      ...number("population", [labelOf("population"), undefined], 110, (row) => row.population),
      hiddenAtFirst: true,
    },
    {
      ...{ id: "madeAt", label: labelOf("madeAt"), width: 168, hiddenAtFirst: true },
      cell: (row) => <span className="num">{row.madeAt}</span>,
    },
    actionsColumn(t("actions"), 88, (row) => <RowEnd row={row} onShow={onShow} />),
  ];
}

/** Of which sample a load is. */
function useSampleColumns(): Column<Load>[] {
  const labelOf = useResourceLabels({ labels: loadLabels });
  return [
    {
      ...{ id: "sampledOn", label: labelOf("sampledOn"), width: 112, sortKey: undefined, required: true },
      cell: (row) => <span className="num">{row.sampledOn}</span>,
    },
    {
      ...{ id: "pointName", label: labelOf("pointName"), width: 116, flexible: true },
      cell: (row) => <span title={row.pointCode}>{row.pointName}</span>,
    },
    {
      ...{ id: "analyte", label: labelOf("analyte"), width: 120, required: true },
      cell: (row) => (
        <>
          {labelOf(`analyte.${row.analyte}`)}
          {row.source === "lcms" ? null : (
            <span className="load-quiet"> · {labelOf(`source.${row.source}`)}</span>
          )}
        </>
      ),
    },
    {
      ...{ id: "sampleKind", label: labelOf("sampleKind"), width: 130, hiddenAtFirst: true },
      cell: (row) => (row.sampleKind === null ? "—" : labelOf(`kind.${row.sampleKind}`)),
    },
  ];
}

/** What is computed of a load, to the place that the load's uncertainty leaves it; all digits are in the sheet. */
function rounded(value: number | string | null, row: Load): string | null {
  return value === null ? null : measuredValue(value, row.expanded);
}

function numberOf(value: number | string | null): number | null {
  return value === null ? null : Number(value);
}

function Used({ row }: { row: Load }) {
  const { t } = useTranslation("laboratory-loads");
  const label = useResourceLabels({ labels: loadLabels });
  if (row.substituted === "0") return <Quantity value={row.concentration} />;
  const rule = label(`substitution.${row.substitution}`);
  return (
    <span title={t("substituted", { rule })} className="load-quiet">
      <Quantity value={null} flag={`< ${row.loq ?? "LOQ"}`} />
    </span>
  );
}

/** What a result below the LOQ has at most: its load at the LOQ. Never a zero; null for a result that was quantified. */
export function belowOf(row: Load, name: "load" | "per1000"): string | null {
  if (row.substituted === "0") return null;
  const atLoq = Number(row.loq) * Number(row.flow);
  const value = name === "load" ? atLoq : (atLoq / (row.population ?? Number.NaN)) * 1000;
  return row.loq === null || Number.isNaN(value) ? "< LOQ" : `< ${measuredValue(value, null)}`;
}

/** Value and uncertainty together. */
function Per1000({ row, unit }: { row: Load; unit?: string }) {
  const value = numberOf(row.per1000);
  const below = value === null ? null : belowOf(row, "per1000");
  if (below !== null) return <Quantity value={null} flag={below} unit={unit} />;
  const interval =
    value === null || row.low === null || row.high === null
      ? undefined
      : measuredInterval({ low: row.low, high: row.high }, value, row.expanded);
  return (
    <strong className="load-value" title={interval}>
      <Measured value={value} expanded={row.expanded} unit={unit} />
    </strong>
  );
}

function RowEnd({ row, onShow }: { row: Load; onShow: (row: Load) => void }) {
  const { t } = useTranslation("laboratory-loads");
  const label = useResourceLabels({ labels: loadLabels });
  return (
    <span className="load-row-end">
      <Notes row={row} />
      <IconButton
        label={t("act.show", { name: label(`analyte.${row.analyte}`) })}
        onClick={() => onShow(row)}
      >
        <Sigma />
      </IconButton>
    </span>
  );
}

/** What has to be said next to the number. */
function Notes({ row }: { row: Load }) {
  const { t } = useTranslation("laboratory-loads");
  const notes = [
    ...(row.isStale ? [t("staleText")] : []),
    ...(row.isQuestioned ? [t("questionedText")] : []),
    ...row.warnings.map((warning) => t(`warning.${warning}`)),
    ...barNotes(row, t),
  ];
  if (notes.length === 0) return null;
  return (
    <Popover
      trigger={["hover", "focus", "click"]}
      placement="left"
      title={row.isStale ? t("stale") : t(row.isQuestioned ? "questioned" : "warnings")}
      content={
        <ul className="load-notes">
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      }
    >
      <button
        type="button"
        className={row.isStale || row.isQuestioned ? "load-warning load-stale" : "load-warning"}
        aria-label={notes.join(" ")}
      >
        <TriangleAlert size={16} />
      </button>
    </Popover>
  );
}

/** Why a load has no consumption though it has a factor. */
function barNotes(row: Load, t: TFunction<"laboratory-loads">): string[] {
  return row.consumptionBar === null || row.factor === null
    ? []
    : [t("noConsumption", { reason: t(`bar.${row.consumptionBar}`) })];
}

/** A load on a phone. */
export function LoadCard({ row, onShow }: { row: Load; onShow: (row: Load) => void }) {
  const { t } = useTranslation("laboratory-loads");
  const label = useResourceLabels({ labels: loadLabels });
  return (
    <div className="record-card">
      <span className="record-line">
        <strong>{label(`analyte.${row.analyte}`)}</strong>
        {row.isStale ? <State tone="warn" label={t("stale")} /> : null}
        {row.isQuestioned ? <State tone="critical" label={t("questioned")} /> : null}
      </span>
      <span className="record-line">
        <span className="load-quiet">{t("per1000")}</span>
        <Per1000 row={row} unit="mg/d" />
      </span>
      <span className="record-line load-quiet">
        <span>
          {row.sampledOn} · {row.pointName}
        </span>
        <RowEnd row={row} onShow={onShow} />
      </span>
    </div>
  );
}
