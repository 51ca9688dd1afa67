/**
 * Quality control from a spreadsheet. Its columns are known by their heads in either language, its kinds and analytes by
 * their names; concentrations say their unit in their head, and are never converted by a guess.
 */
import { localizedParts } from "@tracewater/contract/both-languages";
import {
  type ControlKind,
  type ControlResult,
  controlKind,
  controlResult,
} from "@tracewater/contract/laboratory/analytical-batches";
import { type FieldError, fieldError } from "../../../platform/app-error.ts";
import { issueText } from "../../../platform/input-texts.ts";
import { columnTwice } from "../../../platform/tables/column-twice.ts";
import type { CellValue, TableRow } from "../../../platform/tables/table-limits.ts";
import { instrumentFileCells } from "../assays/instrument-file.service.ts";

const { analyteOf, cellText, plain, readDecimal, readValue, toMicrograms, unitIn } = instrumentFileCells;

const concentrations = ["level", "value", "loq", "second", "native", "spiked", "added"] as const;
type Concentration = (typeof concentrations)[number];
/** Plain numbers, without a unit to convert. */
const numbers = ["response", "ionRatio", "retentionTime"] as const;
type ColumnName = "kind" | "analyte" | "material" | (typeof numbers)[number] | Concentration;
type Column = { at: number; unit: "ng/L" | "ug/L" };
type Columns = ReadonlyMap<ColumnName, Column>;

/** As it was read; `result` is null where something is wrong. */
export type ReadControl = {
  row: number;
  kindGiven: string;
  analyteGiven: string;
  result: ControlResult | null;
  faults: FieldError[];
};

/** Which figures a kind has. */
const qcResultOf = {
  calibration: ["level", "response", "ionRatio", "retentionTime"],
  proceduralBlank: ["value", "loq"],
  fieldBlank: ["value", "loq"],
  tripBlank: ["value", "loq"],
  duplicate: ["value", "second"],
  spike: ["native", "spiked", "added"],
  control: ["material", "value", "ionRatio", "retentionTime"],
} as const satisfies Record<ControlKind, readonly ColumnName[]>;

const heads: readonly [ColumnName, readonly string[]][] = [
  ["kind", ["kind", "type", "sample type", "类型", "样品类型"]],
  ["analyte", ["analyte", "compound", "component", "component name", "目标物", "化合物", "组分"]],
  ["level", ["level", "nominal", "expected", "浓度", "理论浓度", "标准浓度"]],
  ["response", ["response", "area", "area ratio", "响应", "峰面积", "峰面积比"]],
  ["value", ["value", "result", "concentration", "conc.", "测定值", "结果"]],
  ["loq", ["loq", "lloq", "定量限"]],
  ["second", ["second value", "second", "duplicate value", "第二次测定值", "平行测定值"]],
  ["native", ["before spiking", "native", "unspiked", "加标前", "本底值"]],
  ["spiked", ["after spiking", "spiked", "加标后"]],
  ["added", ["added", "spike amount", "加标量"]],
  ["ionRatio", ["ion ratio", "qualifier ratio", "离子比", "离子丰度比"]],
  ["retentionTime", ["retention time", "rt", "保留时间"]],
  ["material", ["control material", "material", "质控样名称", "质控样"]],
];

const kindNames: Record<ControlKind, readonly string[]> = {
  calibration: ["calibration", "standard", "std", "标准系列", "标准", "标准曲线"],
  proceduralBlank: [
    "procedural blank",
    "proceduralblank",
    "method blank",
    "blank",
    "过程空白",
    "方法空白",
    "空白",
  ],
  fieldBlank: ["field blank", "fieldblank", "现场空白"],
  tripBlank: ["trip blank", "tripblank", "运输空白"],
  duplicate: ["duplicate", "dup", "平行样"],
  spike: ["spike", "matrix spike", "加标样", "加标"],
  control: ["control material", "control", "qc", "质控样", "质控"],
};

/** So many rows of words may be above the table. */
const maxAbove = 40;

export function readControls(rows: readonly TableRow[]): ReadControl[] {
  const place = rows.slice(0, maxAbove).findIndex(({ cells }) => {
    const found = cells.map((cell) => nameOf(cellText(cell)));
    return found.includes("kind") && found.includes("analyte");
  });
  const head = rows[place]?.cells;
  if (head === undefined) throw noHeads;
  const columns = columnsOf(head);
  const body = rows.slice(place + 1);
  const decimal = decimalOf(body);
  return body.map(({ number, cells }) => readOne(number, cells, columns, decimal));
}

