import { columnTwice } from "../../../platform/tables/column-twice.ts";
/**
 * The rows of an instrument's file read as results, by a mapping. A cell that cannot be read is reported at its field;
 * what is reported in another unit than the mapping says is refused, never converted by a guess.
 */

import { localizedParts } from "@tracewater/contract/both-languages";
import type { ControlResult } from "@tracewater/contract/laboratory/analytical-batches";
import { assayPhase, assaySource } from "@tracewater/contract/laboratory/assay-fields";
import { type AssayResult, assayResult } from "@tracewater/contract/laboratory/assays";
import type { AnalyteName } from "@tracewater/contract/laboratory/factors";
import {
  type ColumnRole,
  type ConcentrationUnit,
  type InstrumentFileMapping,
  type MappedColumn,
  maxFileResults,
} from "@tracewater/contract/laboratory/instrument-files";
import { type AppError, type FieldError, fieldError } from "../../../platform/app-error.ts";
import { issueText } from "../../../platform/input-texts.ts";
import type { CellValue } from "../../../platform/tables/table-limits.ts";
import { faultsOf } from "./assay.model.ts";
import { type CellOf, readControl } from "./instrument-file-controls.model.ts";
import * as figures from "./instrument-file-figures.model.ts";
import { analyteOf, choiceOf, findHeadRow, plain, textOf, unitIn } from "./instrument-file-heads.model.ts";
import { controlOf, isStandard } from "./vendor-table.model.ts";

export type Mapping = Omit<
  InstrumentFileMapping,
  "mappingId" | "unitName" | "name" | "instrument" | "changedAt" | "changedBy"
>;

/** A result as it was read; `result` is null where something is wrong with it. */
export type ReadResult = {
  row: number;
  sampleNo: string;
  bodyCode: string;
  sampledOn: string;
  pointCode: string;
  analyteGiven: string;
  analyte: AnalyteName | null;
  given: string;
  givenUnit: ConcentrationUnit;
  about: { phase: Measured["phase"]; source: Measured["source"]; method: string; methodVersion: string };
  result: AssayResult | null;
  faults: FieldError[];
};
type Measured = Pick<Mapping, "phase" | "source">;

type Rows = readonly { number: number; cells: readonly CellValue[] }[];
type Place = { at: number; column: MappedColumn };

/** The results of samples, and the quality control in the same file with what cannot be read of it. */
export type ReadFile = { results: ReadResult[]; controls: ControlResult[]; refused: ReadResult[] };

export function readResults(rows: Rows, mapping: Mapping): ReadFile {
  const headRow = findHeadRow(
    rows,
    mapping.columns.map((one) => one.head),
  );
  const head = rows[headRow]?.cells ?? [];
  if (headRow < 0) throw missingHeads(rows, mapping);
  const places = placesOf(head, mapping);
  const analytes = [
    ...new Set(
      mapping.columns.flatMap(({ role, analyte }) => (role === "value" && analyte !== null ? [analyte] : [])),
    ),
  ];
  const [results, refused, controls]: [ReadResult[], ReadResult[], ControlResult[]] = [[], [], []];
  for (const { number, cells } of rows.slice(headRow + 1)) {
    const of = (role: ColumnRole, analyte: AnalyteName | null = null) => cellOf(cells, places, role, analyte);
    const kind = controlOf(of("sampleType").text);
    if (analytes.length === 0 && isStandard(of("analyte").text)) continue;
    if (kind !== null) {
      for (const own of analytes.length === 0 ? [null] : analytes) {
        const read = readControl(kind, of, mapping, own);
        if ("faults" in read) refused.push(faultyControl(number, of, mapping, read.faults));
        else controls.push(read);
      }
      continue;
    }
    if (analytes.length === 0) results.push(readOne(number, of, mapping, null));
    for (const analyte of analytes) {
      // In a row of many analytes an empty cell is one that was not measured.
      if (of("value", analyte).text !== "") results.push(readOne(number, of, mapping, analyte));
    }
    if (results.length + controls.length + refused.length > maxFileResults) throw tooMany();
  }
  return { results, controls, refused };
}

