import { z } from "zod";
import { permission } from "../call.ts";
import { defineCall } from "../define-call.ts";
import { data, id } from "../envelope.ts";
import { command } from "../fleet/commands.ts";
import { assayFlag, assayPhase, assaySource, assayState } from "../laboratory/assay-fields.ts";
import { analyteName } from "../laboratory/factors.ts";
import { epochMs } from "../moments.ts";
import { blank, paging } from "../paging.ts";
import { timeSpan } from "../time-span.ts";
import { bottleCode } from "./bottle-code.ts";
import { bottleState } from "./bottles.ts";

/** Slots 1 to 24 are on the carousel; 25 to 32 are the extra bottles E1 to E8. */
export const mainSlots = 24;
export const extraSlots = 8;

/** A slot of the sampler: `1` to `24`, and `25` to `32` or `E1` to `E8` for the extra ones. */
export const slotIndex = z.preprocess(
  (value) => {
    const extra = typeof value === "string" ? /^E([1-8])$/i.exec(value.trim()) : null;
    return extra === null ? value : mainSlots + Number(extra[1]);
  },
  z.coerce
    .number()
    .int()
    .min(1)
    .max(mainSlots + extraSlots),
);

const truth = z.preprocess(
  (value) => (typeof value === "string" ? ["true", "1"].includes(value.toLowerCase()) : value),
  z.boolean().default(false),
);

/** What is being entered: it has left, and its device has not answered yet. */
export const entryState = z.enum(["waiting", "entered", "refused", "failed", "unanswered"]);
export type EntryState = z.infer<typeof entryState>;

export const bottleSlot = z.object({
  slot: z.number().int(),
  bottleId: z.number().int().nullable(),
  bodyCode: z.string().nullable(),
  capCode: z.string().nullable(),
  state: bottleState.nullable(),
  material: z.string().nullable(),
  /** mL that the bottle holds when it is full. */
  capacity: z.number().int(),
  /** mL in the bottle, as the device reported with its aliquots since the bottle was put in; null without a bottle. */
  volume: z.number().nullable(),
  volumeAt: epochMs.nullable(),
  taken: z.number().int(),
  missed: z.number().int(),
  /** Why the latest aliquot was missed; null where none was. */
  reason: z.string().nullable(),
  since: epochMs.nullable(),
  clearedAt: epochMs.nullable(),
  /** Codes that wait for the device's answer. */
  waiting: z.array(z.object({ part: z.enum(["body", "cap"]), code: z.string(), commandId: z.string() })),
});
export type BottleSlot = z.infer<typeof bottleSlot>;

const may = (verb: string) => permission(`device:sampler:${verb}`);
const root = "/v2/admin/device/waterSample";

function bottleCodes(name: string, path: string) {
  return defineCall({
    name,
    method: "GET",
    path: `${root}/${path}/:id`,
    access: may("query"),
    params: z.object({ id }),
    reply: data(z.array(bottleSlot)),
  });
}

/** The 24 slots of the carousel, and the eight extra ones: codes, volumes, states. */
export const getBottleCodes = bottleCodes("getBottleCodes", "bottleCode");
export const getExtraBottleCodes = bottleCodes("getExtraBottleCodes", "bottleCode/extra");

const scan = z.object({
  productKey: z.string().max(64).optional(),
  deviceName: z.string().min(1).max(64),
  index: slotIndex,
  bottleId: bottleCode,
  clearVolume: truth,
});
const bodyScan = scan.extend({
  /** Registers a code that is not known as a new bottle. Without it the scan is refused at this name. */
  newBottle: truth,
  /** Puts the bottle in the place of the one that is bound to the slot. Without it the scan is refused at this name. */
  replace: truth,
});

/**
 * A scanned code goes to the device as a command; the database knows it once the device has replied. What cannot be is
 * refused before: a body that is elsewhere, a cap that belongs to another body. A slip is asked for before it is done.
 */
export const enterBottleBodyId = defineCall({
  name: "enterBottleBodyId",
  title: { en: "Register a body code", zh: "登记瓶身码" },
  method: "POST",
  path: `${root}/service/enterBottleBodyId`,
  access: may("command"),
  query: bodyScan,
  reply: data(command),
});
export const enterBottleCapId = defineCall({
  name: "enterBottleCapId",
  title: { en: "Register a cap code", zh: "登记瓶盖码" },
  method: "POST",
  path: `${root}/service/enterBottleCapId`,
  access: may("command"),
  query: scan,
  reply: data(command),
});

const deliveryNo = z.string().trim().min(1).max(64);

const removalId = z.string().regex(/^[1-9]\d{0,17}$/);

/** Bottles leave the sampler, for a delivery where it has a number. */
export const takeOutBottles = defineCall({
  name: "takeOutBottles",
  title: { en: "Remove bottles from a sampler", zh: "取出采样瓶" },
  method: "PUT",
  path: `${root}/bottleCode/takeOut`,
  access: may("command"),
  body: z.object({
    deviceName: z.string().min(1).max(64),
    slots: z
      .array(
        z
          .number()
          .int()
          .min(1)
          .max(mainSlots + extraSlots),
      )
      .min(1)
      .max(mainSlots + extraSlots),
    deliveryNo: deliveryNo.nullable().default(null),
  }),
  reply: data(z.object({ taken: z.number().int(), removalIds: z.array(removalId) })),
});

