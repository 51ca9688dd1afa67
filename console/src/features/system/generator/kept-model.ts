import type { ReplyOf } from "@tracewater/contract/call";
import type { getModel } from "@tracewater/contract/system/generated-modules";

/** A model as the server keeps it, with what differs from its table. */
export type KeptModel = ReplyOf<typeof getModel>["data"];

/** What is wrong, by its place in the model. */
export type Faults = ReadonlyMap<string, string>;
