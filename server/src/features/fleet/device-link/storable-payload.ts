import { isUtf8 } from "node:buffer";
import { deepest } from "@tracewater/alink/envelope";
import { nestingOf } from "@tracewater/alink/nesting";
import { isStorable } from "@tracewater/alink/value-check";

/**
 * The payload as the message log keeps it (jsonb): the bytes themselves where they are JSON that PostgreSQL can
 * hold, otherwise a note with the first bytes of what came. `isParsed` says that it was read as JSON already.
 */
export function toStorablePayload(payload: Buffer, isParsed: boolean): Buffer | string {
  return isStorableJson(payload, isParsed)
    ? payload
    : JSON.stringify({ unreadable: payload.subarray(0, 512).toString("base64") });
}

function isStorableJson(payload: Buffer, isParsed: boolean): boolean {
  if (!isUtf8(payload) || payload.includes(0)) return false;
  // One that is too deep for jsonb would cost the whole batch in which it is written.
  if (!isParsed && nestingOf(payload, deepest) > deepest) return false;
  // NUL and half a surrogate pair as escapes are valid JSON, yet jsonb refuses them.
  const isSuspect = payload.includes("\\u") && /\\u(?:0000|d[89a-f])/i.test(payload.toString("latin1"));
  if (isParsed && !isSuspect) return true;
  try {
    const value: unknown = JSON.parse(payload.toString("utf8"));
    return !isSuspect || isStorable(value);
  } catch {
    return false;
  }
}
