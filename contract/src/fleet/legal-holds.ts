import { z } from "zod";
import { permission } from "../call.ts";
import { defineCall } from "../define-call.ts";
import { data, id, page } from "../envelope.ts";
import { epochInput, epochMs } from "../moments.ts";
import { blank, paging } from "../paging.ts";

/** A span of what a device reported that retention passes by: readings, rollups, events and messages. */
export const legalHold = z.object({
  holdId: z.number().int(),
  deviceId: z.number().int(),
  deviceName: z.string(),
  begin: epochMs,
  /** Null: without an end. */
  end: epochMs.nullable(),
  reason: z.string(),
  placedBy: z.string(),
  placedAt: epochMs,
  liftedBy: z.string().nullable(),
  liftedAt: epochMs.nullable(),
  liftReason: z.string().nullable(),
});
export type LegalHold = z.infer<typeof legalHold>;

const reason = z.string().trim().min(1).max(500);

/** Newest first; those that were lifted too unless `status` says which. */
export const listReadingHolds = defineCall({
  name: "listReadingHolds",
  method: "GET",
  path: "/v2/admin/data/hold/list",
  access: permission("data:hold:list"),
  query: z.object({ ...paging, deviceId: blank(id), status: blank(z.enum(["placed", "lifted"])) }),
  reply: page(legalHold),
});

export const placeReadingHold = defineCall({
  name: "placeReadingHold",
  title: { en: "Place a legal hold", zh: "设置法律保全" },
  method: "POST",
  path: "/v2/admin/data/hold",
  access: permission("data:hold:edit"),
  body: z.object({ deviceId: id, begin: epochInput, end: epochInput.nullable().optional(), reason }),
  reply: data(legalHold),
});

/** A hold is never deleted: who lifted it, when and why stays. */
export const liftReadingHold = defineCall({
  name: "liftReadingHold",
  title: { en: "Release a legal hold", zh: "解除法律保全" },
  method: "PUT",
  path: "/v2/admin/data/hold/:id/lift",
  access: permission("data:hold:edit"),
  personOnly: true,
  params: z.object({ id }),
  body: z.object({ reason }),
  reply: data(legalHold),
});
