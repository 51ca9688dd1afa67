import { z } from "zod";
import { field } from "../resource/field-metadata.ts";

/** What goes along with a form that anybody may send: a picture's code, or the solutions of a proof of work. */
export const challenge = {
  code: z.string().max(16).default(""),
  uuid: z.string().max(64).default(""),
  proof: z.array(z.number().int().min(0).max(Number.MAX_SAFE_INTEGER)).max(64).default([]),
};

/** Six digits that came by mail or text message. */
export const oneTimeCode = field(z.string().trim().min(1).max(16), { label: "code", secret: true });
