/**
 * Signed files of board lots: what a maker ships with its boards, and what detectors get. A file is one line of canonical
 * JSON (RFC 8785) with the SHA-256 of each lot and an Ed25519 signature (RFC 8032) over all of them.
 */
import { z } from "zod";
import { localized } from "../both-languages.ts";
import { permission } from "../call.ts";
import { defineCall } from "../define-call.ts";
import { data, id } from "../envelope.ts";
import { dateTime } from "../moments.ts";

const may = (verb: string) => permission(`laboratory:boardLot:${verb}`);

const lotKey = z.object({
  /** Null: the platform's own key. */
  lotKeyId: z.number().int().nullable(),
  /** The first 16 digits of the key's SHA-256. */
  keyId: z.string(),
  name: z.string(),
  publicKey: z.string(),
  createdBy: z.string(),
  createdAt: dateTime.nullable(),
});
export type LotKey = z.infer<typeof lotKey>;

/** The keys whose files are taken: the platform's own first. */
export const listLotKeys = defineCall({
  name: "listLotKeys",
  method: "GET",
  path: "/v2/admin/laboratory/boardLotKey",
  access: may("query"),
  reply: data(z.array(lotKey)),
});

export const addLotKey = defineCall({
  name: "addLotKey",
  method: "POST",
  path: "/v2/admin/laboratory/boardLotKey",
  access: may("import"),
  confirmation: "always",
  title: { en: "Trust the key of a board maker", zh: "信任检测板厂商公钥" },
  body: z.object({
    name: z.string().trim().min(1).max(100),
    publicKey: z
      .string()
      .trim()
      .toLowerCase()
      .regex(/^[0-9a-f]{64}$/, localized("must be 64 hexadecimal digits", "须为 64 位十六进制数")),
  }),
  reply: data(z.object({ lotKeyId: z.number().int() })),
});

export const removeLotKey = defineCall({
  name: "removeLotKey",
  method: "DELETE",
  path: "/v2/admin/laboratory/boardLotKey/:id",
  access: may("import"),
  title: { en: "Withdraw the key of a board maker", zh: "撤销检测板厂商公钥" },
  params: z.object({ id }),
});

/** Enabled lots that have not expired, signed by the platform. */
export const exportLotFile = defineCall({
  name: "exportLotFile",
  method: "GET",
  path: "/v2/admin/laboratory/boardLotFile",
  access: may("export"),
  title: { en: "Export a signed lot file", zh: "导出签名批次文件" },
  answers: "file",
});

/** Registers the lots of a file, all or none; a file with a changed byte or of an unknown key is refused. */
export const importLotFile = defineCall({
  name: "importLotFile",
  method: "POST",
  path: "/v2/admin/laboratory/boardLotFile",
  access: may("import"),
  title: { en: "Import a signed lot file", zh: "导入签名批次文件" },
  takes: "file",
  reply: data(
    z.object({
      issuer: z.string(),
      keyId: z.string(),
      added: z.array(z.string()),
      /** Registered already with the same values. */
      unchanged: z.array(z.string()),
    }),
  ),
});
