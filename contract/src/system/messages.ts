import { z } from "zod";
import { localized } from "../both-languages.ts";
import { permission } from "../call.ts";
import { defineCall } from "../define-call.ts";
import { data, page } from "../envelope.ts";
import { epochMs } from "../moments.ts";
import { blank, paging, searchText } from "../paging.ts";
import { timeSpan } from "../time-span.ts";

const may = (verb: string) => permission(`system:message:${verb}`);
const path = "/v2/admin/system/message";

export const messageChannel = z.enum(["mail", "text"]);
export type MessageChannel = z.infer<typeof messageChannel>;

const messageState = z.enum(["waiting", "sent", "failed"]);

/** A mail or text message that left the platform or is to leave it. */
export const message = z.object({
  messageId: z.number().int(),
  channel: messageChannel,
  address: z.string(),
  /** What it is about: `alarm`, `test`, and what people are sent about their accounts. */
  topic: z.string(),
  subject: z.string(),
  /** At most 4,000 characters; empty where it holds a one-time code. */
  body: z.string(),
  isSecret: z.boolean(),
  state: messageState,
  attempts: z.number().int(),
  at: epochMs,
  nextAt: epochMs.nullable(),
  finishedAt: epochMs.nullable(),
  /** HTTP status of the gateway's last answer; null for mail. */
  statusCode: z.number().int().nullable(),
  error: z.string(),
});
export type Message = z.infer<typeof message>;

/** Mail and text messages, newest first, kept 30 days. */
export const listMessageLog = defineCall({
  name: "listMessageLog",
  method: "GET",
  path: `${path}/list`,
  access: may("list"),
  query: z.object({
    ...paging,
    ...timeSpan,
    channel: blank(messageChannel),
    state: blank(messageState),
    address: searchText,
  }),
  /** `total` is exact to 10,000; where more were found `isMore` is true. */
  reply: page(message).extend({ isMore: z.boolean() }),
});

const channelState = z.object({
  isReady: z.boolean(),
  /** The variables of the environment that are not set. */
  missing: z.array(z.string()),
  /** The sender's address, or the gateway's host; empty where it is not ready. */
  via: z.string(),
});

/** Which ways are configured, and what is missing where one is not. */
export const getMessageChannels = defineCall({
  name: "getMessageChannels",
  method: "GET",
  path: `${path}/channels`,
  access: may("list"),
  reply: data(z.object({ mail: channelState, text: channelState })),
});

const addresses = {
  mail: /^[^\s@,]+@[^\s@.,]+(\.[^\s@.,]+)+$/,
  text: /^\+?\d{5,20}$/,
};

/** Sends a test at once and shows how it ended. */
export const sendTestMessage = defineCall({
  name: "sendTestMessage",
  title: { en: "Send a test message", zh: "发送测试消息" },
  method: "POST",
  path: `${path}/test`,
  access: may("test"),
  body: z
    .object({ channel: messageChannel, address: z.string().trim().min(1).max(100) })
    .refine(({ channel, address }) => addresses[channel].test(address), {
      path: ["address"],
      error: localized(
        "must be an e-mail address, or a phone number of 5 to 20 digits",
        "须为邮箱地址或 5 至 20 位数字的手机号",
      ),
    }),
  reply: data(message),
});
