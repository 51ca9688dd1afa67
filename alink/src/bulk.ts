import { isObject } from "./envelope.ts";
import type { TopicOwner } from "./topics.ts";

/**
 * Messages that carry many values at once, taken apart into what each device reported: properties and events as pairs
 * of identifier and what was given for it. `null` where the message is not of its shape.
 *
 * - batch: `{properties: {T: [{value, time}]}, events: {e: [{value, time}]}}`, of the sender.
 * - pack: `{properties: {T: {value, time}}, events: {...}, subDevices: [{identity, properties, events}]}`.
 * - history: `[{identity, properties: [{T: {value, time}}], events: [{e: {value, time}}]}]`.
 */
export type BulkPart = {
  /** Whose values; null: the sender's own. */
  identity: TopicOwner | null;
  properties: Pair[];
  events: Pair[];
};

export type Pair = readonly [identifier: string, given: unknown];

/** What one message may report of how many devices. */
const maxParts = 200;

export function splitBatch(params: unknown): BulkPart[] | null {
  if (!isObject(params)) return null;
  const properties = pairsOfLists(params["properties"]);
  const events = pairsOfLists(params["events"]);
  return properties === null || events === null ? null : [{ identity: null, properties, events }];
}

export function splitPack(params: unknown): BulkPart[] | null {
  if (!isObject(params)) return null;
  const own = splitNamed(null, params);
  const others = params["subDevices"] ?? [];
  if (own === null || !Array.isArray(others) || others.length > maxParts) return null;
  return collect([own, ...others.map(splitSubDevice)]);
}

export function splitHistory(params: unknown): BulkPart[] | null {
  if (!Array.isArray(params) || params.length > maxParts) return null;
  return collect(
    params.map((one) => {
      if (!isObject(one)) return null;
      const identity = one["identity"] === undefined ? null : readIdentity(one["identity"]);
      if (one["identity"] !== undefined && identity === null) return null;
      const properties = pairsOfMany(one["properties"]);
      const events = pairsOfMany(one["events"]);
      return properties === null || events === null ? null : { identity, properties, events };
    }),
  );
}

/** A device as messages name it in their bodies. */
export function readIdentity(value: unknown): TopicOwner | null {
  if (!isObject(value)) return null;
  const { productKey, deviceName } = value;
  return typeof productKey === "string" && typeof deviceName === "string" ? { productKey, deviceName } : null;
}

function splitSubDevice(value: unknown): BulkPart | null {
  if (!isObject(value)) return null;
  const identity = readIdentity(value["identity"]);
  return identity === null ? null : splitNamed(identity, value);
}

function splitNamed(identity: TopicOwner | null, value: Record<string, unknown>): BulkPart | null {
  const { properties = {}, events = {} } = value;
  if (!isObject(properties) || !isObject(events)) return null;
  return { identity, properties: Object.entries(properties), events: Object.entries(events) };
}

/** `{T: [a, b]}` as pairs of T with a and with b. */
function pairsOfLists(value: unknown = {}): Pair[] | null {
  if (!isObject(value)) return null;
  const pairs: Pair[] = [];
  for (const [identifier, list] of Object.entries(value)) {
    if (!Array.isArray(list)) return null;
    for (const given of list) pairs.push([identifier, given]);
  }
  return pairs;
}

/** `[{T: a}, {T: b, U: c}]` as pairs. */
function pairsOfMany(value: unknown = []): Pair[] | null {
  if (!Array.isArray(value) || !value.every(isObject)) return null;
  return value.flatMap((one) => Object.entries(one));
}

function collect(parts: (BulkPart | null)[]): BulkPart[] | null {
  const found = parts.filter((part) => part !== null);
  return found.length === parts.length ? found : null;
}
