import { isUtf8 } from "node:buffer";
import { isStorable } from "@tracewater/alink/value-check";

/**
 * The payload as the message log keeps it (jsonb): the bytes themselves where they are JSON that PostgreSQL can
 * hold, otherwise a note with the first bytes of what came.
 */
export function toStorablePayload(payload: Buffer): Buffer | string {
  return isStorableJson(payload)
    ? payload
    : JSON.stringify({ unreadable: payload.subarray(0, 512).toString("base64") });
}

function isStorableJson(payload: Buffer): boolean {
  if (!isUtf8(payload) || payload.includes(0)) return false;
  try {
    const value: unknown = JSON.parse(payload.toString("utf8"));
    // NUL and half a surrogate pair as escapes are valid JSON, yet jsonb refuses them.
    const isSuspect = payload.includes("\\u") && /\\u(?:0000|d[89a-f])/i.test(payload.toString("latin1"));
    return !isSuspect || isStorable(value);
  } catch {
    return false;
  }
}
