import type { ValueType } from "@tracewater/contract/fleet/products";

/** A field of a send form, as the thing model describes it. */
export type ParamField = { identifier: string; required: boolean; dataType: ValueType };

/** Why a typed text is no value: the key of a sentence, with what is in it. */
export type ParamFault = {
  key: "required" | "notNumber" | "notWhole" | "range" | "min" | "max" | "tooLong" | "notJson" | "notOption";
  values: Record<string, number>;
};

export type ReadParams =
  | { ok: true; params: Record<string, unknown> }
  | { ok: false; faults: Record<string, ParamFault> };

/** Reads what was typed; an empty optional field is left out of the call. */
export function readParams(fields: readonly ParamField[], typed: Record<string, string>): ReadParams {
  const params: Record<string, unknown> = {};
  const faults: Record<string, ParamFault> = {};
  for (const field of fields) {
    const text = (typed[field.identifier] ?? "").trim();
    if (text === "") {
      if (field.required) faults[field.identifier] = fault("required");
      continue;
    }
    const read = readValue(field.dataType, text);
    if (read.ok) params[field.identifier] = read.value;
    else faults[field.identifier] = read.fault;
  }
  return Object.keys(faults).length === 0 ? { ok: true, params } : { ok: false, faults };
}

type ReadValue = { ok: true; value: unknown } | { ok: false; fault: ParamFault };

/** Reads one value by its type; numbers as the specification writes them: a sign, no leading zeros, a decimal part. */
function readValue(type: ValueType, text: string): ReadValue {
  switch (type.type) {
    case "int":
    case "float":
    case "double":
      return readNumber(type, text);
    case "enum":
    case "bool": {
      const value = Number(text);
      return type.options.some((option) => option.value === value) ? good(value) : bad("notOption");
    }
    case "text":
      return text.length > type.length ? bad("tooLong", { max: type.length }) : good(text);
    case "date":
      return /^\d{10,13}$/.test(text) ? good(text) : bad("notNumber");
    default:
      return readJson(text);
  }
}

/** What was sent, as text for the fields: the way back, for "send again". */
export function typedFrom(params: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      typeof value === "string" || typeof value === "number" ? String(value) : JSON.stringify(value),
    ]),
  );
}

type NumberType = Extract<ValueType, { min: number | null }>;

function readNumber(type: NumberType, text: string): ReadValue {
  if (!/^[+-]?(0|[1-9]\d*)(\.\d+)?$/.test(text)) return bad("notNumber");
  const value = Number(text);
  if (!Number.isFinite(value)) return bad("notNumber");
  if (type.type === "int" && !Number.isInteger(value)) return bad("notWhole");
  const { min, max } = type;
  const beyond = (min !== null && value < min) || (max !== null && value > max);
  if (!beyond) return good(value);
  if (min !== null && max !== null) return bad("range", { min, max });
  return min === null ? bad("max", { max: max ?? 0 }) : bad("min", { min });
}

function readJson(text: string): ReadValue {
  try {
    const value: unknown = JSON.parse(text);
    return good(value);
  } catch (notJson) {
    if (!(notJson instanceof SyntaxError)) throw notJson;
    return bad("notJson");
  }
}

function good(value: unknown): ReadValue {
  return { ok: true, value };
}

function bad(key: ParamFault["key"], values: Record<string, number> = {}): ReadValue {
  return { ok: false, fault: fault(key, values) };
}

function fault(key: ParamFault["key"], values: Record<string, number> = {}): ParamFault {
  return { key, values };
}
