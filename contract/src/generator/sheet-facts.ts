/** What the columns of a spreadsheet hold, and the model that follows from it. No value of a sheet is kept but the few of a choice. */
import { z } from "zod";
import { defaultsOf, emptyField } from "./model-defaults.ts";
import { camel, fieldName, isFreeInQueries, isFreeInSql } from "./names.ts";
import type { ModelField, ModelKind, ResourceModel } from "./resource-model.ts";
import { labelOf } from "./table-facts.ts";

export const sheetColumn = z.object({
  head: z.string(),
  kind: z.enum(["text", "whole", "decimal", "choice", "day"]),
  /** The share of the values that fit the kind, 0 to 1. */
  share: z.number(),
  filled: z.number().int(),
  maxLength: z.number().int(),
  min: z.number().nullable(),
  max: z.number().nullable(),
  /** Of a choice: its values as they are in the sheet. */
  values: z.array(z.string()),
  /** No two rows have the same value. */
  differ: z.boolean(),
});
export type SheetColumn = z.infer<typeof sheetColumn>;

export const sheetFacts = z.object({ rows: z.number().int(), columns: z.array(sheetColumn) });
export type SheetFacts = z.infer<typeof sheetFacts>;

type Cell = string | number | Date | null;

/** Values that a choice may have at most; a column with more is text. */
const maxOptions = 12;
/** The share from which a kind is taken. */
const enough = 0.95;

/** The first row is the head. */
export function readSheetFacts(rows: readonly (readonly Cell[])[]): SheetFacts {
  const [head = [], ...body] = rows;
  const columns = head
    .map((cell, at) => ({ head: textOf(cell), cells: body.map((row) => row[at] ?? null) }))
    .filter(({ head: text, cells }) => text !== "" || cells.some((cell) => textOf(cell) !== ""))
    .slice(0, 40);
  return { rows: body.length, columns: columns.map((column) => factsOfColumn(column.head, column.cells)) };
}

function factsOfColumn(head: string, cells: readonly Cell[]): SheetColumn {
  const filled = cells.filter((cell) => textOf(cell) !== "");
  const texts = filled.map(textOf);
  const shareOf = (fits: (cell: Cell) => boolean) =>
    filled.length === 0 ? 0 : filled.filter(fits).length / filled.length;
  const distinct = [...new Set(texts)];
  const shares = { day: shareOf(isDay), whole: shareOf(isWhole), decimal: shareOf(isNumber) };
  const kind = (["day", "whole", "decimal"] as const).find((one) => shares[one] >= enough);
  const isChoice =
    kind === undefined && distinct.length <= maxOptions && filled.length >= distinct.length * 2;
  const numbers = filled.filter(isNumber).map((cell) => Number(textOf(cell).replace(",", ".")));
  return {
    head: head.slice(0, 60),
    kind: kind ?? (isChoice ? "choice" : "text"),
    share: kind === undefined ? 1 : shares[kind],
    filled: filled.length,
    maxLength: Math.max(0, ...texts.map((text) => text.length)),
    min: numbers.length === 0 ? null : Math.min(...numbers),
    max: numbers.length === 0 ? null : Math.max(...numbers),
    values: isChoice ? distinct.map((text) => text.slice(0, 60)) : [],
    differ: filled.length === cells.length && distinct.length === filled.length,
  };
}

function textOf(cell: Cell): string {
  return cell instanceof Date ? cell.toISOString().slice(0, 10) : String(cell ?? "").trim();
}

function isDay(cell: Cell): boolean {
  return cell instanceof Date || /^\d{4}[-/]\d{1,2}[-/]\d{1,2}$/.test(textOf(cell));
}

function isNumber(cell: Cell): boolean {
  return typeof cell === "number" || /^-?\d{1,15}([.,]\d{1,10})?$/.test(textOf(cell));
}

function isWhole(cell: Cell): boolean {
  return (
    isNumber(cell) && Number.isInteger(Number(textOf(cell).replace(",", "."))) && !/^-?0\d/.test(textOf(cell))
  );
}

/** The model of a sheet: bounds and lengths with room to spare, choices for what repeats. */
export function modelOfSheet(facts: SheetFacts, one: string, many: string): ResourceModel {
  const names = namesOf(facts.columns);
  const fields = facts.columns.map((column, at) =>
    fieldOf(column, names[at] ?? `column${at + 1}`, facts.rows),
  );
  const known = facts.columns.findIndex(({ kind, differ }) => differ && kind === "text");
  const first = Math.max(0, known >= 0 ? known : fields.findIndex(({ kind }) => kind === "text"));
  const unique = fields[first]?.name ?? "";
  const table = camel(one).replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return defaultsOf({
    ...{ one, many, table, unique, within: null },
    fields: fields.map((field) =>
      field.name === unique
        ? { ...field, kind: "text", options: [], required: true, search: "text", sortable: true }
        : field,
    ),
  });
}

/** English heads become names; others are numbered. No name comes twice. */
function namesOf(columns: readonly SheetColumn[]): string[] {
  const names: string[] = [];
  columns.forEach(({ head }, at) => {
    const plain = head.replace(/\(.*?\)|（.*?）/g, "").toLowerCase();
    const joined = fieldName(plain.replace(/[^a-z0-9]+/g, "_").replace(/^[_0-9]+|_+$/g, "")).slice(0, 24);
    const found = joined.length >= 2 && /^[a-z]/.test(joined) ? joined : `column${at + 1}`;
    const free =
      isFreeInSql(found.replace(/[A-Z]/g, (one) => `_${one.toLowerCase()}`)) && isFreeInQueries(found);
    const name = free && found !== "unitId" && found !== "unitName" ? found : `${found}Value`;
    names.push(names.includes(name) ? `${name}${at + 1}` : name);
  });
  return names;
}

function fieldOf(column: SheetColumn, name: string, rows: number): ModelField {
  const { kind } = column;
  const [head, measure = ""] = column.head.split(/[(（]/).map((part) => part.replace(/[)）]\s*$/, "").trim());
  const label = head === undefined || head === "" ? labelOf(name) : head;
  const options = kind === "choice" ? optionsOf(column.values) : [];
  const isNumeric = kind === "whole" || kind === "decimal";
  return {
    ...emptyField(name, { en: label, zh: label }),
    kind: (kind === "choice" && options.length < 2 ? "text" : kind) satisfies ModelKind,
    maxLength: Math.min(2000, Math.max(20, roundUp(column.maxLength * 2))),
    ...(isNumeric ? boundsOf(column) : { min: null, max: null }),
    measure: isNumeric ? measure.slice(0, 12) : "",
    options: options.length < 2 ? [] : options,
    required: rows > 0 && column.filled === rows,
    search: options.length >= 2 ? "choice" : "none",
  };
}

/** Ten times as much as was seen, and nothing below zero where nothing was. */
function boundsOf({ min, max }: SheetColumn): { min: number | null; max: number | null } {
  const largest = Math.max(Math.abs(min ?? 0), Math.abs(max ?? 0), 1);
  const top = Math.min(2_000_000_000, 10 ** (Math.ceil(Math.log10(largest)) + 1));
  return { min: (min ?? 0) < 0 ? -top : 0, max: top };
}

function roundUp(value: number): number {
  return Math.ceil(value / 20) * 20;
}

/** Values that are names are kept; others get a number, and their text becomes the label. */
function optionsOf(values: readonly string[]): ModelField["options"] {
  const areNames = values.every((value) => /^[A-Za-z][A-Za-z0-9]{0,29}$/.test(value));
  return values.map((value, at) => ({ value: areNames ? value : `value${at + 1}`, en: value, zh: value }));
}
