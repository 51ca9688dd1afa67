import { isStorableText } from "@tracewater/alink/value-check";
import { inLanguage } from "@tracewater/contract/both-languages";
import { locales } from "@tracewater/contract/locales";
import type { AnyResource } from "@tracewater/contract/resource/define-resource";
import { type Field, importFields } from "@tracewater/contract/resource/fields";
import type { z } from "zod";
import { AppError } from "../app-error.ts";
import { issueText } from "../input-texts.ts";
import type { Language, LocalizedText } from "../localized-text.ts";
import type { CellValue } from "../tables/table-limits.ts";
import { headOf } from "./export-rows.ts";

/** What is wrong with a row: the field's name, the word over its column, and why. */
export type RowFault = { field: string; head: string; message: string };
export type ReadRow<Body> = { ok: true; body: Body } | { ok: false; faults: RowFault[] };

type Cells = readonly CellValue[];
type Described = Pick<AnyResource, "fields" | "shown" | "labels">;

/** Reads the rows of a sheet as bodies of the resource; made from the sheet's first row. */
export function createRowReader<Body>(options: {
  resource: Described & { body: z.ZodType<Body> };
  head: Cells;
  language: Language;
  unitsByName: ReadonlyMap<string, readonly number[]>;
}) {
  const { resource, language } = options;
  const labels = resource.labels[language];
  const fields = importFields(resource);
  const columns = findColumns(fields, resource, options.head);
  checkColumns(fields, columns, resource, language);
  const error = issueText(resource.body);
  const faultAt = (field: Field, message: string): RowFault => ({
    field: field.name,
    head: headOf(field, labels),
    message,
  });

  return {
    /** The fields that the sheet has a column for. */
    present: [...columns.keys()].map((field) => field.name),

    isEmpty: (cells: Cells) => cells.every((cell) => cell === null || String(cell).trim() === ""),

    fault: (name: string, message: LocalizedText): RowFault => {
      const field = fields.find((one) => one.name === name);
      return {
        field: name,
        head: field === undefined ? name : headOf(field, labels),
        message: message[language],
      };
    },

    read(cells: Cells): ReadRow<Body> {
      const values: Record<string, unknown> = {};
      const faults: RowFault[] = [];
      for (const [field, at] of columns) {
        const read = readCell(field, cells[at] ?? null, resource, options.unitsByName);
        if (read.ok) values[field.name] = read.value;
        else faults.push(faultAt(field, read.text[language]));
      }
      if (faults.length > 0) return { ok: false, faults };
      const parsed = resource.body.safeParse(values, { error });
      if (parsed.success) return { ok: true, body: parsed.data };
      const toFieldError = (issue: z.core.$ZodIssue) => ({
        ...issue,
        message: inLanguage(issue.message, language),
      });
      return {
        ok: false,
        faults: parsed.error.issues.map((issue) => describe(toFieldError(issue), columns, faultAt)),
      };
    },
  };
}

function describe(
  issue: z.core.$ZodIssue,
  columns: ReadonlyMap<Field, number>,
  faultAt: (field: Field, message: string) => RowFault,
): RowFault {
  const name = String(issue.path[0] ?? "");
  const field = [...columns.keys()].find((one) => one.name === name);
  return field === undefined
    ? { field: name, head: name, message: issue.message }
    : faultAt(field, issue.message);
}

/** Finds each field's column by its word in either language, or by its name. */
function findColumns(fields: readonly Field[], resource: Described, head: Cells): Map<Field, number> {
  const heads = head.map((cell) => plain(String(cell ?? "")));
  refuseOtherUnits(fields, resource, head);
  const found = new Map<Field, number>();
  for (const field of fields) {
    const names = [
      field.name,
      headOf(field, resource.labels.en),
      headOf(field, resource.labels.zh),
      resource.labels.en[field.label] ?? field.name,
      resource.labels.zh[field.label] ?? field.name,
    ].map(plain);
    const at = heads.findIndex((one) => names.includes(one));
    if (at >= 0) found.set(field, at);
  }
  return found;
}

