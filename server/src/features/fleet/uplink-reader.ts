import type { BulkPart } from "@tracewater/alink/bulk";
import { type AlinkCode, alinkCode } from "@tracewater/alink/codes";
import { readDeviceTime } from "@tracewater/alink/device-time";
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
  | Refused;

/** Why a post is not taken. */
export type Refused = { ok: false; code: AlinkCode; reason: string };

const maxProperties = 200;
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
  params: unknown,
  model: CompiledModel,
  nowMs: number,
  nextMicros: () => number,
): ReadProperties {
  if (!isObject(params)) return noObject;
  const entries = Object.entries(params);
  if (entries.length > maxProperties) return tooMany;
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
  given: unknown,
  model: CompiledModel,
  nowMs: number,
  nextMicros: () => number,
): { ok: true; event: EventRow; isBare: boolean } | Refused {
  if (!isObject(given)) return noObject;
  if (!identifierPattern.test(identifier)) return refuse(identifier.slice(0, 60), "is not an identifier");
  const { value, time } = given;
  const params = isObject(value) ? value : given;
  const kept = keepUnmodelled(params);
  if (!kept.ok) return refuse(identifier, kept.reason);
  const read = time === undefined ? null : readDeviceTime(time, nowMs);
  const atMicros = read?.trusted === true ? Math.round(read.ms * 1000) : nextMicros();
  const kind = model.eventKinds.get(identifier) ?? "info";
  return { ok: true, event: { identifier, kind, atMicros, params }, isBare: read === null };
}

/** What one device reported in a message that carries many values. */
export type ReadPart = { ok: true; values: ReadValue[]; events: EventRow[]; isBare: boolean };

/** Reads one device's part; over 200 different properties refuse it (6106), as in a plain post. */
export function readPart(
  part: Pick<BulkPart, "properties" | "events">,
  model: CompiledModel,
  nowMs: number,
  nextMicros: () => number,
): ReadPart | Refused {
  const all: ReadPart = { ok: true, values: [], events: [], isBare: false };
  if (new Set(part.properties.map(([identifier]) => identifier)).size > maxProperties) return tooMany;
  for (const [identifier, given] of part.properties) {
    const read = readProperties({ [identifier]: given }, model, nowMs, nextMicros);
    if (!read.ok) return read;
    all.values.push(...read.values);
    all.isBare ||= read.isBare;
  }
  for (const [identifier, given] of part.events) {
    const read = readEvent(identifier, given, model, nowMs, nextMicros);
    if (!read.ok) return read;
    all.events.push(read.event);
    all.isBare ||= read.isBare;
  }
  return all;
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

const tooMany: Refused = {
  ok: false,
  code: alinkCode.tooManyProperties,
  reason: `more than ${maxProperties} properties`,
};

const noObject: Refused = { ok: false, code: alinkCode.badRequest, reason: "params is not an object" };

function refuse(identifier: string, reason: string): Refused {
  return { ok: false, code: alinkCode.badParameter, reason: `${identifier} ${reason}` };
}
