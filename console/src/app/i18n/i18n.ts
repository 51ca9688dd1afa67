import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import { type Language, readLanguage } from "../../kit/language.ts";
import { namespaceOf } from "./namespace-of.ts";

/**
 * ONE scheme for every text of the shell entry. A folder that has words has `locales/en.json` and
 * `locales/zh.json`; its namespace is the folder's path below `features`, joined by "-"
 * (`features/fleet/devices` -> `fleet-devices`), and its own name for the rest (`kit` -> `kit`, `app` -> `app`).
 * A part says `useTranslation("fleet-devices")` and `t("list.title")`. Each language is one lazy chunk.
 * Menu titles of the server's tree (`menu.waterSamplers`) stand in the namespace `app`. The log-in entry has
 * its own small table. `locales.test.ts` compares the keys of both languages.
 */
const bundles: Record<Language, () => Promise<{ texts: Record<string, unknown> }>> = {
  en: () => import("./texts-en.ts"),
  zh: () => import("./texts-zh.ts"),
};

export async function startI18n(): Promise<void> {
  const language = readLanguage();
  await i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: false,
    resources: {},
    defaultNS: "app",
    interpolation: { escapeValue: false },
    returnNull: false,
  });
  await loadTexts(language);
  await i18next.changeLanguage(language);
}

export async function changeTexts(language: Language): Promise<void> {
  await loadTexts(language);
  await i18next.changeLanguage(language);
}

async function loadTexts(language: Language): Promise<void> {
  const { texts } = await bundles[language]();
  for (const [path, words] of Object.entries(texts)) {
    i18next.addResourceBundle(language, namespaceOf(path), words);
  }
}
