import { type BulkPart, splitBatch, splitHistory, splitPack } from "@tracewater/alink/bulk";
import { alinkCode } from "@tracewater/alink/codes";
import type { AlinkRequest } from "@tracewater/alink/envelope";
import type { TelemetryService } from "../../telemetry/telemetry.service.ts";
import { readEvent, readPart } from "../../uplink-reader.ts";
import { speakerOf } from "../connected-device.ts";
import type { Answer, UplinkContext } from "../uplink-context.ts";
import type { Uplink, UplinkRoute } from "../uplink-route.ts";

const path = "/sys/{}/thing/event";

/**
 * Messages of many values: batch of one device, pack of a gateway and its sub-devices, history of what was gathered
 * while away. A message is taken whole or not at all, so that a device knows what it has to send again.
 */
export function propertyBulk(
  context: UplinkContext,
  telemetry: TelemetryService,
  now: () => number,
): UplinkRoute[] {
  async function take(uplink: Uplink, parts: BulkPart[] | null): Promise<Answer> {
    if (parts === null)
      return { code: alinkCode.badRequest, message: "params does not have the expected form" };
    const taken: NonNullable<Answer["others"]>[number][] = [];
    const own: NonNullable<Answer["store"]> = { values: [], events: [], isBare: false };
    for (const part of parts) {
      const device = speakerOf(uplink.connection, part.identity ?? uplink.device.owner);
      if (device === null)
        return { code: alinkCode.subDeviceNotLoggedIn, message: "a sub-device is not logged in" };
      const read = readPart(part, device.model, now(), device.nextMicros);
      if (!read.ok) return { code: read.code, message: read.reason };
      const content = { values: await telemetry.numbered(read.values), events: read.events };
      if (device !== uplink.device) taken.push({ device, ...content });
      else {
        own.values.push(...content.values);
        own.events.push(...content.events);
        own.isBare ||= read.isBare;
      }
    }
    return { code: alinkCode.success, store: own, others: taken };
  }

  async function takeEvents(request: AlinkRequest, { device, captured }: Uplink): Promise<Answer> {
    if (!Array.isArray(request.params))
      return { code: alinkCode.badRequest, message: "params is not an array" };
    const store: NonNullable<Answer["store"]> = { values: [], events: [], isBare: false };
    for (const given of request.params) {
      const read = readEvent(captured, given, device.model, now(), device.nextMicros);
      if (!read.ok) return { code: read.code, message: read.reason };
      store.events.push(read.event);
      store.isBare ||= read.isBare;
    }
    return { code: alinkCode.success, store };
  }

  return [
    context.request(`${path}/property/batch/post`, "property", (request, uplink) =>
      take(uplink, splitBatch(request.params)),
    ),
    context.request(`${path}/property/pack/post`, "property", (request, uplink) =>
      take(uplink, splitPack(request.params)),
    ),
    context.request(`${path}/property/history/post`, "property", (request, uplink) =>
      take(uplink, splitHistory(request.params)),
    ),
    context.request(`${path}/{event}/batch/post`, "event", takeEvents),
  ];
}