function faultyControl(row: number, of: CellOf, mapping: Mapping, faults: FieldError[]): ReadResult {
  const value = of("value");
  return {
    ...{ row, sampleNo: of("sampleNo").text, bodyCode: of("bodyCode").text, sampledOn: "", pointCode: "" },
    ...{ analyteGiven: of("analyte").text, analyte: null, given: value.text, givenUnit: value.unit },
    about: { ...mapping },
    ...{ result: null, faults },
  };
}

function readOne(row: number, of: CellOf, mapping: Mapping, own: AnalyteName | null): ReadResult {
  const faults: FieldError[] = [];
  const keep = <T>(field: string, read: figures.Reading<T>, otherwise: T): T => {
    if (read.ok) return read.value;
    faults.push({ field, text: read.text });
    return otherwise;
  };
  const cell = (role: ColumnRole) => {
    const found = of(role, own);
    return found.text === "" && own !== null ? of(role) : found;
  };
  const analyteGiven = own ?? of("analyte").text;
  const analyte = own ?? analyteOf(analyteGiven, mapping.analytes);
  if (analyte === null) faults.push({ field: "analyte", text: noAnalyte });
  const day = of("sampledOn").text;
  const sampledOn = day === "" ? "" : keep("sampledOn", figures.readDay(day), "");
  const value = cell("value");
  faults.push(...faultsOfUnit(of("unit").text, value.unit));
  const read = keep("value", figures.readValue(value.text, mapping.decimal, value.unit), noValue);
  const limit = (role: "lod" | "loq" | "uncertainty") => {
    const { text, unit } = cell(role);
    const figure = keep(role, figures.readDecimal(text, mapping.decimal), null);
    return figure === null ? null : figures.toMicrograms(figure, unit);
  };
  const lod = limit("lod");
  const loq = read.loq ?? limit("loq");
  const uncertainty = limit("uncertainty");
  const recovery = keep("recovery", figures.readPercent(cell("recovery").text, mapping.decimal), null);
  const number = (role: "ionRatio" | "retentionTime" | "enantiomericFraction") => {
    const figure = keep(role, figures.readDecimal(cell(role).text, mapping.decimal), null);
    // Of what was not found an instrument writes 0 or nothing.
    const isNone = figure === null || (role !== "enantiomericFraction" && Number(figure) === 0);
    return isNone ? null : Number(figure);
  };
  const identity = {
    ...{ ionRatio: number("ionRatio"), retentionTime: number("retentionTime") },
    enantiomericFraction: number("enantiomericFraction"),
  };
  const given = keep("flag", figures.readFlag(cell("flag").text), null);
  const flag = given ?? read.flag ?? figures.flagBy(read.value, lod, loq);
  const about = aboutOf(of, mapping, faults);
  const sample = {
    sampleNo: of("sampleNo").text,
    bodyCode: of("bodyCode").text,
    pointCode: of("pointCode").text,
  };
  if (sample.sampleNo === "" && sample.bodyCode === "") faults.push({ field: "bodyCode", text: noSample });
  if (sample.sampleNo === "" && day === "") faults.push({ field: "sampledOn", text: noDay });
  const result =
    faults.length > 0 || analyte === null
      ? null
      : parseResult(
          { analyte, value: read.value, flag, lod, loq, uncertainty, recovery, ...identity },
          faults,
        );
  return {
    row,
    ...sample,
    sampledOn,
    analyteGiven,
    analyte,
    given: value.text,
    givenUnit: value.unit,
    about,
    result,
    faults,
  };
}

const noValue: figures.ReadValue = { value: null, flag: null, loq: null };

function parseResult(given: AssayResult, faults: FieldError[]): AssayResult | null {
  const parsed = assayResult.safeParse(given, { error: issueText(assayResult) });
  if (!parsed.success) {
    for (const { path, message } of parsed.error.issues) {
      const field = String(path[0] ?? "value");
      faults.push({ field, text: localizedParts(message) });
    }
    return null;
  }
  faults.push(...faultsOf(parsed.data));
  return faults.length > 0 ? null : parsed.data;
}

