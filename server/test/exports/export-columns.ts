import type { AnyCall } from "@tracewater/contract/call";
import { exportFields } from "@tracewater/contract/resource/fields";
import type { World } from "./export-world.ts";
import type { ReadCell } from "./workbook-cells.ts";

export type Language = "en" | "zh";
export type Row = Record<string, unknown>;
export type Column = readonly [head: string, cell: (row: Row) => unknown];
type Input = { params?: Record<string, unknown>; query?: Record<string, unknown> };

export type ExportCase = {
  call: AnyCall;
  list: AnyCall;
  inputOf?: (world: World) => Input;
  /** Where the list's rows are in its answer. */
  rowsOf?: (body: Row) => unknown;
  columns: (language: Language) => readonly Column[];
  /** With which of `=+-@` texts in it begin: each, where nothing is said; none, where no text is anybody's own. */
  signs?: string;
  formats?: readonly ("xlsx" | "csv")[];
  /** The log of a group of properties: its columns are those of the thing model. */
  group?: string;
};

/** Of a declared list: what its declaration says of the columns. */
export function declared(
  sheet: Parameters<typeof exportFields>[0] & {
    labels: Readonly<Record<Language, Readonly<Record<string, string>>>>;
    calls: { export: AnyCall };
  },
  list: AnyCall,
): ExportCase {
  const columns = (language: Language) =>
    exportFields(sheet).map((field): Column => {
      const labels = sheet.labels[language];
      const unit = field.unit === undefined ? "" : ` (${field.unit})`;
      const label = (value: unknown) =>
        field.dictionary === undefined || value === null
          ? value
          : (labels[`${field.dictionary}.${value}`] ?? value);
      return [`${labels[field.label] ?? field.name}${unit}`, (row) => label(row[field.nameIn ?? field.name])];
    });
  return { call: sheet.calls.export, list, columns };
}

/** ISO 8601 with the offset of a zone: how sheets report moments. */
export function moment(zone = "Asia/Shanghai") {
  const format = new Intl.DateTimeFormat("sv-SE", {
    timeZone: zone,
    dateStyle: "short",
    timeStyle: "medium",
  });
  return (ms: unknown): ReadCell => {
    if (typeof ms !== "number") return null;
    const local = format.format(ms);
    const minutes = Math.round((Date.parse(`${local.replace(" ", "T")}Z`) - ms) / 60_000);
    const two = (n: number) => String(n).padStart(2, "0");
    const offset = `${minutes < 0 ? "-" : "+"}${two(Math.floor(Math.abs(minutes) / 60))}:${two(Math.abs(minutes) % 60)}`;
    return `${local.replace(" ", "T")}${offset}`;
  };
}

type ColumnLabels = Readonly<Record<string, string>>;
/**
 * A column by the word over it: `ph`; `flow (m³/d)` with its unit; `point=pointName` under another name in the row;
 * `.state` whose values have words; `@began` for moments.
 */
export type Spec = string;

export function describeColumns(labels: Readonly<Record<Language, ColumnLabels>>, specs: readonly Spec[]) {
  return (language: Language): Column[] =>
    specs.map((spec) => {
      const [, mark = "", word = "", other, unit = ""] =
        /^([@.]?)([a-zA-Z][a-zA-Z0-9]*)(?:=(\w+))?( \(.+\))?$/.exec(spec) ?? [];
      const name = other ?? word;
      const label = labels[language];
      const cells: Record<string, Column[1]> = {
        "@": (row) => moment()(row[name]),
        ".": (row) => (row[name] === null ? null : label[`${name}.${row[name]}`]),
      };
      return [`${label[word]}${unit}`, cells[mark] ?? ((row) => row[name])];
    });
}

/** The same where the heads are in English and Chinese side by side. */
export function headed(
  columns: readonly (readonly [
    en: string,
    zh: string,
    cell: string | ((row: Row, language: Language) => unknown),
  ])[],
) {
  return (language: Language): Column[] =>
    columns.map(([en, zh, cell]) => [
      language === "en" ? en : zh,
      (row) => (typeof cell === "string" ? row[cell] : cell(row, language)),
    ]);
}
