/** Blanks, standards and control samples among the rows of an instrument's file, as the quality control of its run. */
import { type ControlResult, controlResult } from "@tracewater/contract/laboratory/analytical-batches";
import type { AnalyteName } from "@tracewater/contract/laboratory/factors";
import type {
  ColumnRole,
  ConcentrationUnit,
  InstrumentFileMapping,
} from "@tracewater/contract/laboratory/instrument-files";
import type { FieldError } from "../../../platform/app-error.ts";
import * as figures from "./instrument-file-figures.model.ts";
import { analyteOf } from "./instrument-file-heads.model.ts";

/** A cell by what its column holds; of one analyte where the column is its own. */
export type CellOf = (
  role: ColumnRole,
  analyte?: AnalyteName | null,
) => { text: string; unit: ConcentrationUnit };
type Mapping = Pick<InstrumentFileMapping, "decimal" | "analytes">;
type Kind = "calibration" | "proceduralBlank" | "control";

export function readControl(
  kind: Kind,
  of: CellOf,
  mapping: Mapping,
  own: AnalyteName | null,
): ControlResult | { faults: FieldError[] } {
  const faults: FieldError[] = [];
  const cell = (role: ColumnRole) => {
    const found = of(role, own);
    return found.text === "" && own !== null ? of(role) : found;
  };
  const number = (role: "level" | "response" | "loq" | "value") => {
    const { text, unit } = cell(role);
    const read = figures.readDecimal(text, mapping.decimal);
    if (!read.ok) faults.push({ field: role, text: read.text });
    if (!read.ok || read.value === null) return null;
    return role === "response" ? read.value : figures.toMicrograms(read.value, unit);
  };
  const analyte = own ?? analyteOf(of("analyte").text, mapping.analytes);
  if (analyte === null) return { faults: [{ field: "analyte", text: noAnalyte }] };
  const given = figuresOf(kind, number, of);
  if (faults.length > 0) return { faults };
  const parsed = controlResult.safeParse({ kind, analyte, ...given });
  if (parsed.success) return parsed.data;
  return {
    faults: parsed.error.issues.map(({ path }) => ({ field: String(path[0] ?? "value"), text: missing })),
  };
}

function figuresOf(
  kind: Kind,
  number: (role: "level" | "response" | "loq" | "value") => string | null,
  of: CellOf,
): object {
  if (kind === "calibration") {
    const response = number("response");
    return { level: number("level") ?? undefined, response: response === null ? 0 : Number(response) };
  }
  if (kind === "proceduralBlank") return { value: number("value"), loq: number("loq") ?? undefined };
  // The number of the injection is no part of the material's name.
  const name = of("sampleNo").text || of("bodyCode").text;
  const material = name.replace(/[\s_-]*\d{1,3}$/, "") || name;
  return { material, value: number("value") ?? undefined };
}

const noAnalyte = {
  en: "is not one of the 18 analytes; add its name to the mapping",
  zh: "不是 18 种目标物之一；请在映射中补充其名称",
};
const missing = {
  en: "of this blank, standard or control sample is missing or not valid",
  zh: "：该空白、标准或质控样缺少此值或此值无效",
};
