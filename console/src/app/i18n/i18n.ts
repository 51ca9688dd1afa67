import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import { type Language, readLanguage } from "../../kit/language.ts";
import { namespaceOf } from "./namespace-of.ts";

/**
 * ONE scheme for every text of the shell entry. A folder that has words has `locales/en.json` and
 * `locales/zh.json`; its namespace is the folder's path below `features`, joined by "-"
 * (`features/fleet/devices` -> `fleet-devices`), and its own name for the rest (`kit` -> `kit`, `app` -> `app`).
 * A part says `useTranslation("fleet-devices")` and `t("list.title")`. The shell's words are one lazy chunk for each
 * language; a feature's words are loaded beside its first page.
 * Menu titles of the server's tree (`menu.waterSamplers`) stand in the namespace `app`. The log-in entry has
 * its own small table. `locales.test.ts` compares the keys of both languages.
 */
const bundles: Record<Language, () => Promise<{ texts: Record<string, unknown> }>> = {
  en: () => import("./texts-en.ts"),
  zh: () => import("./texts-zh.ts"),
};

/** Words of features, by `/src/features/<feature>/locales/<language>.json`. */
const featureBundles = import.meta.glob<unknown>(
  ["/src/features/**/locales/*.json", "!/src/features/system/{notices,profile}/locales/*.json"],
  { import: "default" },
);
/** Features whose pages were asked for: another language is loaded for these too. */
const features = new Set<string>();

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

/** Loads the words of a feature, by its folder below `features`, in the language that is shown. */
export async function loadFeatureTexts(feature: string): Promise<void> {
  features.add(feature);
  await loadFeature(feature, i18next.language === "zh" ? "zh" : "en");
}

async function loadTexts(language: Language): Promise<void> {
  const shell = bundles[language]().then(({ texts }) => {
    for (const [path, words] of Object.entries(texts)) add(language, path, words);
  });
  await Promise.all([shell, ...[...features].map((feature) => loadFeature(feature, language))]);
}

async function loadFeature(feature: string, language: Language): Promise<void> {
  const path = `/src/features/${feature}/locales/${language}.json`;
  if (i18next.hasResourceBundle(language, namespaceOf(path))) return;
  const words = await featureBundles[path]?.();
  if (words !== undefined) add(language, path, words);
}

function add(language: Language, path: string, words: unknown): void {
  i18next.addResourceBundle(language, namespaceOf(path), words);
}
