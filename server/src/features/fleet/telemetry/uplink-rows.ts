/* What uplinks leave in the store: values and messages in the form of a COPY, events as rows. */
import { directionNumber, messageKindNumber, type StoredUplink } from "../uplink.ts";
import type { BinaryCopy } from "./binary-copy.ts";

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