/** `Value (ng/L)` over what is reported in μg/L: such a sheet would be off by a thousand. */
function refuseOtherUnits(fields: readonly Field[], resource: Described, head: Cells): void {
  const heads = head.map((cell) =>
    String(cell ?? "")
      .normalize("NFKC")
      .trim(),
  );
  for (const field of fields) {
    const { unit } = field;
    if (unit === undefined) continue;
    for (const label of [field.name, resource.labels.en[field.label], resource.labels.zh[field.label]]) {
      const beginning = `${plain(label ?? field.name)} (`;
      const other = heads.find((one) => plain(one).startsWith(beginning) && one.endsWith(")"));
      const reported = other?.slice(beginning.length, -1);
      if (reported === undefined || plain(reported) === plain(unit)) continue;
      throw new AppError(
        "badInput",
        {
          en: `The column "${label}" must be in ${unit}, but this sheet has it in ${reported}. No data was read.`,
          zh: `“${label}”列的单位应为 ${unit}，而该表格为 ${reported}。未读取任何数据。`,
        },
        [
          {
            field: "file",
            text: { en: `is in ${reported}; expected ${unit}`, zh: `单位为 ${reported}，应为 ${unit}` },
          },
        ],
      );
    }
  }
}

function checkColumns(
  fields: readonly Field[],
  columns: ReadonlyMap<Field, number>,
  resource: Described,
  language: Language,
): void {
  const missing = fields.filter((field) => field.required && !columns.has(field));
  if (missing.length === 0) return;
  const list = (labels: Readonly<Record<string, string>>) =>
    missing.map((field) => labels[field.label] ?? field.name).join(locales[language].comma);
  throw new AppError(
    "badInput",
    {
      en: `The first row of the sheet is missing these columns: ${list(resource.labels.en)}.`,
      zh: `表格首行缺少以下列：${list(resource.labels.zh)}。`,
    },
    [{ field: "file", text: { en: "is missing columns", zh: "缺少列" } }],
  );
}

type ReadCell = { ok: true; value: unknown } | { ok: false; text: LocalizedText };

function readCell(
  field: Field,
  cell: CellValue,
  resource: Described,
  unitsByName: ReadonlyMap<string, readonly number[]>,
): ReadCell {
  const text = cell instanceof Date ? cell.toISOString().slice(0, 10) : String(cell ?? "").trim();
  if (text === "") return { ok: true, value: undefined };
  if (!isStorableText(text)) {
    return bad("contains a character that cannot be stored", "含有无法保存的字符");
  }
  if (field.reference === "unit") return readUnit(text, unitsByName);
  switch (field.kind) {
    case "number":
      return { ok: true, value: /^[+-]?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text) ? Number(text) : text };
    case "choice":
      return readChoice(field, text, resource);
    case "day":
      return { ok: true, value: toDay(text) };
    case "text":
      return { ok: true, value: typeof cell === "string" ? cell : text };
  }
}

function readUnit(text: string, unitsByName: ReadonlyMap<string, readonly number[]>): ReadCell {
  const [id, ...others] = unitsByName.get(text) ?? [];
  if (id === undefined) return bad("unit not found", "单位不存在");
  if (others.length > 0) return bad("more than one unit has this name", "存在多个同名单位");
  return { ok: true, value: id };
}

function readChoice(field: Field, text: string, { labels }: Described): ReadCell {
  const paperTexts = (option: string) => {
    const key = `${field.dictionary ?? field.name}.${option}`;
    return [option, labels.en[key] ?? option, labels.zh[key] ?? option];
  };
  const chosen = field.options.find((option) => paperTexts(option).map(plain).includes(plain(text)));
  if (chosen !== undefined) return { ok: true, value: chosen };
  const all = (at: number, between: string) => field.options.map((one) => paperTexts(one)[at]).join(between);
  return bad(`must be one of: ${all(1, ", ")}`, `应为以下之一：${all(2, "、")}`);
}

/** `2024/3/1` as people type it; whatever else is left for the schema to refuse. */
function toDay(text: string): string {
  const [, year, month, day] = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(text) ?? [];
  if (year === undefined || month === undefined || day === undefined) return text;
  return `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
}

function bad(en: string, zh: string): ReadCell {
  return { ok: false, text: { en, zh } };
}

function plain(text: string): string {
  // NFKC: brackets of either width are one, and so are the micro sign and the Greek letter.
  return text.normalize("NFKC").trim().toLowerCase().replaceAll(/\s+/g, " ");
}