function readOne(
  row: number,
  cells: readonly CellValue[],
  columns: Columns,
  decimal: "." | ",",
): ReadControl {
  const faults: FieldError[] = [];
  const text = (name: ColumnName) => {
    const column = columns.get(name);
    return column === undefined ? "" : cellText(cells[column.at]);
  };
  const kindGiven = text("kind");
  const analyteGiven = text("analyte");
  const kind = controlKind.options.find((one) => kindNames[one].includes(plain(kindGiven))) ?? null;
  const analyte = analyteOf(analyteGiven);
  if (kind === null) faults.push({ field: "kind", text: noKind });
  if (analyte === null) faults.push({ field: "analyte", text: noAnalyte });
  const figures: Record<string, unknown> = {};
  for (const name of kind === null ? [] : qcResultOf[kind]) {
    const read = qcValueOf(name, text(name), { unit: columns.get(name)?.unit ?? "ug/L", decimal });
    if (read.ok) Object.assign(figures, read.value);
    else faults.push({ field: name, text: read.text });
  }
  const reported = { row, kindGiven, analyteGiven, faults };
  if (faults.length > 0) return { ...reported, result: null };
  const parsed = controlResult.safeParse({ kind, analyte, ...figures }, { error: issueText(controlResult) });
  if (parsed.success) return { ...reported, result: parsed.data };
  const issues = parsed.error.issues.map(({ path, message }) => {
    const field = String(path[0] ?? "value");
    return { field, text: figures[field] === undefined ? missing : paperTexts(message) };
  });
  return { ...reported, result: null, faults: issues };
}

type Terms = { unit: "ng/L" | "ug/L"; decimal: "." | "," };
type Read = { ok: true; value: Record<string, unknown> } | { ok: false; text: FieldError["text"] };

/** A figure by its column; what was not found in a blank has no value, and may say its LOQ. */
function qcValueOf(name: ColumnName, text: string, { unit, decimal }: Terms): Read {
  if (name === "material") return { ok: true, value: text === "" ? {} : { material: text } };
  if (name === "value") {
    const read = readValue(text, decimal, unit);
    if (!read.ok) return read;
    const { value, loq, flag } = read.value;
    if (flag === "aboveRange" || flag === "rejected") return { ok: false, text: noNumber };
    return { ok: true, value: { ...(value === null ? {} : { value }), ...(loq === null ? {} : { loq }) } };
  }
  const read = readDecimal(text, decimal);
  if (!read.ok) return read;
  if (read.value === null) return { ok: true, value: {} };
  if (numbers.some((one) => one === name)) return { ok: true, value: { [name]: Number(read.value) } };
  return { ok: true, value: { [name]: toMicrograms(read.value, unit) } };
}

function columnsOf(head: readonly CellValue[]): Columns {
  const columns = new Map<ColumnName, Column>();
  for (const [at, cell] of head.entries()) {
    const text = cellText(cell);
    const name = nameOf(text);
    if (name === null) continue;
    if (columns.has(name)) throw columnTwice(text);
    const unit = unitIn(text);
    const isConcentration = concentrations.some((one) => one === name);
    if (isConcentration && typeof unit !== "string") throw noUnit(text, unit?.other ?? null);
    columns.set(name, { at, unit: typeof unit === "string" ? unit : "ug/L" });
  }
  return columns;
}

/** Without what is in brackets at its end. */
function nameOf(head: string): ColumnName | null {
  const bare = plain(head.normalize("NFKC").replace(/[([][^)\]]*[)\]]\s*$/, ""));
  return heads.find(([, names]) => names.includes(bare))?.[0] ?? null;
}

function decimalOf(rows: readonly TableRow[]): "." | "," {
  const texts = rows.slice(0, maxAbove).flatMap(({ cells }) => cells.map((cell) => cellText(cell)));
  const commas = texts.filter((text) => /^\d+,\d+$/.test(text)).length;
  return commas > texts.filter((text) => /^\d+\.\d+$/.test(text)).length ? "," : ".";
}

/** Of a message in both languages; the schema's own are in one. */
function paperTexts(message: string): FieldError["text"] {
  const text = localizedParts(message);
  return text.en === text.zh ? outside : text;
}

function noUnit(head: string, other: string | null) {
  return fieldError("file", {
    en: `${other === null ? "has no unit in" : `is in ${other} in`} the column "${head}": add (μg/L) or (ng/L) to its heading; no data was read`,
    zh: `“${head}”列${other === null ? "未注明单位" : `的单位为 ${other}`}：请在列名后注明 (μg/L) 或 (ng/L)；未读取任何数据`,
  });
}

const noHeads = fieldError("file", {
  en: "has no header row; at least the columns Kind and Analyte are required",
  zh: "没有表头行，至少须有“类型”和“目标物”两列",
});
const noKind = {
  en: "is not a known type of quality control",
  zh: "无法识别的质控类型",
};
const noAnalyte = { en: "is not one of the 18 analytes", zh: "不是 18 种目标物之一" };
const noNumber = { en: "is not a number", zh: "不是数字" };
const outside = { en: "is not valid", zh: "数值无效" };
const missing = { en: "is required", zh: "缺少数值" };
