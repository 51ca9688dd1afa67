import { type FamilyKey, families } from "@tracewater/contract/fleet/families";
import type { Locale } from "@tracewater/contract/locales";
import { useLocalized } from "../kit/use-localized.ts";

export type FamilyNames = {
  /** "Water sampler", alone. */
  one: (family: FamilyKey) => string;
  /** "Water samplers", alone. */
  many: (family: FamilyKey) => string;
  /** The same within a sentence: "No water samplers yet". */
  oneInText: (family: FamilyKey) => string;
  manyInText: (family: FamilyKey) => string;
};

/** What the device families are called in the user's language. */
export function useFamilyNames(): FamilyNames {
  const localized = useLocalized();
  return localized(names);
}

function namesIn(language: Locale): FamilyNames {
  const one = (family: FamilyKey) => families[family].name[language];
  const many = (family: FamilyKey) => families[family].plural[language];
  return {
    one,
    many,
    oneInText: (family) => lowerFirst(one(family)),
    manyInText: (family) => lowerFirst(many(family)),
  };
}

const names: Readonly<Record<Locale, FamilyNames>> = { en: namesIn("en"), zh: namesIn("zh") };

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
