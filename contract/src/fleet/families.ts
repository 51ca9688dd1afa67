import { z } from "zod";

/**
 * The device families, by the type key that is in paths: the word of each in permissions, its name in both languages, and
 * where the console has its list (`listPath`) and the pages of its devices (below `devicePath`).
 */
export const families = {
  waterSample: {
    permissionKey: "sampler",
    name: { en: "Water sampler", zh: "污水采样器" },
    plural: { en: "Water samplers", zh: "污水采样器" },
    listPath: "/device/Sampling",
    devicePath: "/device/admin",
  },
  liquidExtract: {
    permissionKey: "toxicity",
    name: { en: "Online toxicity detector", zh: "在线毒情检测仪" },
    plural: { en: "Online toxicity detectors", zh: "在线毒情检测仪" },
    listPath: "/device/liquidExtract",
    devicePath: "/liquidExtract/admin",
  },
  handFastDetector: {
    permissionKey: "handheld",
    name: { en: "Handheld fast detector", zh: "手持快检仪" },
    plural: { en: "Handheld fast detectors", zh: "手持快检仪" },
    listPath: "/device/handFastDetector",
    devicePath: "/handFastDetector/admin",
  },
  evidenceBox: {
    permissionKey: "evidenceBox",
    name: { en: "Evidence box", zh: "物证箱" },
    plural: { en: "Evidence boxes", zh: "物证箱" },
    listPath: "/device/evidencebox",
    devicePath: "/evidencebox/admin",
  },
  mass: {
    permissionKey: "mass",
    name: { en: "Mass spectrometer", zh: "质谱仪" },
    plural: { en: "Mass spectrometers", zh: "质谱仪" },
    listPath: "/device/mass",
    devicePath: "/mass/admin",
  },
} as const;

export type FamilyKey = keyof typeof families;

export const familyKey = z.enum(Object.keys(families) as [FamilyKey, ...FamilyKey[]]);
/** In the order in which lists and pages show them. */
export const familyKeys: readonly FamilyKey[] = familyKey.options;
