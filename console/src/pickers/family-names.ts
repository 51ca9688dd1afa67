import { type FamilyKey, families } from "@tracewater/contract/fleet/families";
import { useTranslation } from "react-i18next";

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
  const { i18n } = useTranslation("kit");
  return names[i18n.language === "zh" ? "zh" : "en"];
}

function namesIn(language: "en" | "zh"): FamilyNames {
  const one = (family: FamilyKey) => families[family].name[language];
  const many = (family: FamilyKey) => families[family].plural[language];
  return {
    one,
    many,
    oneInText: (family) => lowerFirst(one(family)),
    manyInText: (family) => lowerFirst(many(family)),
  };
}

const names = { en: namesIn("en"), zh: namesIn("zh") };

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
