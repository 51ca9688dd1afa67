import { readDeviceTime } from "@tracewater/alink/device-time";
import type { AlinkRequest } from "@tracewater/alink/envelope";
import { isObject } from "@tracewater/alink/envelope";
import type { DataType, ThingModel } from "@tracewater/alink/thing-model";
import { type CheckedValue, checkValue, keepUnmodelled } from "@tracewater/alink/value-check";
import { type EventRow, type ValueRow, valueFlag } from "./uplink.ts";

/** A thing model made ready for looking identifiers up. */
export type CompiledModel = {
  properties: ReadonlyMap<string, DataType>;
  eventKinds: ReadonlyMap<string, string>;
};

/** Values of a post before their identifiers have numbers. */
export type ReadValue = Omit<ValueRow, "metric">;

export type ReadProperties =
  | {
      ok: true;
      values: ReadValue[] /** True where some value had no time of its own. */;
      isBare: boolean;
      skewMs: number | null;
    }
  | { ok: false; code: 460 | 6106; reason: string };

const mostProperties = 200;
const identifierPattern = /^[A-Za-z_][A-Za-z0-9_]{0,49}$/;

export function compileModel(model: ThingModel): CompiledModel {
  return {
    properties: new Map(model.properties.map((property) => [property.identifier, property.dataType])),
    eventKinds: new Map(model.events.map((event) => [event.identifier, event.type])),
  };
}

/**
 * Reads the values of a property post. Out of range is kept and flagged, unknown identifiers are kept as
 * unmodelled; one wrong type refuses the post (460), over 200 properties too (6106).
 * `nextMicros` numbers values that carry no time of their own.
 */
export function readProperties(
  request: AlinkRequest,
  model: CompiledModel,
  nowMs: number,
  nextMicros: () => number,
): ReadProperties {
  const entries = Object.entries(request.params);
  if (entries.length > mostProperties) {
    return { ok: false, code: 6106, reason: `more than ${mostProperties} properties` };
  }
  const values: ReadValue[] = [];
  let bareMicros: number | null = null;
  let skewMs: number | null = null;
  for (const [identifier, given] of entries) {
    if (!identifierPattern.test(identifier)) return refuse(identifier.slice(0, 60), "is not an identifier");
    const timed = isObject(given) && "value" in given;
    const checked = check(model.properties.get(identifier), timed ? given["value"] : given);
    if (!checked.ok) return refuse(identifier, checked.reason);
    let flags = checked.outOfRange ? valueFlag.outOfRange : 0;
    if (!model.properties.has(identifier)) flags |= valueFlag.unmodelled;
    let atMicros: number;
    if (timed && given["time"] !== undefined) {
      const time = readDeviceTime(given["time"], nowMs);
      atMicros = time.trusted ? Math.round(time.ms * 1000) : nextMicros();
      if (time.trusted) skewMs = nowMs - time.ms;
      else flags |= valueFlag.untrustedTime;
    } else {
      bareMicros ??= nextMicros();
      atMicros = bareMicros;
      flags |= valueFlag.serverTime;
    }
    values.push({ identifier, flags, atMicros, ...toColumns(checked.kept) });
  }
  return { ok: true, values, isBare: bareMicros !== null, skewMs };
}

/** Reads an event post: `{value: {...}, time}` or the outputs bare. */
export function readEvent(
  identifier: string,
  request: AlinkRequest,
  model: CompiledModel,
  nowMs: number,
  nextMicros: () => number,
): { ok: true; event: EventRow; isBare: boolean } | { ok: false; reason: string } {
  if (!identifierPattern.test(identifier)) return { ok: false, reason: "is not an identifier" };
  const { value, time } = request.params;
  const params = isObject(value) ? value : request.params;
  const kept = keepUnmodelled(params);
  if (!kept.ok) return { ok: false, reason: kept.reason };
  const read = time === undefined ? null : readDeviceTime(time, nowMs);
  const atMicros = read?.trusted === true ? Math.round(read.ms * 1000) : nextMicros();
  const kind = model.eventKinds.get(identifier) ?? "info";
  return { ok: true, event: { identifier, kind, atMicros, params }, isBare: read === null };
}

function check(type: DataType | undefined, value: unknown): CheckedValue {
  return type === undefined ? keepUnmodelled(value) : checkValue(type, value);
}

function toColumns(kept: { number: number | null; json: unknown }): {
  number: number | null;
  json: string | null;
} {
  return { number: kept.number, json: kept.number === null ? JSON.stringify(kept.json) : null };
}

function refuse(identifier: string, reason: string): ReadProperties {
  return { ok: false, code: 460, reason: `${identifier} ${reason}` };
}
