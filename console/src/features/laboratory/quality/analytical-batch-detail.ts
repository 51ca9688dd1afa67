import type { ReplyOf } from "@tracewater/contract/call";
import type { getAssayBatch } from "@tracewater/contract/laboratory/analytical-batches";

/** A batch with all of its quality control. */
export type AnalyticalBatchDetail = ReplyOf<typeof getAssayBatch>["data"];
