/** A device's request: `{id, version, sys: {ack}, params, method}`. The id is echoed verbatim. */
export type AlinkRequest = {
  id: string;
  params: Record<string, unknown>;
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

export type Parsed<T> = { ok: true; value: T } | { ok: false; id: string; reason: string };

const deepest = 32;
const largestCode = 2_147_483_647;

/** Reads the bytes of an uplink as JSON; refuses what is not an object, is nested deeper than 32, or is no JSON. */
export function parseRequest(payload: Buffer): Parsed<AlinkRequest> {
  const read = parseObject(payload);
  if (!read.ok) return read;
  const { id, object } = read.value;
  const params = object["params"] ?? {};
  if (!isObject(params)) return { ok: false, id, reason: "params is not an object" };
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
      id,
      code,
      data: object["data"] ?? null,
      message: typeof object["message"] === "string" ? object["message"] : null,
    },
  };
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function parseObject(payload: Buffer): Parsed<{ id: string; object: Record<string, unknown> }> {
  let value: unknown;
  try {
    value = JSON.parse(payload.toString("utf8"));
  } catch {
    return { ok: false, id: "", reason: "the message is not JSON" };
  }
  if (!isObject(value)) return { ok: false, id: "", reason: "the message is not a JSON object" };
  const rawId = value["id"];
  const id = typeof rawId === "string" ? rawId : typeof rawId === "number" ? String(rawId) : "";
  if (id.length > 256) return { ok: false, id: "", reason: "the id is longer than 256 characters" };
  if (isDeeperThan(value, deepest)) return { ok: false, id, reason: `nested deeper than ${deepest} levels` };
  return { ok: true, value: { id, object: value } };
}

function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (levels === 0) return true;
  for (const child of Object.values(value)) {
    if (typeof child === "object" && child !== null && isDeeperThan(child, levels - 1)) return true;
  }
  return false;
}
