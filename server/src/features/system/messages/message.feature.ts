import {
  getMessageChannels,
  listMessageLog,
  type MessageChannel,
  sendTestMessage,
} from "@tracewater/contract/system/messages";
import type { Serve } from "../../../platform/http/serve-call.ts";
import type { Language, LocalizedText } from "../../../platform/localized-text.ts";
import { type MessageService, requireWholeReach } from "./message.service.ts";

/** The log of mail and text messages, and what their ways lack. */
export function serveMessages(serve: Serve, messages: MessageService): void {
  serve.forCaller(listMessageLog, async ({ query }, caller) => {
    requireWholeReach(caller);
    return messages.list(query);
  });
  serve.forCaller(getMessageChannels, async (_input, caller) => {
    requireWholeReach(caller);
    return { data: messages.channels };
  });
  serve.forCaller(sendTestMessage, async ({ body, language, audit }, caller) => {
    requireWholeReach(caller);
    const data = await messages.test({ ...body, topic: "test", ...testText(body.channel, language) });
    const { state, error } = data;
    audit({
      subject: { kind: "message", id: data.messageId, name: body.address },
      after: { channel: body.channel, address: body.address, state, error },
    });
    return { data };
  });
}

function testText(channel: MessageChannel, language: Language): { subject: string; body: string } {
  return { subject: channel === "mail" ? subject[language] : "", body: body[language] };
}

const subject: LocalizedText = { en: "Tracewater: test message", zh: "Tracewater：测试邮件" };
const body: LocalizedText = {
  en: "This is a test message of Tracewater. No action is needed.",
  zh: "这是 Tracewater 平台的测试消息，无需处理。",
};
