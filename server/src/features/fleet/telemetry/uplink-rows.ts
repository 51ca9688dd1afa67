/* What uplinks leave in the database: values and messages in the form of a COPY, events as rows. */
import { directionNumber, messageKindNumber, type StoredUplink } from "../uplink.ts";
import type { BinaryCopy } from "./binary-copy.ts";

/** The columns that `encodeValues` gives, in its order. */
export const valueColumns = "device_id, metric, flags, ts, value, received_at, value_json";

export function encodeValues(copy: BinaryCopy, batch: readonly StoredUplink[]): Buffer {
  copy.begin();
  for (const { about, values, receivedMicros } of batch) {
    for (const value of values) {
      copy.row(7);
      copy.int4(about.deviceId);
      copy.int2(value.metric);
      copy.int2(value.flags);
      copy.timestamp(value.atMicros);
      if (value.number === null) copy.nothing();
      else copy.float8(value.number);
      copy.timestamp(receivedMicros);
      if (value.json === null) copy.nothing();
      else copy.jsonb(value.json);
    }
  }
  return copy.end();
}

/**
 * The same values as literals of PostgreSQL's arrays, one for each column in the order of `valueColumns`; instants as
 * microseconds since 1970.
 */
export function toArrays(batch: readonly StoredUplink[]): string[] {
  const columns: (string | number)[][] = [[], [], [], [], [], [], []];
  const [devices, metrics, flags, moments, numbers, arrivals, texts] = columns;
  for (const { about, values, receivedMicros } of batch) {
    for (const value of values) {
      devices?.push(about.deviceId);
      metrics?.push(value.metric);
      flags?.push(value.flags);
      moments?.push(Math.floor(value.atMicros));
      numbers?.push(value.number ?? "NULL");
      arrivals?.push(Math.floor(receivedMicros));
      texts?.push(value.json === null ? "NULL" : `"${value.json.replace(/["\\]/g, "\\$&")}"`);
    }
  }
  return columns.map((column) => `{${column.join(",")}}`);
}

export function encodeMessages(copy: BinaryCopy, batch: readonly StoredUplink[]): Buffer {
  copy.begin();
  for (const { about, message, receivedMicros } of batch) {
    if (message === null) continue;
    copy.row(8);
    copy.int4(about.deviceId);
    copy.int2(directionNumber[message.direction]);
    copy.int2(messageKindNumber[message.kind]);
    copy.timestamp(receivedMicros);
    if (message.code === null) copy.nothing();
    else copy.int4(message.code);
    if (message.packetId === null) copy.nothing();
    else copy.int4(message.packetId);
    copy.text(message.topic);
    copy.jsonb(message.payload);
  }
  return copy.end();
}

export function toEventRows(batch: readonly StoredUplink[]) {
  return batch.flatMap(({ about, events, receivedMicros }) =>
    events.map((event) => ({
      device_id: about.deviceId,
      unit_id: about.unitId,
      identifier: event.identifier,
      kind: event.kind,
      at: event.atMicros,
      received: receivedMicros,
      params: event.params,
    })),
  );
}

/** True where no property of a device comes twice: its newest value has not to be looked for then. Sorted by device. */
export function holdsEachKeyOnce(batch: readonly StoredUplink[]): boolean {
  const ofDevice = new Set<number>();
  let device = -1;
  for (const { about, values } of batch) {
    if (about.deviceId !== device) ofDevice.clear();
    device = about.deviceId;
    for (const { metric } of values) {
      if (ofDevice.has(metric)) return false;
      ofDevice.add(metric);
    }
  }
  return true;
}
