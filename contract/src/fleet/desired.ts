import { z } from "zod";
import { permission } from "../call.ts";
import { defineCall } from "../define-call.ts";
import { data } from "../envelope.ts";
import { epochMs } from "../moments.ts";
import { familyKey } from "./families.ts";

const deviceQuery = z.object({ deviceName: z.string().min(1).max(64) });

/**
 * A value that a device is wished to have: it fetches it when it can, and is reported at once while it is connected.
 */
export const desiredValue = z.object({
  identifier: z.string(),
  /** Null: wished no more. */
  value: z.unknown(),
  /** Rises with each change; a device that deletes a wish names the version that it has carried out. */
  version: z.number().int(),
  changedAt: epochMs,
  actor: z.string(),
});

export const listDesired = defineCall({
  name: "listDesired",
  method: "GET",
  path: "/v2/admin/device/:family/desired",
  access: permission("device:{family}:query"),
  params: z.object({ family: familyKey }),
  query: deviceQuery,
  reply: data(z.array(desiredValue)),
});

export const setDesired = defineCall({
  name: "setDesired",
  title: { en: "Set desired values", zh: "设置期望属性值" },
  method: "PUT",
  path: "/v2/admin/device/:family/desired",
  access: permission("device:{family}:command"),
  params: z.object({ family: familyKey }),
  query: deviceQuery,
  body: z.object({
    /** By identifier; null takes a wish back. */
    values: z.record(z.string().max(50), z.unknown()),
    reason: z.string().trim().max(200).default(""),
  }),
  reply: data(
    z.object({
      values: z.array(desiredValue),
      /** The command by which a connected device was reported; null while it is away. */
      commandId: z.string().nullable(),
    }),
  ),
});
