import type { ReplyOf } from "@tracewater/contract/call";
import type { lookAtSheet, previewSheet } from "@tracewater/contract/laboratory/assay-sheets";
import { assayWords } from "@tracewater/contract/laboratory/assay-words";
import { useResourceWords } from "../../../resource/page-resource.ts";

export type Looked = ReplyOf<typeof lookAtSheet>["data"];
export type Preview = ReplyOf<typeof previewSheet>["data"];

/** The words of results, by their key. */
export function useAssayWords() {
  return useResourceWords({ words: assayWords });
}

/** Units as they are printed. */
export const unitSigns = { "ng/L": "ng/L", "ug/L": "μg/L" } as const;
