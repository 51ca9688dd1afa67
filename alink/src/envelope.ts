import { nestingOf } from "./nesting.ts";

/** Levels of a message, as of everything that comes in from outside. */
export const deepest = 32;

/** The id of a message: text as the SDKs send it; a number comes back as a number. */
export type AlinkId = string | number;

/** A device's request: `{id, version, sys: {ack}, params, method}`. The id is echoed verbatim. */
export type AlinkRequest = {
  id: AlinkId;
  /** An object or an array; an empty object where there is none. */
  params: unknown;
  method: string | null;
  wantsReply: boolean;
};

/** A device's answer to a downlink: `{id, code, data, message}`. */
export type AlinkReply = {
  id: string;
  code: number;
  data: unknown;
  message: string | null;
};

export type Parsed<T> = { ok: true; value: T } | { ok: false; id: AlinkId; reason: string };

const largestCode = 2_147_483_647;

/** Reads the bytes of an uplink as JSON; refuses what is not an object, is nested deeper than 32, or is no JSON. */
export function parseRequest(payload: Buffer): Parsed<AlinkRequest> {
  const read = parseObject(payload);
  if (!read.ok) return read;
  const { id, object } = read.value;
  const params = object["params"] ?? {};
  if (typeof params !== "object")
    return { ok: false, id, reason: "params is neither an object nor an array" };
  const sys = object["sys"];
  return {
    ok: true,
    value: {
      id,
      params,
      method: typeof object["method"] === "string" ? object["method"] : null,
      wantsReply: !(isObject(sys) && sys["ack"] === 0),
    },
  };
}

/** Reads a device's reply; a code sent as text is read as a number. */
export function parseReply(payload: Buffer): Parsed<AlinkReply> {
  const read = parseObject(payload);
  if (!read.ok) return read;
  const { id, object } = read.value;
  const code = Number(object["code"] ?? 200);
  if (!Number.isInteger(code) || Math.abs(code) > largestCode)
    return { ok: false, id, reason: "code is not a number" };
  return {
    ok: true,
    value: {
      id: String(id),
      code,
      data: object["data"] ?? null,
      message: typeof object["message"] === "string" ? object["message"] : null,
    },
  };
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Reads the bytes of a message as a JSON object; for messages without an envelope. */
export function parseJson(payload: Buffer): Parsed<Record<string, unknown>> {
  const read = parseObject(payload);
  return read.ok ? { ok: true, value: read.value.object } : read;
}

const scalar = String.raw`(?:"(?:[^"\\]|\\.)*"|[-+.\w]+)`;
const leading = new RegExp(String.raw`^\s*\{(?:\s*"[^"\\]*"\s*:\s*${scalar}\s*,)*?\s*"id"\s*:\s*(${scalar})`);

/** The id of a message that is not parsed, where nothing but plain values is before it; else "". */
function leadingId(payload: Buffer): AlinkId {
  const found = leading.exec(payload.subarray(0, 1024).toString("utf8"))?.[1];
  if (found === undefined) return "";
  try {
    const id: unknown = JSON.parse(found);
    return (typeof id === "string" && id.length <= 256) || typeof id === "number" ? id : "";
  } catch {
    return "";
  }
}

function parseObject(payload: Buffer): Parsed<{ id: AlinkId; object: Record<string, unknown> }> {
  if (nestingOf(payload, deepest) > deepest)
    return { ok: false, id: leadingId(payload), reason: `nested deeper than ${deepest} levels` };
  let value: unknown;
  try {
    value = JSON.parse(payload.toString("utf8"));
  } catch {
    return { ok: false, id: "", reason: "the message is not JSON" };
  }
  if (!isObject(value)) return { ok: false, id: "", reason: "the message is not a JSON object" };
  const rawId = value["id"];
  const id = typeof rawId === "string" || typeof rawId === "number" ? rawId : "";
  if (typeof id === "string" && id.length > 256)
    return { ok: false, id: "", reason: "the id is longer than 256 characters" };
  return { ok: true, value: { id, object: value } };
}
