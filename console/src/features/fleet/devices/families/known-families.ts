import { type FamilyKey, familyKey } from "@tracewater/contract/fleet/families";
import type { FamilyFacts } from "./family-facts.ts";
import { waterSampler } from "./water-sampler.ts";

/** The families whose pages exist. */
const known: Partial<Record<FamilyKey, FamilyFacts>> = { waterSample: waterSampler };

/** The facts of a family named in a route; null where the name is no family or it has no page yet. */
export function familyFacts(name: string | undefined): FamilyFacts | null {
  const parsed = familyKey.safeParse(name);
  return parsed.success ? (known[parsed.data] ?? null) : null;
}
