import type { InstrumentFileRow } from "@tracewater/contract/laboratory/instrument-files";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { Column } from "../../../kit/data-table/column.ts";
import { Quantity } from "../../../kit/quantity.tsx";
import { State, type StateShape, type Tone } from "../../../kit/state.tsx";
import { useAssayLabels } from "../../../pickers/assay-labels.ts";
import { unitSigns } from "./sheet-labels.ts";

const tones: Record<InstrumentFileRow["ending"], { tone: Tone; shape?: StateShape }> = {
  new: { tone: "ok" },
  same: { tone: "off" },
  differs: { tone: "warn" },
  faulty: { tone: "critical" },
};

function Ending({ row }: { row: InstrumentFileRow }) {
  const { t } = useTranslation("laboratory-assay-sheets");
  return <State {...tones[row.ending]} label={t(`ending.${row.ending}`)} />;
}

/** What is in a cell, and beneath it what is wrong there. */
function Cell(props: { row: InstrumentFileRow; fields: readonly string[]; children: ReactNode }) {
  const faults = props.row.faults.filter((one) => props.fields.includes(one.field));
  if (faults.length === 0) return props.children;
  return (
    <span className="sheet-wrong" title={faults.map((one) => one.message).join("; ")}>
      {props.children}
      <em>{faults.map((one) => one.message).join("; ")}</em>
    </span>
  );
}

const placed = [
  "sampleNo",
  "bodyCode",
  "sampledOn",
  "pointCode",
  "analyte",
  "value",
  "flag",
  "lod",
  "loq",
  "recovery",
  "uncertainty",
];

export function useInstrumentFileColumns(): Column<InstrumentFileRow>[] {
  const { t } = useTranslation("laboratory-assay-sheets");
  const label = useAssayLabels();
  const figure = (
    id: "lod" | "loq" | "uncertainty",
    width: number,
    hiddenAtFirst = false,
  ): Column<InstrumentFileRow> => ({
    ...{
      id,
      label: id === "uncertainty" ? "U" : label(id),
      unit: "μg/L",
      width,
      align: "right",
      hiddenAtFirst,
    },
    cell: (row) => (
      <Cell row={row} fields={[id]}>
        <Quantity value={row[id]} />
      </Cell>
    ),
  });
  return [
    {
      ...{ id: "row", label: t("col.row"), width: 64, align: "right", required: true },
      cell: (row) => <span className="num">{row.row}</span>,
    },
    {
      ...{ id: "ending", label: t("col.ending"), width: 116, required: true },
      cell: (row) => <Ending row={row} />,
    },
    {
      ...{ id: "sample", label: t("col.sample"), width: 168, required: true },
      cell: (row) => (
        <Cell row={row} fields={["sampleNo", "bodyCode"]}>
          <span className="code">{row.sampleNo || row.bodyCode || "—"}</span>
        </Cell>
      ),
    },
    {
      ...{ id: "sampledOn", label: label("sampledOn"), width: 128 },
      cell: (row) => (
        <Cell row={row} fields={["sampledOn"]}>
          <span className="num">{row.sampledOn || "—"}</span>
        </Cell>
      ),
    },
    {
      ...{ id: "pointCode", label: t("col.point"), width: 128 },
      cell: (row) => (
        <Cell row={row} fields={["pointCode"]}>
          <span className="code">{row.pointCode || "—"}</span>
        </Cell>
      ),
    },
    {
      ...{ id: "analyte", label: label("analyte"), width: 176, required: true },
      cell: (row) => (
        <Cell row={row} fields={["analyte"]}>
          {row.analyte === null ? row.analyteGiven || "—" : label(`analyte.${row.analyte}`)}
        </Cell>
      ),
    },
    {
      ...{ id: "given", label: t("col.given"), width: 148, align: "right", required: true },
      cell: (row) => (
        <Cell row={row} fields={["value"]}>
          <Given row={row} />
        </Cell>
      ),
    },
    {
      ...{ id: "value", label: label("value"), unit: "μg/L", width: 116, align: "right", required: true },
      cell: (row) => <Quantity value={row.value} />,
    },
    {
      ...{ id: "flag", label: label("flag"), width: 136 },
      cell: (row) => (
        <Cell row={row} fields={["flag"]}>
          {row.flag === null ? "—" : label(`flag.${row.flag}`)}
        </Cell>
      ),
    },
    figure("lod", 100, true),
    figure("loq", 108),
    figure("uncertainty", 100, true),
    {
      ...{ id: "recovery", label: t("col.recovery"), unit: "%", width: 92, align: "right" },
      cell: (row) => (
        <Cell row={row} fields={["recovery"]}>
          <Quantity value={row.recovery} />
        </Cell>
      ),
    },
  ];
}

/** As it is in the file; a unit is behind a number alone. */
function Given({ row }: { row: InstrumentFileRow }) {
  if (row.given === "") return "—";
  const unit = unitSigns[row.givenUnit === "ng/L" ? "ng/L" : "ug/L"];
  return (
    <span className="num">
      {row.given}
      {/\d/.test(row.given) ? <span className="record-quiet"> {unit}</span> : null}
    </span>
  );
}

/** A row on a phone. */
export function InstrumentFileRowCard({ row }: { row: InstrumentFileRow }) {
  const { t } = useTranslation("laboratory-assay-sheets");
  const label = useAssayLabels();
  return (
    <div className="record-card">
      <span className="record-line">
        <strong>{row.analyte === null ? row.analyteGiven || "—" : label(`analyte.${row.analyte}`)}</strong>
        <Ending row={row} />
      </span>
      <span className="record-line">
        <span>
          <Given row={row} /> → <Quantity value={row.value} unit="μg/L" />
        </span>
        <span>{row.flag === null ? "" : label(`flag.${row.flag}`)}</span>
      </span>
      <span className="record-quiet">
        {t("col.row")} {row.row} · {row.sampleNo || row.bodyCode} · {row.sampledOn}
      </span>
      {row.faults.map((one) => (
        <em key={`${one.field} ${one.message}`} className="sheet-fault">
          {placed.includes(one.field) ? `${t(`role.${one.field}`, one.field)}: ` : ""}
          {one.message}
        </em>
      ))}
    </div>
  );
}
