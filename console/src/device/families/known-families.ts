import { type FamilyKey, familyKey } from "@tracewater/contract/fleet/families";
import { evidenceBox } from "./evidence-box.ts";
import type { FamilyConfig } from "./family-config.ts";
import { handheldDetector } from "./handheld-detector.ts";
import { massSpectrometer } from "./mass-spectrometer.ts";
import { toxicityDetector } from "./toxicity-detector.ts";
import { waterSampler } from "./water-sampler.ts";

const families: Readonly<Record<FamilyKey, FamilyConfig>> = {
  waterSample: waterSampler,
  liquidExtract: toxicityDetector,
  handFastDetector: handheldDetector,
  evidenceBox,
  mass: massSpectrometer,
};

/** The facts of a family named in a route; null where the name is no family. */
export function familyConfig(name: string | undefined): FamilyConfig | null {
  const parsed = familyKey.safeParse(name);
  return parsed.success ? families[parsed.data] : null;
}
