/** Photos of items and temperature curves of their legs: kept as they came, each with its SHA-256 in the custody chain. */
import { z } from "zod";
import { permission } from "../call.ts";
import { defineCall } from "../define-call.ts";
import { data, id } from "../envelope.ts";
import { epochMs } from "../moments.ts";

const may = (verb: string) => permission(`evidence:item:${verb}`);
const path = "/v2/admin/evidence/item";

export const itemFileKind = z.enum(["photo", "curve"]);

export const itemFile = z.object({
  fileId: z.number().int(),
  itemId: z.number().int(),
  kind: itemFileKind,
  name: z.string(),
  mediaType: z.string(),
  bytes: z.number().int(),
  sha256: z.string(),
  caption: z.string(),
  addedBy: z.string(),
  addedAt: epochMs,
});
export type ItemFile = z.infer<typeof itemFile>;

export const listItemFiles = defineCall({
  name: "listItemFiles",
  method: "GET",
  path: `${path}/:id/files`,
  access: may("query"),
  params: z.object({ id }),
  reply: data(z.array(itemFile)),
});

/** The bytes as they were recorded; refused where they are no longer what the chain says. */
export const getItemFile = defineCall({
  name: "getItemFile",
  audited: false,
  method: "GET",
  path: `${path}/file/:id`,
  access: may("query"),
  answers: "file",
  params: z.object({ id }),
});

/** A photo (JPEG, PNG or WebP, at most 10 MB) by the person who answers for the item; nothing of it is changed. */
export const addItemPhoto = defineCall({
  name: "addItemPhoto",
  method: "POST",
  path: `${path}/:id/photo`,
  access: may("handle"),
  personOnly: true,
  title: { en: "Add a photo of an item", zh: "添加检材照片" },
  takes: "picture",
  params: z.object({ id }),
  query: z.object({ caption: z.string().trim().max(200).default("") }),
  reply: data(itemFile),
});

/** The label of an item: its number as the modules of two symbols, row by row, `1` for dark. */
export const getItemLabel = defineCall({
  name: "getItemLabel",
  method: "GET",
  path: `${path}/:id/label`,
  access: may("query"),
  params: z.object({ id }),
  reply: data(z.object({ itemNo: z.string(), qr: z.array(z.string()), dataMatrix: z.array(z.string()) })),
});
