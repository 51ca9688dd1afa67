import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import { type Language, readLanguage } from "../../kit/language.ts";
import { onTurnLanguage } from "../../kit/turn-language.ts";
import { namespaceOf } from "../i18n/namespace-of.ts";

const bundles: Record<Language, () => Promise<{ texts: Record<string, unknown> }>> = {
  en: () => import("./texts-en.ts"),
  zh: () => import("./texts-zh.ts"),
};

/** The texts of the situation screens, under the names that they have in the shell. */
export async function startWallTexts(): Promise<void> {
  onTurnLanguage(turn);
  await i18next.use(initReactI18next).init({
    lng: readLanguage(),
    fallbackLng: false,
    resources: {},
    defaultNS: "app",
    interpolation: { escapeValue: false },
    returnNull: false,
  });
  await turn(readLanguage());
}

async function turn(language: Language): Promise<void> {
  const { texts } = await bundles[language]();
  for (const [path, words] of Object.entries(texts))
    i18next.addResourceBundle(language, namespaceOf(path), words);
  await i18next.changeLanguage(language);
}
