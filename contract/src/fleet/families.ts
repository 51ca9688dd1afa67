import { z } from "zod";

/** The device families, by the type key that stands in paths, and the word of each in permissions. */
export const families = {
  waterSample: { permissionWord: "sampler" },
  liquidExtract: { permissionWord: "toxicity" },
  handFastDetector: { permissionWord: "handheld" },
  evidenceBox: { permissionWord: "evidenceBox" },
  mass: { permissionWord: "mass" },
} as const;

export const familyKeys = [
  "waterSample",
  "liquidExtract",
  "handFastDetector",
  "evidenceBox",
  "mass",
] as const satisfies readonly (keyof typeof families)[];

export const familyKey = z.enum(familyKeys);
export type FamilyKey = z.infer<typeof familyKey>;
