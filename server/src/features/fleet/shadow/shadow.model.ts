import { isObject } from "@tracewater/alink/envelope";
import { isStorable } from "@tracewater/alink/value-check";

/** What the platform keeps of a device as it last reported it, and as it is to become; the version only rises. */
export type Shadow = {
  version: number;
  reported: Record<string, unknown>;
  desired: Record<string, unknown>;
  /** When each was changed, in seconds since 1970. */
  metadata: { reported: Record<string, number>; desired: Record<string, number> };
};

export const noShadow: Shadow = {
  version: 0,
  reported: {},
  desired: {},
  metadata: { reported: {}, desired: {} },
};

/** A device's message about its shadow, understood; or why it cannot be, by the codes that the SDKs know. */
export type ShadowStep =
  | { kind: "get" }
  | { kind: "change"; next: Shadow }
  | { kind: "error"; code: string; message: string };

const maxKeys = 128;

/** `now` in ms. Versions come from the device (the JS SDK takes the clock); -1 begins again. */
export function readShadowMessage(message: unknown, shadow: Shadow, now: number): ShadowStep {
  if (!isObject(message)) return error("400", "the message is not a JSON object");
  const { method, state } = message;
  if (method === undefined) return error("401", "method is missing");
  if (method === "get") return { kind: "get" };
  if (method !== "update" && method !== "delete") return error("406", "unknown method");
  if (!isObject(state)) return error("402", "state is missing");
  const given = message["version"];
  const version = typeof given === "string" ? Number(given) : given;
  if (typeof version !== "number" || !Number.isSafeInteger(version))
    return error("403", "version is not a whole number");
  if (version !== -1 && version <= shadow.version)
    return error("409", "another version was received in the meantime");
  const next = { ...shadow, version: version === -1 ? 0 : version };
  return method === "update" ? update(next, state, now) : remove(next, state);
}

/** What people wish: these keys and no others. */
export function mergeDesired(shadow: Shadow, desired: Record<string, unknown>, now: number): Shadow {
  const times = Object.fromEntries(Object.keys(desired).map((key) => [key, toSeconds(now)]));
  return {
    ...shadow,
    version: shadow.version + 1,
    desired,
    metadata: { ...shadow.metadata, desired: times },
  };
}

function update(shadow: Shadow, state: Record<string, unknown>, now: number): ShadowStep {
  const { reported, desired } = state;
  if (reported === undefined && desired === undefined) return error("404", "reported is missing");
  if (reported !== undefined && !isObject(reported)) return error("405", "reported is not an object");
  const received = reported ?? {};
  const all = { ...shadow.reported, ...received };
  if (Object.keys(all).length > maxKeys) return error("408", `more than ${maxKeys} keys are reported`);
  if (!isStorable(received)) return error("400", "contains a character that cannot be stored");
  const times = Object.fromEntries(Object.keys(received).map((key) => [key, toSeconds(now)]));
  const next = {
    ...shadow,
    reported: all,
    metadata: { ...shadow.metadata, reported: { ...shadow.metadata.reported, ...times } },
  };
  // The device took over what it was wished to be.
  return { kind: "change", next: isNull(desired) ? withoutDesired(next) : next };
}

function remove(shadow: Shadow, state: Record<string, unknown>): ShadowStep {
  const { reported } = state;
  if (isNull(reported))
    return {
      kind: "change",
      next: { ...shadow, reported: {}, metadata: { ...shadow.metadata, reported: {} } },
    };
  if (!isObject(reported)) return error("405", "reported is not an object");
  const gone = new Set(Object.keys(reported).filter((key) => isNull(reported[key])));
  const keep = <T>(record: Record<string, T>) =>
    Object.fromEntries(Object.entries(record).filter(([key]) => !gone.has(key)));
  const metadata = { ...shadow.metadata, reported: keep(shadow.metadata.reported) };
  return { kind: "change", next: { ...shadow, reported: keep(shadow.reported), metadata } };
}

function withoutDesired(shadow: Shadow): Shadow {
  return { ...shadow, desired: {}, metadata: { ...shadow.metadata, desired: {} } };
}

/** The SDKs write null as a word. */
function isNull(value: unknown): boolean {
  return value === "null" || value === null;
}

function toSeconds(now: number): number {
  return Math.floor(now / 1000);
}

function error(code: string, message: string): ShadowStep {
  return { kind: "error", code, message };
}