function aboutOf(of: CellOf, mapping: Mapping, faults: FieldError[]): ReadResult["about"] {
  const choice = <T extends string>(field: "phase" | "source", options: readonly T[], otherwise: T): T => {
    const { text } = of(field);
    if (text === "") return otherwise;
    const chosen = choiceOf(field, options, text);
    if (chosen === null) faults.push({ field, text: noChoice });
    return chosen ?? otherwise;
  };
  return {
    phase: choice("phase", assayPhase.options, mapping.phase),
    source: choice("source", assaySource.options, mapping.source),
    method: (of("method").text || mapping.method).slice(0, 100),
    methodVersion: (of("methodVersion").text || mapping.methodVersion).slice(0, 40),
  };
}

/** A unit reported in the row has to be the one that the column was mapped in. */
function faultsOfUnit(text: string, mapped: ConcentrationUnit): FieldError[] {
  if (text === "") return [];
  const given = unitIn(text);
  if (given === mapped) return [];
  const own = mapped === "ug/L" ? "μg/L" : mapped;
  return [
    {
      field: "value",
      text: {
        en: `the row is in ${text}, but the column is mapped in ${own}`,
        zh: `该行单位为 ${text}，而该列映射为 ${own}`,
      },
    },
  ];
}

function placesOf(head: readonly CellValue[], mapping: Mapping): Place[] {
  const heads = head.map((cell) => plain(textOf(cell)));
  return mapping.columns.map((column) => {
    const at = heads.indexOf(plain(column.head));
    if (heads.lastIndexOf(plain(column.head)) !== at) throw columnTwice(column.head);
    const given = column.unit === null ? null : unitIn(column.head);
    if (given !== null && given !== column.unit) throw otherUnit(column, given);
    return { at, column };
  });
}

function cellOf(
  cells: readonly CellValue[],
  places: readonly Place[],
  role: ColumnRole,
  analyte: AnalyteName | null,
) {
  const place = places.find(({ column }) => column.role === role && column.analyte === analyte);
  const cell = place === undefined ? null : cells[place.at];
  return { text: figures.cellText(cell), unit: place?.column.unit ?? ("ug/L" as const) };
}

function missingHeads(rows: Rows, mapping: Mapping): AppError {
  const known = new Set(rows.slice(0, 40).flatMap(({ cells }) => cells.map((cell) => plain(textOf(cell)))));
  const missing = mapping.columns.map((one) => one.head).filter((head) => !known.has(plain(head)));
  const names = missing.length > 0 ? missing : mapping.columns.map((one) => one.head);
  return fieldError("file", {
    en: `has no header row with the columns of this mapping; missing: ${names.join(", ")}`,
    zh: `没有包含该映射各列的表头行；缺少：${names.join("、")}`,
  });
}

function otherUnit({ head, unit }: MappedColumn, given: ConcentrationUnit | { other: string }): AppError {
  const other = typeof given === "string" ? given : given.other;
  const own = unit === "ug/L" ? "μg/L" : unit;
  return fieldError("file", {
    en: `the column "${head}" is in ${other}, but the mapping expects ${own}; no data was read`,
    zh: `“${head}”列的单位为 ${other}，而映射为 ${own}；未读取任何数据`,
  });
}

function tooMany(): AppError {
  return fieldError("file", {
    en: `has more than ${maxFileResults} results; split the file`,
    zh: `超过 ${maxFileResults} 个结果，请拆分文件`,
  });
}

const noAnalyte = {
  en: "is not one of the 18 analytes; add its name to the mapping",
  zh: "不是 18 种目标物之一；请在映射中补充其名称",
};
const noSample = { en: "enter the sample", zh: "须填写样品" };
const noDay = { en: "enter the sampling date", zh: "须填写采样日期" };
const noChoice = { en: "is not recognized", zh: "无法识别" };
