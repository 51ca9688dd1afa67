import { type FamilyKey, familyKey } from "@tracewater/contract/fleet/families";
import { evidenceBox } from "./evidence-box.ts";
import type { FamilyFacts } from "./family-facts.ts";
import { handheldDetector } from "./handheld-detector.ts";
import { massSpectrometer } from "./mass-spectrometer.ts";
import { toxicityDetector } from "./toxicity-detector.ts";
import { waterSampler } from "./water-sampler.ts";

const families: Readonly<Record<FamilyKey, FamilyFacts>> = {
  waterSample: waterSampler,
  liquidExtract: toxicityDetector,
  handFastDetector: handheldDetector,
  evidenceBox,
  mass: massSpectrometer,
};

/** The facts of a family named in a route; null where the name is no family. */
export function familyFacts(name: string | undefined): FamilyFacts | null {
  const parsed = familyKey.safeParse(name);
  return parsed.success ? families[parsed.data] : null;
}
