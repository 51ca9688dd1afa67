import type { InstrumentFamily } from "./instrument.ts";
import { waterSamplerFamily } from "./water-sampler/family.ts";

const families: readonly InstrumentFamily[] = [waterSamplerFamily];

export function findFamily(typeKey: string): InstrumentFamily | null {
  return families.find((family) => family.typeKey === typeKey) ?? null;
}

export function familyNames(): string {
  return families.map((family) => family.typeKey).join(", ");
}
