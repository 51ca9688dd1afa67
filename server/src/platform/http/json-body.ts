import { isStorableText } from "@tracewater/alink/value-check";
import { AppError } from "../app-error.ts";

const deepest = 32;

type Parsed = { ok: true; value: unknown } | { ok: false; failure: AppError };

/** Reads a JSON body: at most 32 levels deep, without characters that the database cannot keep. */
export function parseJsonBody(body: Buffer): Parsed {
  if (body.length === 0) return { ok: true, value: {} };
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
  } catch {
    return refuse("The body is not valid JSON.", "请求体不是有效的 JSON。");
  }
  const fault = findFault(value, "", deepest);
  if (fault === null) return { ok: true, value };
  return fault.kind === "deep"
    ? refuse(`The body is nested more than ${deepest} levels deep.`, `请求体嵌套超过 ${deepest} 层。`)
    : { ok: false, failure: unstorable(fault.path) };
}

/** The refusal of a text with NUL or half a character, which PostgreSQL cannot keep. */
export function unstorable(field: string): AppError {
  const text = {
    en: "contains a character that cannot be stored (NUL or an incomplete surrogate pair)",
    zh: "含有无法保存的字符（NUL 或不完整的代理对）",
  };
  return new AppError("badInput", { en: `${field} ${text.en}.`, zh: `${field} ${text.zh}。` }, [
    { field, text },
  ]);
}

type Fault = { kind: "deep" } | { kind: "text"; path: string };

function findFault(value: unknown, path: string, levels: number): Fault | null {
  if (typeof value === "string") return isStorableText(value) ? null : { kind: "text", path };
  if (typeof value !== "object" || value === null) return null;
  if (levels === 0) return { kind: "deep" };
  for (const [key, child] of Object.entries(value)) {
    if (!isStorableText(key)) return { kind: "text", path: path === "" ? "a name" : path };
    const fault = findFault(child, path === "" ? key : `${path}.${key}`, levels - 1);
    if (fault !== null) return fault;
  }
  return null;
}

function refuse(en: string, zh: string): Parsed {
  return { ok: false, failure: new AppError("badInput", { en, zh }) };
}