/**
 * Puts bottles back that have just been removed: for half a minute, while nothing happened to them. Samples that came of
 * the removal are void.
 */
export const undoTakeOut = defineCall({
  name: "undoTakeOut",
  title: { en: "Undo the removal of bottles", zh: "撤销取出采样瓶" },
  method: "PUT",
  path: `${root}/bottleCode/takeOut/undo`,
  access: may("command"),
  body: z.object({
    deviceName: z.string().min(1).max(64),
    removalIds: z
      .array(removalId)
      .min(1)
      .max(mainSlots + extraSlots),
  }),
  reply: data(z.object({ restored: z.number().int() })),
});

export const bottleEntry = z.object({
  entryId: z.string(),
  slot: z.number().int(),
  part: z.enum(["body", "cap"]),
  code: z.string(),
  clearVolume: z.boolean(),
  state: entryState,
  /** Why not, in the reader's language; null where it was entered or waits. */
  reason: z.string().nullable(),
  commandId: z.string().nullable(),
  actor: z.string(),
  at: epochMs,
  endedAt: epochMs.nullable(),
});
export type BottleEntry = z.infer<typeof bottleEntry>;

/** The scans at one sampler, refused ones included, newest first. */
export const listBottleEntries = defineCall({
  name: "listBottleEntries",
  method: "GET",
  path: `${root}/bottleCode/entries`,
  access: may("query"),
  query: z.object({ ...paging, ...timeSpan, deviceName: z.string().min(1).max(64), slot: blank(slotIndex) }),
  reply: z.object({ rows: z.array(bottleEntry), total: z.number().int() }),
});

/**
 * What is known of a delivery: the bottles of its samples, and those that left a sampler under its number, how each was
 * filled, and how they travelled.
 */
export const getDelivery = defineCall({
  name: "getDelivery",
  method: "GET",
  path: "/v2/admin/data/deviceData/delivery",
  access: permission("laboratory:delivery:query"),
  query: z.object({
    deliveryNo,
    type: blank(z.enum(["sampling", "transport", "assay", "all"])).transform((type) => type ?? "all"),
  }),
  reply: z.object({
    /** Absent where nothing is known of such a delivery, or of this part of it. */
    data: z
      .object({
        deliveryNo: z.string(),
        bottles: z.array(
          z.object({
            bottleId: z.number().int(),
            bodyCode: z.string(),
            capCode: z.string().nullable(),
            state: bottleState,
            /** The sample in it; null where it left its sampler under this number without one. */
            sampleNo: z.string().nullable(),
            /** Where and when it was filled; null for a bottle that a person filled. */
            deviceName: z.string().nullable(),
            slot: z.number().int().nullable(),
            since: epochMs.nullable(),
            until: epochMs.nullable(),
            takenBy: z.string(),
            /** The automatic samplings that went into it while it was there. */
            samplings: z.array(
              z.object({
                began: epochMs,
                ended: epochMs,
                taken: z.number().int(),
                missed: z.number().int(),
                volume: z.number(),
                boxTempMean: z.number().nullable(),
                boxTempMax: z.number().nullable(),
              }),
            ),
          }),
        ),
        /** Null where it was not asked for, or no delivery has this number. */
        transport: z
          .object({
            deliveryId: z.number().int(),
            state: z.enum(["draft", "inTransit", "received", "rejected"]),
            from: z.string(),
            to: z.string(),
            courier: z.string(),
            boxNo: z.string(),
            sealNo: z.string(),
            handedAt: epochMs.nullable(),
            handedBy: z.string().nullable(),
            receivedAt: epochMs.nullable(),
            receivedBy: z.string().nullable(),
            decision: z.enum(["accept", "conditional", "reject"]).nullable(),
            reason: z.string(),
            samples: z.array(
              z.object({
                sampleNo: z.string(),
                bodyCode: z.string().nullable(),
                sealNo: z.string().nullable(),
                state: z.string(),
                condition: z.string().nullable(),
              }),
            ),
            temperatures: z.array(z.object({ at: epochMs, celsius: z.number(), by: z.string() })),
          })
          .nullable(),
        /** What was found in its samples; exact decimals in μg/L. */
        assays: z.array(
          z.object({
            assayId: z.number().int(),
            sampleNo: z.string(),
            bodyCode: z.string(),
            sampledOn: z.iso.date(),
            analyte: analyteName,
            value: z.string().nullable(),
            flag: assayFlag,
            lod: z.string().nullable(),
            loq: z.string().nullable(),
            uncertainty: z.string().nullable(),
            phase: assayPhase,
            source: assaySource,
            state: assayState,
            analyst: z.string(),
            reviewer: z.string(),
          }),
        ),
      })
      .optional(),
  }),
});
