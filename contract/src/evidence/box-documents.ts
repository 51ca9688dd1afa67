import { z } from "zod";
import { localized } from "../both-languages.ts";
import { field } from "../resource/field-metadata.ts";
import { text } from "../texts.ts";

const sha256 = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^([0-9a-f]{64})?$/, localized("must be a SHA-256 of 64 hex digits", "须为 64 位十六进制 SHA-256"))
  .default("");

/** The signed document of a record: its name, and the hash that a copy of it is compared with. */
export const documentFields = {
  documentName: field(text(200).default(""), { label: "documentName", column: "hidden" }),
  documentHash: field(sha256, { label: "documentHash", column: "hidden" }),
};
