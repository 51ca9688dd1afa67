import { type AlinkReply, parseReply, parseRequest } from "@tracewater/alink/envelope";
import { readUplinkTopic, type Uplink } from "@tracewater/alink/topics";
import { isStorable } from "@tracewater/alink/value-check";
import type { Log } from "../../../platform/log.ts";
import type { TelemetryService } from "../telemetry/telemetry.service.ts";
import { type MessageKind, RefusedUplink, type StoredUplink } from "../uplink.ts";
import { readEvent, readProperties } from "../uplink-reader.ts";
import type { ConnectedDevice } from "./connected-device.ts";
import { toStorablePayload } from "./storable-payload.ts";

/** What a device published. */
export type Published = {
  topic: string;
  payload: Buffer;
  qos: number;
  dup: boolean;
  messageId: number | null;
};

/** A breach that ends the connection: nothing was acknowledged. */
export class LinkBreach extends Error {}

export type ReplyListener = (device: ConnectedDevice, reply: AlinkReply) => Promise<void>;

const largestPacket = 256 * 1024;

/**
 * Handles one publish of a device to its end: read, checked, committed, answered. It resolves when the PUBACK may
 * go; it rejects where the connection is to be closed without one.
 */
export function createUplinkHandler(options: {
  telemetry: TelemetryService;
  onReply: ReplyListener;
  now: () => number;
  log: Log;
}) {
  const { telemetry, onReply, now, log } = options;

  return async function handle(device: ConnectedDevice, published: Published): Promise<void> {
    if (published.payload.length > largestPacket) throw new LinkBreach("a packet of more than 256 kB");
    const read = readUplinkTopic(published.topic, device.owner);
    if (read.kind === "foreign")
      throw new LinkBreach(`a publish on a topic that is not its own: ${published.topic}`);
    if (read.kind === "unknown") return unknownTopic(device, published, read.replyTopic);
    return dispatch(device, published, read.uplink);
  };

  async function dispatch(device: ConnectedDevice, published: Published, uplink: Uplink): Promise<void> {
    switch (uplink.kind) {
      case "propertyPost":
        return propertyPost(device, published, uplink.replyTopic);
      case "eventPost":
        return eventPost(device, published, uplink);
      case "ntpRequest":
        return ntp(device, published, uplink.replyTopic);
      case "propertySetReply":
      case "propertyGetReply":
      case "serviceReply":
        return reply(device, published, null);
      case "rrpcResponse":
        return reply(device, published, uplink.messageId);
    }
  }

  async function propertyPost(
    device: ConnectedDevice,
    published: Published,
    replyTopic: string,
  ): Promise<void> {
    const method = "thing.event.property.post";
    const request = parseRequest(published.payload);
    if (!request.ok)
      return refuse(device, published, "property", { ...request, code: 400, replyTopic, method });
    const { id } = request.value;
    const read = readProperties(request.value, device.model, now(), device.nextMicros);
    if (!read.ok)
      return refuse(device, published, "property", {
        id,
        code: read.code,
        reason: read.reason,
        replyTopic,
        method,
      });
    if (!telemetry.knows(read.values))
      await telemetry.numberMetrics(read.values.map((value) => value.identifier));
    const code = await store(device, published, "property", {
      values: telemetry.withMetrics(read.values),
      events: [],
      isBare: read.isBare,
    });
    if (request.value.wantsReply) answer(device, replyTopic, { id, code, method, message: messageOf(code) });
  }

  async function eventPost(
    device: ConnectedDevice,
    published: Published,
    uplink: { event: string; replyTopic: string },
  ): Promise<void> {
    const { replyTopic } = uplink;
    const method = `thing.event.${uplink.event}.post`;
    const request = parseRequest(published.payload);
    if (!request.ok) return refuse(device, published, "event", { ...request, code: 400, replyTopic, method });
    const { id } = request.value;
    const read = readEvent(uplink.event, request.value, device.model, now(), device.nextMicros);
    if (!read.ok)
      return refuse(device, published, "event", { id, code: 460, reason: read.reason, replyTopic, method });
    const code = await store(device, published, "event", {
      values: [],
      events: [read.event],
      isBare: read.isBare,
    });
    if (request.value.wantsReply) answer(device, replyTopic, { id, code, method, message: messageOf(code) });
  }

  async function ntp(device: ConnectedDevice, published: Published, replyTopic: string): Promise<void> {
    const serverRecvTime = String(now());
    const sent =
      /"deviceSendTime"\s*:\s*("?)(\d{1,16})\1/.exec(published.payload.toString("utf8"))?.[2] ?? "0";
    const body = { deviceSendTime: sent, serverRecvTime, serverSendTime: String(now()) };
    device.publish(replyTopic, JSON.stringify(body), null);
  }

  async function reply(device: ConnectedDevice, published: Published, rrpcId: string | null): Promise<void> {
    const parsed = parseReply(published.payload);
    await store(device, published, "reply", { values: [], events: [], isBare: false });
    if (!parsed.ok) {
      log.info({ deviceId: device.about.deviceId, reason: parsed.reason }, "a reply could not be read");
      return;
    }
    // A synchronous call is found by the id in its topic: what stands in the payload is the device's affair.
    const { id, code, data, message } = parsed.value;
    // What the store cannot hold must not cost the reply: its code still counts.
    const content = isStorable([data, message]) ? { data, message } : { data: null, message: null };
    await onReply(device, { id: rrpcId ?? id, code, ...content });
  }

  async function unknownTopic(
    device: ConnectedDevice,
    published: Published,
    replyTopic: string | null,
  ): Promise<void> {
    await store(device, published, "other", { values: [], events: [], isBare: false }, 6203);
    if (replyTopic === null) return;
    const request = parseRequest(published.payload);
    const id = request.ok ? request.value.id : request.id;
    answer(device, replyTopic, { id, code: 6203, method: "", message: "there is no such topic" });
  }

  async function refuse(
    device: ConnectedDevice,
    published: Published,
    kind: MessageKind,
    refusal: { id: string; code: number; reason: string; replyTopic: string; method: string },
  ): Promise<void> {
    await store(device, published, kind, { values: [], events: [], isBare: false }, refusal.code);
    const { id, code, method, reason: message } = refusal;
    answer(device, refusal.replyTopic, { id, code, method, message });
  }

  /** Commits one uplink; the code that its reply carries. */
  async function store(
    device: ConnectedDevice,
    published: Published,
    kind: MessageKind,
    content: Pick<StoredUplink, "values" | "events"> & { isBare: boolean },
    code = 200,
  ): Promise<number> {
    const uplink: StoredUplink = {
      about: device.about,
      receivedMicros: now() * 1000,
      values: content.values,
      events: content.events,
      isResend: published.dup && content.isBare,
      message: {
        direction: "up",
        kind,
        code,
        packetId: published.qos > 0 ? published.messageId : null,
        topic: published.topic,
        payload: toStorablePayload(
          published.payload,
          code === 200 && (kind === "property" || kind === "event"),
        ),
      },
    };
    try {
      await telemetry.record(uplink);
      return code;
    } catch (error) {
      if (error instanceof RefusedUplink) return 500;
      throw error;
    }
  }
}

function answer(
  device: ConnectedDevice,
  topic: string,
  body: { id: string; code: number; method: string; message: string },
): void {
  device.publish(topic, JSON.stringify({ ...body, data: {}, version: "1.0" }), null);
}

function messageOf(code: number): string {
  return code === 200 ? "success" : "the message could not be stored";
}
