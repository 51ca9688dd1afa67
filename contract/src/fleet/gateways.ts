import { z } from "zod";
import { session } from "../call.ts";
import { defineCall } from "../define-call.ts";
import { data, id } from "../envelope.ts";
import { epochMs } from "../moments.ts";
import { familyKey } from "./families.ts";

export const relatedDevice = z.object({
  id: z.number().int(),
  deviceName: z.string(),
  nickname: z.string(),
  typeKey: familyKey,
  /** Null where it is offline. */
  onlineSince: epochMs.nullable(),
});
export type RelatedDevice = z.infer<typeof relatedDevice>;

/**
 * The gateway that a device is behind, and the devices behind it, as far as one's data scope reaches; at most
 * 2,000. The permission asked is that of the device's own family.
 */
export const getDeviceTree = defineCall({
  name: "getDeviceTree",
  method: "GET",
  path: "/v2/admin/device/de/:id/tree",
  access: session,
  params: z.object({ id }),
  reply: data(z.object({ gateway: relatedDevice.nullable(), subDevices: z.array(relatedDevice) })),
});
