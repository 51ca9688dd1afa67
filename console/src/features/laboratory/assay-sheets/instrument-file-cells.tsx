import type { InstrumentFileRow } from "@tracewater/contract/laboratory/instrument-files";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { State, type StateShape, type Tone } from "../../../kit/state.tsx";
import { unitSigns } from "./sheet-labels.ts";

const tones: Record<InstrumentFileRow["ending"], { tone: Tone; shape?: StateShape }> = {
  new: { tone: "ok" },
  same: { tone: "off" },
  differs: { tone: "warn" },
  faulty: { tone: "critical" },
};

export function Ending({ row }: { row: InstrumentFileRow }) {
  const { t } = useTranslation("laboratory-assay-sheets");
  return <State {...tones[row.ending]} label={t(`ending.${row.ending}`)} />;
}

/** What is in a cell, and beneath it what is wrong there. */
export function Cell(props: { row: InstrumentFileRow; fields: readonly string[]; children: ReactNode }) {
  const faults = props.row.faults.filter((one) => props.fields.includes(one.field));
  if (faults.length === 0) return props.children;
  return (
    <span className="sheet-wrong" title={faults.map((one) => one.message).join("; ")}>
      {props.children}
      <em>{faults.map((one) => one.message).join("; ")}</em>
    </span>
  );
}

/** As it is in the file; a unit is behind a number alone. */
export function Given({ row }: { row: InstrumentFileRow }) {
  if (row.given === "") return "—";
  const unit = unitSigns[row.givenUnit === "ng/L" ? "ng/L" : "ug/L"];
  return (
    <span className="num">
      {row.given}
      {/\d/.test(row.given) ? <span className="record-quiet"> {unit}</span> : null}
    </span>
  );
}
