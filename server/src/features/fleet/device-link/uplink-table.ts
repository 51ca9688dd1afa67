import type { AlinkReply } from "@tracewater/alink/envelope";
import type { Log } from "../../../platform/log.ts";
import type { TelemetryService } from "../telemetry/telemetry.service.ts";
import type { UplinkContext } from "./uplink-context.ts";
import type { UplinkRoute } from "./uplink-route.ts";
import { clock } from "./uplinks/clock.ts";
import { downlinkReplies } from "./uplinks/downlink-replies.ts";
import { type AnswerEvent, eventPost } from "./uplinks/event-post.ts";
import { propertyBulk } from "./uplinks/property-bulk.ts";
import { propertyPost } from "./uplinks/property-post.ts";

/** The topics that the link answers by itself; features of the fleet add theirs (see `uplink-route.ts`). */
export function uplinkTable(parts: {
  context: UplinkContext;
  telemetry: TelemetryService;
  answerEvent: AnswerEvent;
  onReply: (deviceId: number, reply: AlinkReply) => Promise<void>;
  now: () => number;
  log: Log;
}): UplinkRoute[] {
  const { context, telemetry, now } = parts;
  return [
    propertyPost(context, telemetry, now),
    ...propertyBulk(context, telemetry, now),
    eventPost(context, now, parts.answerEvent),
    clock(now),
    ...downlinkReplies(parts),
  ];
}
