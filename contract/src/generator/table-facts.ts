/** What the database says of a table of the platform, and the model that follows from it. */
import { z } from "zod";
import { type FieldHabits, withHabits } from "./field-habits.ts";
import { defaultsOf } from "./model-defaults.ts";
import { fieldName, isFreeInCode, isFreeInQueries, pascalOf, plural } from "./names.ts";
import type { ModelField, ResourceModel } from "./resource-model.ts";

export const tableColumn = z.object({
  name: z.string(),
  /** As PostgreSQL calls it: `text`, `integer`, `double precision`. */
  type: z.string(),
  nullable: z.boolean(),
  /** The expression of its default; null where it has none. */
  initial: z.string().nullable(),
  isIdentity: z.boolean(),
  comment: z.string().nullable(),
  /** The table it refers to. */
  references: z.string().nullable(),
});
export type TableColumn = z.infer<typeof tableColumn>;

export const tableFacts = z.object({
  table: z.string(),
  comment: z.string().nullable(),
  columns: z.array(tableColumn),
  /** The conditions of its checks. */
  checks: z.array(z.string()),
  /** The columns of each unique index over columns alone. */
  uniques: z.array(z.array(z.string())),
});
export type TableFacts = z.infer<typeof tableFacts>;

/** Columns that no form has. */
const kept = ["id", "created_at", "updated_at", "built_in", "built_in_key"];

/** The model of a table, as far as the table tells; labels are made of the names where it has no comment. */
export function modelOfTable(facts: TableFacts, habits: FieldHabits = new Map()): ResourceModel {
  const one = nameOfTable(facts.table);
  const uniques = facts.uniques.filter((columns) => columns.every((column) => !kept.includes(column)));
  const key = uniques.sort((a, b) => a.length - b.length)[0];
  const fields = facts.columns
    .filter((column) => !kept.includes(column.name) && !column.isIdentity)
    .flatMap((column) => fieldOfColumn(column, facts, habits) ?? []);
  const texts = fields.filter(({ kind }) => kind === "text").map(({ name }) => name);
  const known = key?.map(fieldName) ?? [];
  // Of two columns the first is what the second is unique in.
  const unique = known.toReversed().find((name) => texts.includes(name)) ?? texts[0] ?? "";
  const model = defaultsOf({ one, many: plural(one), table: facts.table, fields, unique, within: null });
  const around = known.length === 2 ? (known.find((name) => name !== unique) ?? null) : null;
  return { ...model, within: around, fields: model.fields.map((field) => knownField(field, unique)) };
}

/** By the field that it is known by a row is found and sorted; it is never empty. */
function knownField(field: ModelField, unique: string): ModelField {
  if (field.name !== unique) return field;
  return { ...field, required: true, search: "text", sortable: true };
}

function nameOfTable(table: string): string {
  const name = pascalOf(table).slice(0, 20);
  return isFreeInCode(name) ? name : `${name}Item`;
}

/** Null for a type that no declaration of a list has. */
function fieldOfColumn(column: TableColumn, facts: TableFacts, habits: FieldHabits): ModelField | null {
  const kind = kindOf(column, facts);
  if (kind === null) return null;
  const name = fieldName(column.name);
  const checks = facts.checks.filter((check) => columnsIn(check).includes(column.name));
  const initial = initialOf(column, kind);
  const isOptional = column.nullable || initial !== null;
  const [en, zh] = labelsOf(column);
  const length = lengthIn(checks);
  const field: ModelField = {
    name: isFreeInQueries(name) ? name : `${name}Value`,
    ...{ en, zh, kind, initial: initial === "" ? null : initial },
    maxLength: length ?? maxLengthOf(name),
    ...(kind === "whole" || kind === "decimal"
      ? boundsIn(checks, column.name, kind)
      : { min: null, max: null }),
    measure: "",
    options: kind === "choice" ? optionsIn(checks, column.name) : [],
    required: kind === "unit" || !isOptional,
    column: "shown",
    search: kind === "choice" || kind === "unit" ? "choice" : "none",
    sortable: false,
    exported: true,
  };
  return withHabits(field, habits, length !== null);
}

