import { alinkCode } from "@tracewater/alink/codes";
import type { About } from "../../fleet-events.ts";
import type { EventRow } from "../../uplink.ts";
import { readEvent } from "../../uplink-reader.ts";
import type { UplinkContext } from "../uplink-context.ts";
import type { UplinkRoute } from "../uplink-route.ts";

/** What the reply to an event carries alongside its code: an address for the file that the event announced. */
export type AnswerEvent = (about: About, event: EventRow) => Promise<Record<string, unknown> | null>;

/** One event of a device with its outputs. */
export function eventPost(context: UplinkContext, now: () => number, answerEvent: AnswerEvent): UplinkRoute {
  return context.request(
    "/sys/{}/thing/event/{event}/post",
    "event",
    async (request, { device, captured }) => {
      const read = readEvent(captured, request.params, device.model, now(), device.nextMicros);
      if (!read.ok) return { code: read.code, message: read.reason };
      const data = request.wantsReply ? await answerEvent(device.about, read.event) : null;
      return {
        ...(data === null ? {} : { data }),
        code: alinkCode.success,
        store: { values: [], events: [read.event], isBare: read.isBare },
      };
    },
  );
}
