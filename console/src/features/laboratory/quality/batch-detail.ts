import type { ReplyOf } from "@tracewater/contract/call";
import type { getBatch } from "@tracewater/contract/laboratory/batches";

/** A batch with all of its quality control. */
export type BatchDetail = ReplyOf<typeof getBatch>["data"];
