import type { ReplyOf } from "@tracewater/contract/call";
import type { getAssayBatch } from "@tracewater/contract/laboratory/batches";

/** A batch with all of its quality control. */
export type BatchDetail = ReplyOf<typeof getAssayBatch>["data"];
