import { evidenceBoxFamily } from "./evidence-box/family.ts";
import { handheldDetectorFamily } from "./handheld-detector/family.ts";
import type { InstrumentFamily } from "./instrument.ts";
import { massSpectrometerFamily } from "./mass-spectrometer/family.ts";
import { toxicityDetectorFamily } from "./toxicity-detector/family.ts";
import { waterSamplerFamily } from "./water-sampler/family.ts";

const families: readonly InstrumentFamily[] = [
  waterSamplerFamily,
  toxicityDetectorFamily,
  handheldDetectorFamily,
  evidenceBoxFamily,
  massSpectrometerFamily,
];

export function findFamily(typeKey: string): InstrumentFamily | null {
  return families.find((family) => family.typeKey === typeKey) ?? null;
}

export function familyNames(): string {
  return families.map((family) => family.typeKey).join(", ");
}
