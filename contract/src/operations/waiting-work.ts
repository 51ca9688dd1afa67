import { z } from "zod";
import { session } from "../call.ts";
import { defineCall } from "../define-call.ts";
import { data } from "../envelope.ts";
import { epochMs } from "../moments.ts";

/** How much of one kind waits, counted to 1,000, and since when the oldest does; null where it is not the caller's to do. */
const waiting = z.object({ count: z.number().int(), since: epochMs.nullable() }).nullable();

export const waitingWork = z.object({
  /** Samples that no laboratory has received though their holding time, or 48 h without a plan, is over. */
  overdueSamples: waiting,
  /** Results in review that others measured. */
  reviews: waiting,
  /** Approved results that a failure reported later calls in question. */
  doubts: waiting.default(null),
  /** Draft plans that others wrote and whose time is not over. */
  plans: waiting,
  /** Filled bottles that are still in a sampler. */
  bottles: waiting.default(null),
  /** Deliveries on their way to one of the caller's laboratories. */
  deliveries: waiting.default(null),
  /** Requests for accounts that nobody has decided on. */
  accountRequests: waiting.default(null),
  /** Entrustments that were sent in and that the institution has not decided on. */
  decisions: waiting.default(null),
  /** Handovers of items of evidence that name the caller and have not expired. */
  handovers: waiting.default(null),
  /** Items whose destruction others requested. */
  disposals: waiting.default(null),
  /** Evidence boxes that are not back from an undertaking in time, with the one that is overdue for longest. */
  overdueReturns: z
    .object({ count: z.number().int(), since: epochMs.nullable() })
    .extend({ deviceId: z.number().int().nullable(), deviceName: z.string().nullable() })
    .nullable()
    .default(null),
  /** Scheduled reports of the last whole week or month whose results are not all reviewed, or that the next run makes. */
  reports: waiting.default(null),
});
export type WaitingWork = z.infer<typeof waitingWork>;

/** What waits for the caller, in their data scope: the home page. */
export const getWaitingWork = defineCall({
  name: "getWaitingWork",
  method: "GET",
  path: "/v2/admin/waitingWork",
  access: session,
  reply: data(waitingWork),
});
