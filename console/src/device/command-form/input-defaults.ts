import type { FamilyKey } from "@tracewater/contract/fleet/families";
import { type LocalizedText, textIn } from "@tracewater/contract/locales";
import type { DeviceTexts } from "../device-texts.ts";
import type { Latest } from "../families/family-config.ts";

/** The reported value of a property, as a first value or as what counts for an empty field; or a sentence of the family. */
type InputDefault = { startsAs: string } | { emptyMeans: string } | { emptyDoes: LocalizedText };

export type InputDefaults = Record<string, InputDefault>;

export const noDefaults: InputDefaults = {};

/** By family, service and input. Not part of the family's configuration: its list needs none of it. */
const defaults: { [family in FamilyKey]?: Record<string, InputDefaults> } = {
  waterSample: {
    grab: {
      volume: { startsAs: "aliquot" },
      // From the current bottle of the program on.
      index: { emptyDoes: { en: "next with room", zh: "下一有余量瓶位" } },
      rinses: { emptyMeans: "rinses" },
    },
  },
};

export function inputDefaults(family: FamilyKey, service: string): InputDefaults {
  return defaults[family]?.[service] ?? noDefaults;
}

/** What the fields start with: values that the device has reported. */
export function startTyped(given: InputDefaults, latest: Latest): Record<string, string> {
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, one]) => {
      const value = "startsAs" in one ? latest[one.startsAs]?.value : undefined;
      return typeof value === "number" || typeof value === "string" ? [[name, String(value)]] : [];
    }),
  );
}

/** What the device does where a field is left empty; nothing where that is not known. */
export function emptyText(
  given: InputDefault | undefined,
  latest: Latest,
  texts: DeviceTexts,
): string | undefined {
  if (given === undefined || "startsAs" in given) return undefined;
  if ("emptyDoes" in given) return textIn(given.emptyDoes, texts.language);
  const value = latest[given.emptyMeans]?.value;
  return typeof value === "number" || typeof value === "string"
    ? texts.t("send.asSet", { value })
    : undefined;
}
