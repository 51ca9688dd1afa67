import { z } from "zod";
import { open, permission, session } from "../call.ts";
import { defineCall } from "../define-call.ts";
import { data, id, largestId } from "../envelope.ts";
import { epochMs } from "../moments.ts";

/** The configuration file that the devices of a product fetch; each version stays, the newest is in force. */
const path = "/v2/admin/device/product/:id/config";

export const maxConfigBytes = 262_144;

const version = z.object({
  version: z.number().int(),
  /** Bytes. */
  size: z.number().int(),
  sha256: z.string(),
  note: z.string(),
  actor: z.string(),
  createdAt: epochMs,
});

export const listConfigVersions = defineCall({
  name: "listConfigVersions",
  method: "GET",
  path,
  access: session,
  params: z.object({ id }),
  reply: data(z.array(version)),
});

export const getConfigVersion = defineCall({
  name: "getConfigVersion",
  method: "GET",
  path: `${path}/:version`,
  access: permission("device:product:edit"),
  params: z.object({ id, version: id }),
  reply: data(version.extend({ content: z.string() })),
});

export const publishConfig = defineCall({
  name: "publishConfig",
  title: { en: "Publish a configuration", zh: "发布远程配置" },
  method: "PUT",
  path,
  access: permission("device:product:edit"),
  params: z.object({ id }),
  body: z.object({
    content: z.string().min(1).max(maxConfigBytes),
    note: z.string().trim().max(200).default(""),
    /** The version that the editor began with, 0 for none: refused where another was published meanwhile. */
    basedOn: z.number().int().min(0).max(largestId),
  }),
  /** How many connected devices were reported; the others ask by themselves. */
  reply: data(z.object({ version: z.number().int(), told: z.number().int() })),
});

/** The file as a device fetches it, by an address that it was reported over its connection. */
export const downloadConfig = defineCall({
  name: "downloadConfig",
  method: "GET",
  path: "/v2/device/config/:token",
  access: open,
  audited: false,
  answers: "file",
  params: z.object({ token: z.string().min(1).max(200) }),
});
