import { type AlinkReply, parseReply } from "@tracewater/alink/envelope";
import { isStorable } from "@tracewater/alink/value-check";
import type { Log } from "../../../../platform/log.ts";
import type { UplinkContext } from "../uplink-context.ts";
import type { Uplink, UplinkRoute } from "../uplink-route.ts";

/** Answers to what was sent down; the listener is awaited, so that the PUBACK follows what it commits. */
export function downlinkReplies(options: {
  context: UplinkContext;
  onReply: (deviceId: number, reply: AlinkReply) => Promise<void>;
  log: Log;
}): UplinkRoute[] {
  const { context, onReply, log } = options;

  async function handle(uplink: Uplink): Promise<void> {
    const parsed = parseReply(uplink.payload);
    await context.commit(uplink, "reply");
    const { deviceId } = uplink.device.about;
    if (!parsed.ok) {
      log.info({ deviceId, reason: parsed.reason }, "a reply could not be read");
      return;
    }
    const { id, code, data, message } = parsed.value;
    // What the database cannot hold must not cost the reply: its code still counts.
    const content = isStorable([data, message]) ? { data, message } : { data: null, message: null };
    // A synchronous call is found by the id in its topic: what is in the payload is the device's affair.
    const asked = uplink.captured === "" || !uplink.topic.includes("/rrpc/") ? id : uplink.captured;
    await context.whileDatabaseIsAvailable(() => onReply(deviceId, { id: asked, code, ...content }));
  }

  const keep = async (uplink: Uplink) => void (await context.commit(uplink, "reply"));

  return [
    ...answers.map((topic) => ({ topic, handle })),
    ...confirmations.map((topic) => ({ topic, handle: keep })),
  ];
}

const answers = [
  "/sys/{}/thing/service/property/set_reply",
  "/sys/{}/thing/service/property/get_reply",
  "/sys/{}/thing/service/{service}_reply",
  "/sys/{}/rrpc/response/{messageId}",
];

/** Of what is reported without waiting for an answer. They are in the log; their ids are not those of commands. */
const confirmations = [
  "/sys/{}/thing/config/push_reply",
  "/sys/{}/thing/config/log/push_reply",
  "/sys/{}/thing/disable_reply",
  "/sys/{}/thing/enable_reply",
  "/sys/{}/thing/delete_reply",
];
