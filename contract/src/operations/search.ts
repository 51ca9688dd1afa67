import { z } from "zod";
import { session } from "../call.ts";
import { defineCall } from "../define-call.ts";
import { data } from "../envelope.ts";
import { familyKey } from "../fleet/families.ts";

/** The longest pattern of the header search (spec 9). */
export const maxPattern = 32;

/** Records with a number of their own. */
export const recordKind = z.enum([
  ...(["bottle", "sample", "delivery", "plan", "analyticalBatch", "workOrder"] as const),
  ...(["entrustment", "evidenceItem"] as const),
]);
export type RecordKind = z.infer<typeof recordKind>;

/** A thing that the header search finds by its number or name; `number` is what people call it by. */
export const searchHit = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("device"),
    id: z.number().int(),
    number: z.string(),
    name: z.string(),
    family: familyKey,
    state: z.enum(["online", "offline", "notActivated", "disabled"]),
  }),
  z.object({ kind: z.literal("samplePoint"), id: z.number().int(), number: z.string(), name: z.string() }),
  z.object({ kind: recordKind, id: z.number().int(), number: z.string(), name: z.string() }),
]);
export type SearchHit = z.infer<typeof searchHit>;

/** Every session may search; what is found is what its user may list, in their data scope. */
export const searchThings = defineCall({
  name: "searchThings",
  method: "GET",
  path: "/v2/admin/search",
  access: session,
  query: z.object({ keyword: z.string().trim().min(1).max(maxPattern) }),
  reply: data(z.array(searchHit)),
});
