import { isObject } from "./envelope.ts";
import type { DataType } from "./thing-model.ts";

/** How a value is kept: numbers (also of enums and booleans) as a number, all else as JSON. */
export type KeptValue = { number: number; json: null } | { number: null; json: unknown };

export type CheckedValue = { ok: true; kept: KeptValue; outOfRange: boolean } | { ok: false; reason: string };

const largestText = 10_240;

/** Checks one value against its declared type. Out of range is kept and reported; a wrong type is refused (460). */
export function checkValue(type: DataType, value: unknown): CheckedValue {
  switch (type.type) {
    case "int":
    case "float":
    case "double":
      return checkNumber(type.type, type.specs, value);
    case "enum":
    case "bool":
      return checkEnum(type.specs, value);
    case "date":
      return checkDate(value);
    case "text":
      return checkText(type.specs.length, value);
    case "struct":
      return checkStruct(type.specs, value);
    case "array":
      return checkArray(type.specs, value);
  }
}

/** A value whose identifier the model does not know: kept as it came, within bounds. */
export function keepUnmodelled(value: unknown): CheckedValue {
  if (typeof value === "number") return Number.isFinite(value) ? kept(value) : refused("not a finite number");
  if (typeof value === "boolean") return kept(value ? 1 : 0);
  if (holdsInfinity(value)) return refused("contains a number that is not finite");
  const text = JSON.stringify(value);
  if (text === undefined) return refused("no value");
  if (isUnstorableJson(text)) return refused("contains a character that cannot be stored");
  return text.length > largestText ? refused("longer than 10240 characters") : keptJson(value);
}

function checkNumber(
  type: "int" | "float" | "double",
  specs: { min?: number | undefined; max?: number | undefined },
  value: unknown,
): CheckedValue {
  if (typeof value !== "number" || !Number.isFinite(value)) return refused("not a finite number");
  if (type === "int" && !Number.isInteger(value)) return refused("not a whole number");
  const outOfRange =
    (specs.min !== undefined && value < specs.min) || (specs.max !== undefined && value > specs.max);
  return { ok: true, kept: { number: value, json: null }, outOfRange };
}

function checkEnum(specs: Record<string, string>, value: unknown): CheckedValue {
  const number = typeof value === "boolean" ? Number(value) : value;
  if (typeof number !== "number" || !Number.isInteger(number))
    return refused("not one of the listed numbers");
  return { ok: true, kept: { number, json: null }, outOfRange: !(String(number) in specs) };
}

function checkDate(value: unknown): CheckedValue {
  const number = typeof value === "string" ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number)
    ? kept(number)
    : refused("not a time in epoch milliseconds");
}

function checkText(length: number, value: unknown): CheckedValue {
  if (typeof value !== "string") return refused("not a text");
  if (!isStorableText(value)) return refused("contains a character that cannot be stored");
  return value.length > length ? refused(`longer than ${length} characters`) : keptJson(value);
}

function checkStruct(fields: { identifier: string; dataType: DataType }[], value: unknown): CheckedValue {
  if (!isObject(value)) return refused("not an object");
  let outOfRange = false;
  for (const field of fields) {
    if (value[field.identifier] === undefined) continue;
    const checked = checkValue(field.dataType, value[field.identifier]);
    if (!checked.ok) return refused(`${field.identifier}: ${checked.reason}`);
    outOfRange ||= checked.outOfRange;
  }
  const rest = keepUnmodelled(value);
  return rest.ok ? { ...rest, outOfRange } : rest;
}

function checkArray(specs: { size: number; item: DataType }, value: unknown): CheckedValue {
  if (!Array.isArray(value)) return refused("not an array");
  if (value.length > specs.size) return refused(`more than ${specs.size} elements`);
  for (const item of value) {
    const checked = checkValue(specs.item, item);
    if (!checked.ok) return refused(`an element is ${checked.reason}`);
  }
  return keepUnmodelled(value);
}

/** Whether the database's JSON can hold a value that came as JSON. */
export function isStorable(value: unknown): boolean {
  return !isUnstorableJson(JSON.stringify(value) ?? "null");
}

/** JSON has no such number, but `1e999` is read as one and would be written as null. */
function holdsInfinity(value: unknown): boolean {
  if (typeof value === "number") return !Number.isFinite(value);
  return typeof value === "object" && value !== null && Object.values(value).some(holdsInfinity);
}

/** PostgreSQL keeps no NUL and no lone surrogate, neither in text nor, as an escape, in jsonb. */
export function isStorableText(text: string): boolean {
  return !text.includes("\u0000") && text.isWellFormed();
}

/** The same of a JSON text: JSON.stringify writes NUL and lone surrogates, and only those, as such escapes. */
function isUnstorableJson(json: string): boolean {
  return /(?:^|[^\\])(?:\\\\)*\\u(?:0000|d[89a-f])/i.test(json);
}

function kept(number: number): CheckedValue {
  return { ok: true, kept: { number, json: null }, outOfRange: false };
}

function keptJson(json: unknown): CheckedValue {
  return { ok: true, kept: { number: null, json }, outOfRange: false };
}

function refused(reason: string): CheckedValue {
  return { ok: false, reason };
}