function kindOf(column: TableColumn, facts: TableFacts): ModelField["kind"] | null {
  if (column.references === "dept" && column.name === "unit_id") return "unit";
  const { type } = column;
  // What another list is known by may be written as a text; a number of a row may not.
  if (column.references !== null && type !== "text") return null;
  if (["integer", "bigint", "smallint"].includes(type)) return "whole";
  if (["double precision", "real", "numeric"].includes(type)) return "decimal";
  if (type === "date") return "day";
  if (type !== "text" && !type.startsWith("character")) return null;
  return optionsIn(facts.checks, column.name).length > 1 ? "choice" : "text";
}

/** The names that a condition speaks of: texts in quotes aside. */
function columnsIn(check: string): string[] {
  return check.replace(/'(?:[^']|'')*'/g, "").match(/[a-z_][a-z0-9_]*/g) ?? [];
}

/** `kind in ('a', 'b')`, which the database repeats as `kind = ANY (ARRAY['a'::text, 'b'::text])`. */
function optionsIn(checks: readonly string[], column: string): ModelField["options"] {
  const list = new RegExp(`\\(?\\(?${column}\\)?(?:::text)? = ANY \\(+ARRAY\\[(.*?)\\]`);
  const found = checks.map((check) => list.exec(check)?.[1]).find((values) => values !== undefined);
  const values = [...(found ?? "").matchAll(/'((?:[^']|'')*)'/g)].map(([, value = ""]) => value);
  return values
    .filter((value) => /^([A-Za-z][A-Za-z0-9]*|[0-9]{1,3})$/.test(value))
    .map((value) => ({ value, ...optionLabels(value) }));
}

function optionLabels(value: string): { en: string; zh: string } {
  if (value === "0") return { en: "Enabled", zh: "启用" };
  if (value === "1") return { en: "Disabled", zh: "停用" };
  return { en: labelOf(value), zh: labelOf(value) };
}

function lengthIn(checks: readonly string[]): number | null {
  const found = checks.map((check) => /(?:char_)?length\([^)]*\)+ <= (\d+)/.exec(check)?.[1]);
  const length = Number(found.find((value) => value !== undefined) ?? 0);
  return length >= 1 && length <= 2000 ? length : null;
}

function boundsIn(checks: readonly string[], column: string, kind: "whole" | "decimal") {
  const number = "\\(?'?(-?[0-9.]+(?:e[+-]?[0-9]+)?)'?\\)?";
  const name = `\\(?${column}\\)?(?:::[a-z ]+)?`;
  const at = (sign: string) => {
    const pattern = new RegExp(`${name} ${sign} ${number}`);
    const found = checks.map((check) => pattern.exec(check)?.[1]).find((value) => value !== undefined);
    return found === undefined ? null : Number(found);
  };
  const above = at(">");
  const [min, max] = [at(">=") ?? (above !== null && kind === "whole" ? above + 1 : above), at("<=")];
  return { min, max };
}

/** Only plain values: what is worked out (`now()`) is the database's own matter. */
function initialOf({ initial }: TableColumn, kind: ModelField["kind"]): string | number | null {
  if (initial === null) return null;
  const text = /^'((?:[^']|'')*)'(?:::.*)?$/.exec(initial)?.[1]?.replaceAll("''", "'");
  if (kind === "text" || kind === "choice") return text ?? null;
  const number = Number(text ?? initial.replace(/^\((.*)\)$/, "$1"));
  return Number.isFinite(number) ? number : null;
}

/** What texts of this name hold elsewhere in the house. */
function maxLengthOf(name: string): number {
  if (/remark|source|purpose|note|reason/i.test(name)) return 500;
  if (/address|place/i.test(name)) return 300;
  if (/code|no$|number|key|unit$/i.test(name)) return 60;
  return 100;
}

/** `Name | 名称` in a comment is both labels. */
function labelsOf({ name, comment }: TableColumn): [en: string, zh: string] {
  const [en = "", zh = en] = (comment ?? "").split("|").map((part) => part.trim());
  return [en === "" ? labelOf(fieldName(name)) : en, zh === "" ? labelOf(fieldName(name)) : zh];
}

/** `designFlow` reads `Design flow`. */
export function labelOf(name: string): string {
  const words = name.replace(/([a-z0-9])([A-Z])/g, "$1 $2").toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
