/**
 * The wall of the evidence brand: the seals of the items in custody, the evidence boxes by their state and place, the
 * newest events of the custody chain, handovers under way, and what is overdue.
 */
import { z } from "zod";
import { permission } from "../call.ts";
import { defineCall } from "../define-call.ts";
import { data } from "../envelope.ts";
import { custodyKind } from "../laboratory/custody.ts";
import { epochMs } from "../moments.ts";

/** `mismatch`: another seal than the recorded one was read; `broken`: there was none where one is recorded. */
export const sealState = z.enum(["intact", "none", "mismatch", "broken"]);
export type SealState = z.infer<typeof sealState>;

/** As the box reports it; `unknown` where it never has. An open alarm is counted as `alarm`. */
export const boxWorkState = z.enum([
  ...(["standby", "deposited", "inTransit", "opened", "alarm", "maintenance", "unknown"] as const),
]);
export type BoxWorkState = z.infer<typeof boxWorkState>;

const custodyStreamEvent = z.object({
  seq: z.number().int(),
  hash: z.string(),
  /** The events follow each other in the chain without one between them that is not shown. */
  followsPrevious: z.boolean(),
  at: epochMs,
  kind: custodyKind,
  /** The number of the item, sample or entrustment. */
  subject: z.string(),
  from: z.string().nullable(),
  to: z.string().nullable(),
  place: z.string().nullable(),
  actor: z.string(),
  /** Null where the event says nothing of a seal. */
  seal: sealState.nullable(),
});
export type CustodyStreamEvent = z.infer<typeof custodyStreamEvent>;

const boxPlace = z.object({
  name: z.string(),
  longitude: z.number(),
  latitude: z.number(),
  boxes: z.number().int(),
  /** Items in them. */
  items: z.number().int(),
  opened: z.number().int(),
  alarmed: z.number().int(),
});
export type BoxPlace = z.infer<typeof boxPlace>;

const handover = z.object({
  itemId: z.number().int(),
  itemNo: z.string(),
  from: z.string(),
  to: z.string(),
  place: z.string(),
  expiresAt: epochMs,
  /** Nobody took it in time: it is the giver's again. */
  isExpired: z.boolean(),
});
export type WaitingHandover = z.infer<typeof handover>;

/** A box that was to be back from an off-site undertaking. */
const overdueReturn = z.object({
  undertakingNo: z.string(),
  deviceName: z.string(),
  undertaker: z.string(),
  dueOn: z.iso.date(),
});
export type OverdueReturn = z.infer<typeof overdueReturn>;

/** Boxes are null to a caller who may not list them. */
export const getCustodySituation = defineCall({
  name: "getCustodySituation",
  method: "GET",
  path: "/v2/admin/situation/custody",
  access: permission("evidence:item:list"),
  onDisplays: true,
  reply: data(
    z.object({
      asOf: epochMs,
      items: z.number().int(),
      seals: z.record(sealState, z.number().int()),
      boxes: z
        .object({
          count: z.number().int(),
          states: z.record(boxWorkState, z.number().int()),
          /** At most 200; boxes without a place are in none of them. */
          places: z.array(boxPlace),
          /** At most 20, the longest overdue first. */
          overdue: z.array(overdueReturn),
          overdueCount: z.number().int(),
        })
        .nullable(),
      /** Those that wait for their receiver and those that nobody took, at most 20, the newest first. */
      handovers: z.array(handover),
      underWay: z.number().int(),
      expired: z.number().int(),
      /** The newest first, at most 8, of the last 2,000 of the chain. */
      events: z.array(custodyStreamEvent),
      eventsToday: z.number().int(),
      /** How the last check of the chain ended; null where it was never checked. */
      check: z
        .object({
          checkedAt: epochMs,
          events: z.number().int(),
          signedTo: z.number().int(),
          isWhole: z.boolean(),
        })
        .nullable(),
    }),
  ),
});
