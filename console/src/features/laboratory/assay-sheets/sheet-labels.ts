import type { ReplyOf } from "@tracewater/contract/call";
import type { lookAtSheet, previewSheet } from "@tracewater/contract/laboratory/instrument-files";

export type Looked = ReplyOf<typeof lookAtSheet>["data"];
export type Preview = ReplyOf<typeof previewSheet>["data"];

/** Units as they are printed. */
export const unitSigns = { "ng/L": "ng/L", "ug/L": "μg/L" } as const;
