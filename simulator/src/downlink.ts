import type { TopicOwner } from "@tracewater/alink/topics";
import { z } from "zod";
import { system } from "./device-topics.ts";
import { type FirmwareOffer, readFirmwareOffer } from "./firmware/offer.ts";
import { readOffer, type UploadOffer } from "./upload.ts";

/**
 * What the platform pushes to a device. Devices subscribe to no system topic: whatever comes is read by its topic.
 */
export type Downlink =
  | { kind: "postReply"; id: string; code: number; message: string; offer: UploadOffer | null }
  | { kind: "clock"; deviceSent: number; serverReceived: number; serverSent: number }
  | { kind: "command"; command: Command }
  | { kind: "upgrade"; offer: FirmwareOffer }
  | { kind: "unreadable"; reason: string };

export type Command = {
  /** Echoed verbatim: text stays text, a number a number. */
  id: string | number;
  verb: Verb;
  params: unknown;
  method: string | null;
  replyTopic: string;
  wantsReply: boolean;
};

export type Verb =
  | { kind: "service"; name: string }
  | { kind: "set" }
  | { kind: "get" }
  | { kind: "disable" }
  | { kind: "enable" }
  | { kind: "delete" };

/** Null where the topic means nothing to this device. */
export function readDownlink(owner: TopicOwner, topic: string, payload: Buffer): Downlink | null {
  const meaning = readTopic(owner, topic);
  if (meaning === null) return null;
  const json = parseJson(payload);
  if (meaning.kind === "clock") return readClock(json);
  if (meaning.kind === "postReply") return readPostReply(json);
  if (meaning.kind === "upgrade") return readUpgrade(json);
  const read = request.safeParse(json);
  if (!read.success) return { kind: "unreadable", reason: `${topic} carries no Alink request.` };
  const { id, params, method, sys } = read.data;
  const verb = meaning.verb ?? readMethod(method ?? "");
  if (verb === null) return { kind: "unreadable", reason: `${topic} carries the unknown method ${method}.` };
  const { replyTopic } = meaning;
  const wantsReply = sys?.ack !== 0;
  return { kind: "command", command: { id, verb, params, method: method ?? null, replyTopic, wantsReply } };
}

/** A synchronous call names its service in the method, all others in the topic. */
type Meaning =
  | { kind: "postReply" }
  | { kind: "clock" }
  | { kind: "upgrade" }
  | { kind: "request"; verb: Verb | null; replyTopic: string };

const request = z.object({
  id: z.union([z.string(), z.number()]).default(""),
  params: z.unknown().optional(),
  method: z.string().optional(),
  sys: z.object({ ack: z.unknown().optional() }).optional(),
});

const postReply = z.object({
  id: z.union([z.string(), z.number()]).transform(String),
  code: z.coerce.number(),
  message: z.string().nullish(),
  data: z.unknown().optional(),
});

const clockReply = z.object({
  deviceSendTime: z.coerce.number(),
  serverRecvTime: z.coerce.number(),
  serverSendTime: z.coerce.number(),
});

function readTopic(owner: TopicOwner, topic: string): Meaning | null {
  if (topic === `/ext/ntp/${owner.productKey}/${owner.deviceName}/response`) return { kind: "clock" };
  if (topic === `/ota/device/upgrade/${owner.productKey}/${owner.deviceName}`) return { kind: "upgrade" };
  const prefix = system(owner);
  if (!topic.startsWith(prefix)) return null;
  const rest = topic.slice(prefix.length);
  if (/^thing\/event\/[^/]+\/post_reply$/.test(rest)) return { kind: "postReply" };
  const messageId = /^rrpc\/request\/([^/]+)$/.exec(rest)?.[1];
  if (messageId !== undefined) {
    return { kind: "request", verb: null, replyTopic: `${prefix}rrpc/response/${messageId}` };
  }
  const verb = readVerb(rest);
  return verb === null ? null : { kind: "request", verb, replyTopic: `${topic}_reply` };
}

function readVerb(rest: string): Verb | null {
  switch (rest) {
    case "thing/service/property/set":
      return { kind: "set" };
    case "thing/service/property/get":
      return { kind: "get" };
    case "thing/disable":
      return { kind: "disable" };
    case "thing/enable":
      return { kind: "enable" };
    case "thing/delete":
      return { kind: "delete" };
  }
  const name = /^thing\/service\/([^/]+)$/.exec(rest)?.[1];
  return name === undefined || name.endsWith("_reply") ? null : { kind: "service", name };
}

function readMethod(method: string): Verb | null {
  return readVerb(method.replaceAll(".", "/"));
}

function readPostReply(json: unknown): Downlink {
  const read = postReply.safeParse(json);
  if (!read.success) return { kind: "unreadable", reason: "A post_reply is not of the Alink shape." };
  const { id, code, message, data } = read.data;
  return { kind: "postReply", id, code, message: message ?? "", offer: readOffer(data) };
}

function readUpgrade(json: unknown): Downlink {
  const offer = readFirmwareOffer(json);
  return offer === null
    ? { kind: "unreadable", reason: "An upgrade is not of the Alink shape." }
    : { kind: "upgrade", offer };
}

function readClock(json: unknown): Downlink {
  const read = clockReply.safeParse(json);
  if (!read.success) return { kind: "unreadable", reason: "A clock response is not of the Alink shape." };
  const { deviceSendTime, serverRecvTime, serverSendTime } = read.data;
  return {
    kind: "clock",
    deviceSent: deviceSendTime,
    serverReceived: serverRecvTime,
    serverSent: serverSendTime,
  };
}

function parseJson(payload: Buffer): unknown {
  try {
    return JSON.parse(payload.toString("utf8"));
  } catch {
    return undefined;
  }
}
