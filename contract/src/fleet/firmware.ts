/** Versions of firmware: the files, and how a device fetches one. */
import { z } from "zod";
import { localized } from "../both-languages.ts";
import { open, permission } from "../call.ts";
import { defineCall } from "../define-call.ts";
import { data, id, page } from "../envelope.ts";
import { epochMs } from "../moments.ts";
import { blank, paging, searchText } from "../paging.ts";
import { familyKey } from "./families.ts";

/** The module whose version is the device's firmware; other modules have names of their own. */
export const mainModule = "default";

const moduleName = z
  .string()
  .trim()
  .regex(
    /^[A-Za-z0-9_.-]{1,64}$/,
    localized(
      "must have 1 to 64 characters: letters, digits and . _ -",
      "须为 1 至 64 个字符：字母、数字及 . _ -",
    ),
  );
export const firmwareVersion = z
  .string()
  .trim()
  .regex(
    /^[A-Za-z0-9_.-]{1,64}$/,
    localized(
      "must have 1 to 64 characters: letters, digits and . _ -",
      "须为 1 至 64 个字符：字母、数字及 . _ -",
    ),
  );

export const firmware = z.object({
  id: z.number().int(),
  productId: z.number().int(),
  typeKey: familyKey,
  productName: z.string(),
  productNameZh: z.string(),
  module: z.string(),
  version: z.string(),
  fileName: z.string(),
  /** Bytes. */
  size: z.number().int(),
  sha256: z.string(),
  md5: z.string(),
  notes: z.string(),
  actor: z.string(),
  createdAt: epochMs,
  /** Devices in one's data scope that report this version of this module, and all that could. */
  devicesOn: z.number().int(),
  devicesAll: z.number().int(),
  /** Upgrades of it that are under way in one's data scope. */
  underWay: z.number().int(),
});
export type Firmware = z.infer<typeof firmware>;

const path = "/v2/admin/device/firmware";

export const listFirmware = defineCall({
  name: "listFirmware",
  method: "GET",
  path: `${path}/list`,
  access: permission("device:firmware:list"),
  query: z.object({ ...paging, productId: blank(id), keyword: searchText }),
  reply: page(firmware),
});

/** Takes the file itself; what it is for is in the query. */
export const addFirmware = defineCall({
  name: "addFirmware",
  title: { en: "Add a firmware version", zh: "新增固件版本" },
  method: "POST",
  path,
  access: permission("device:firmware:add"),
  takes: "package",
  query: z.object({
    productId: id,
    module: moduleName.default(mainModule),
    version: firmwareVersion,
    notes: z.string().trim().max(500).default(""),
    /** Where given, the file must have it. */
    sha256: blank(
      z
        .string()
        .regex(/^[0-9A-Fa-f]{64}$/, localized("must have 64 hexadecimal digits", "须为 64 位十六进制数字")),
    ),
  }),
  reply: data(z.object({ id: z.number().int(), size: z.number().int(), sha256: z.string() })),
});

/** Only a version that no device was ever notified of. */
export const removeFirmware = defineCall({
  name: "removeFirmware",
  title: { en: "Delete a firmware version", zh: "删除固件版本" },
  method: "DELETE",
  path: `${path}/:id`,
  access: permission("device:firmware:remove"),
  params: z.object({ id }),
});

/** For devices: the file behind a signed address, in ranges; it serves one device and one upgrade that is under way. */
export const downloadFirmware = defineCall({
  name: "downloadFirmware",
  method: "GET",
  path: "/v2/device/firmware/:token",
  access: open,
  audited: false,
  answers: "file",
  params: z.object({ token: z.string().min(1).max(200) }),
});
