import type { AssayFlag } from "@tracewater/contract/laboratory/assay-fields";
import { assayFlag } from "@tracewater/contract/laboratory/assay-fields";
import type { ConcentrationUnit } from "@tracewater/contract/laboratory/instrument-files";
import { Exact } from "@tracewater/wbe/exact";
import type { LocalizedText } from "../../../platform/localized-text.ts";
import type { CellValue } from "../../../platform/tables/table-limits.ts";
import { choiceOf, plain, textOf } from "./instrument-file-heads.model.ts";

export type Reading<T> = { ok: true; value: T } | { ok: false; text: LocalizedText };

const nothing = new Set(["", "-", "--", "—", "/", "n/a", "na", "nan", "null", "none", "no peak"]);

/** A number as it is in a cell, as plain decimal digits; null where the cell says that there is none. */
export function readDecimal(text: string, decimal: "." | ","): Reading<string | null> {
  const given = text.normalize("NFKC").trim();
  if (nothing.has(given.toLowerCase())) return { ok: true, value: null };
  if (decimal === "," && given.includes(".")) {
    return bad(
      "has a decimal point, but the mapping uses a decimal comma",
      "含小数点，而映射规定使用逗号作小数点",
    );
  }
  if (decimal === "." && given.includes(",")) {
    return bad(
      "has a comma; use a decimal point and no thousands separators",
      "含逗号；请使用小数点，且不使用千分位",
    );
  }
  const pointed = decimal === "," ? given.replace(",", ".") : given;
  if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,2})?$/i.test(pointed)) return bad("is not a number", "不是数字");
  if (pointed.startsWith("-")) return bad("must not be below 0", "不能小于 0");
  // Without an exponent the digits stay as they are, zeros at the end too; an exponent moves the point, exactly.
  const bare = /e/i.test(pointed) ? new Exact(pointed).toFixed() : pointed.replace(/^\+/, "");
  const [whole = "", digits = ""] = bare.split(".");
  const head = whole.replace(/^0+(?=\d)/, "") || "0";
  return { ok: true, value: digits === "" ? head : `${head}.${digits}` };
}

/** A number of a workbook is a double of which spreadsheets show and take 15 digits: what lies beyond is noise. */
export function cellText(cell: CellValue | undefined): string {
  return typeof cell === "number" ? plainNumber(cell) : textOf(cell);
}

function plainNumber(value: number): string {
  const text = String(Number(value.toPrecision(15)));
  if (!/e/i.test(text)) return text;
  const read = readDecimal(text, ".");
  return read.ok ? (read.value ?? "") : text;
}

/** ng/L reported in μg/L: the point moves by three places, and no digit is lost. */
export function toMicrograms(text: string, unit: ConcentrationUnit): string {
  if (unit === "ug/L") return text;
  const [whole = "", digits = ""] = text.split(".");
  const padded = whole.padStart(4, "0");
  const head = padded.slice(0, -3).replace(/^0+(?=\d)/, "");
  return `${head}.${padded.slice(-3)}${digits}`.replace(/\.$/, "");
}

/** What a cell of values says: a number, a limit that it lies beyond, or a word for it. */
export type ReadValue = { value: string | null; flag: AssayFlag | null; loq: string | null };

const flagPatterns: readonly [RegExp, AssayFlag][] = [
  [/^(n\.?d\.?|not detected|<\s*lod|<\s*mdl|未检出)$/, "notDetected"],
  [/^(<\s*ll?oq|bql|blq|<\s*rl|低于定量限|<\s*定量限)$/, "belowLoq"],
  [/^(<\s*检出限)$/, "notDetected"],
  [/^(>\s*uloq|above range|over range|超(出)?量程)$/, "aboveRange"],
  [/^(rejected|invalid|剔除|已剔除)$/, "rejected"],
];

export function readValue(text: string, decimal: "." | ",", unit: ConcentrationUnit): Reading<ReadValue> {
  const asked = plain(text);
  const word = flagOf(asked);
  if (word !== null) return { ok: true, value: { value: null, flag: word, loq: null } };
  const [, sign, limit = ""] = /^([<>])=?\s*(.+)$/.exec(asked) ?? [];
  const read = readDecimal(sign === undefined ? text : limit, decimal);
  if (!read.ok) return read;
  const value = read.value === null ? null : toMicrograms(read.value, unit);
  if (sign === "<") return { ok: true, value: { value: null, flag: "belowLoq", loq: value } };
  if (sign === ">") return { ok: true, value: { value: null, flag: "aboveRange", loq: null } };
  return { ok: true, value: { value, flag: null, loq: null } };
}

export function readFlag(text: string): Reading<AssayFlag | null> {
  if (text === "") return { ok: true, value: null };
  const flag = flagOf(plain(text)) ?? choiceOf("flag", assayFlag.options, text);
  return flag === null ? bad("is not a known result flag", "无法识别的结果标识") : { ok: true, value: flag };
}

function flagOf(asked: string): AssayFlag | null {
  return flagPatterns.find(([pattern]) => pattern.test(asked))?.[1] ?? null;
}

/** What a value is where no column says so: by the limits alongside it. */
export function flagBy(value: string | null, lod: string | null, loq: string | null): AssayFlag {
  if (value === null) return loq === null ? "quantified" : "notDetected";
  const figure = new Exact(value);
  if (lod !== null && figure.lt(lod)) return "notDetected";
  if (loq !== null && figure.lt(loq)) return lod === null && figure.isZero() ? "notDetected" : "belowLoq";
  return "quantified";
}

/** `2024/3/1`, `2024-03-01 08:30`, `20240301`; days that could be read in two ways are not. */
export function readDay(text: string): Reading<string> {
  const pattern = /^(\d{4})[-/.年]?(\d{1,2})[-/.月]?(\d{1,2})日?([ T]\d.*)?$/;
  const [, year, month, day] = pattern.exec(text.normalize("NFKC").trim()) ?? [];
  if (year === undefined || month === undefined || day === undefined) {
    return bad("must be a date such as 2026-03-05", "应为日期，例如 2026-03-05");
  }
  const iso = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  const time = Date.parse(`${iso}T00:00:00Z`);
  const isDay = !Number.isNaN(time) && new Date(time).toISOString().startsWith(iso);
  return isDay ? { ok: true, value: iso } : bad("is not a valid date", "日期不存在");
}

export function readPercent(text: string, decimal: "." | ","): Reading<number | null> {
  const read = readDecimal(text.replace(/\s*[%％]$/, ""), decimal);
  if (!read.ok) return read;
  const value = read.value === null ? null : Number(read.value);
  return value !== null && value > 1000 ? bad("exceeds 1,000 %", "超过 1000 %") : { ok: true, value };
}

function bad(en: string, zh: string): { ok: false; text: LocalizedText } {
  return { ok: false, text: { en, zh } };
}
