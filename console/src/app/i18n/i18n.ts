import { families } from "@tracewater/contract/fleet/families";
import { localeOf } from "@tracewater/contract/locales";
import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import { queryClient } from "../../api/query-client.ts";
import { type Language, readLanguage } from "../../kit/language.ts";
import { onTurnLanguage } from "../../kit/turn-language.ts";
import { namespaceOf } from "./namespace-of.ts";

/**
 * ONE scheme for every text of the shell entry. A folder that has words has `locales/en.json` and
 * `locales/zh.json`; its namespace is the folder's path below `features`, joined by "-"
 * (`features/fleet/alarms` -> `fleet-alarms`), and its own name for the rest (`kit` -> `kit`, `app` -> `app`).
 * The words of the floor `device` are loaded with the features that show devices, those of `device/pages` with all their
 * pages but the lists.
 * A part says `useTranslation("fleet-alarms")` and `t("list.title")`. The shell's words are one lazy chunk for each
 * language; a feature's words are loaded next to its first page.
 * Menu titles of the server's tree (`menu.waterSamplers`) are in the namespace `app`. The log-in entry has
 * its own small table. `locales.test.ts` compares the keys of both languages.
 */
const bundles: Record<Language, () => Promise<{ texts: Record<string, unknown> }>> = {
  en: () => import("./texts-en.ts"),
  zh: () => import("./texts-zh.ts"),
};

/** Words of features, by `/src/features/<feature>/locales/<language>.json`. */
const featureBundles = import.meta.glob<unknown>(
  [
    "/src/{features/**,device,device/pages}/locales/*.json",
    "!/src/features/{system/{notices,profile},fleet/telemetry}/locales/*.json",
  ],
  { import: "default" },
);
/** Features whose pages are made of the floor `device`, and need its words. */
const showDevices: ReadonlySet<string> = new Set(["fleet/devices", "field/samplers", "system/app-users"]);
/** Pages that show many devices, and none by itself. */
const deviceLists: ReadonlySet<string> = new Set(["fleet/devices/device-list"]);
/** Folders whose words were asked for: another language is loaded for these too. */
const folders = new Set<string>();
const loaded = new Set<string>();

export async function startI18n(): Promise<void> {
  // The server's words follow too: what is shown is fetched again in the other language.
  onTurnLanguage(async (next) => {
    await changeTexts(next);
    await queryClient.invalidateQueries();
  });
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

/** Loads the words that a page says, by its component (`fleet/alarms/alarm-list`), in the language that is shown. */
export async function loadPageTexts(component: string): Promise<void> {
  const feature = component.split("/").slice(0, 2).join("/");
  const ofDevices = deviceLists.has(component) ? ["device"] : ["device", "device/pages"];
  await loadFolders([`features/${feature}`, ...(showDevices.has(feature) ? ofDevices : [])]);
}

/** Loads all words of a feature, by its folder below `features`. */
export async function loadFeatureTexts(feature: string): Promise<void> {
  await loadPageTexts(`${feature}/`);
}

async function loadFolders(asked: readonly string[]): Promise<void> {
  for (const folder of asked) folders.add(folder);
  const language = localeOf(i18next.language);
  await Promise.all(asked.map((folder) => loadFolder(folder, language)));
}

async function loadTexts(language: Language): Promise<void> {
  const shell = bundles[language]().then(({ texts }) => {
    for (const [path, words] of Object.entries(texts)) add(language, path, words);
    i18next.addResourceBundle(language, "app", { families: familyTitles(language) });
  });
  await Promise.all([shell, ...[...folders].map((folder) => loadFolder(folder, language))]);
}

async function loadFolder(folder: string, language: Language): Promise<void> {
  const path = `/src/${folder}/locales/${language}.json`;
  if (loaded.has(path)) return;
  const words = await featureBundles[path]?.();
  if (words === undefined) return;
  add(language, path, words);
  loaded.add(path);
}

/** Titles of the families' menu entries, as the server names them: `families.mass.plural`. */
function familyTitles(language: Language): Record<string, { name: string; plural: string }> {
  const entries = Object.entries(families).map(([key, { name, plural }]) => {
    return [key, { name: name[language], plural: plural[language] }];
  });
  return Object.fromEntries(entries);
}

function add(language: Language, path: string, words: unknown): void {
  i18next.addResourceBundle(language, namespaceOf(path), words, true);
}
