import { type Locale, type Localized, localeCodes, localeOf, textIn } from "@tracewater/contract/locales";
import { useTranslation } from "react-i18next";

/** The language that is shown. */
export function useLocale(): Locale {
  const { i18n } = useTranslation();
  return localeOf(i18n.language);
}

/** Reads what is at hand in every language, a table of labels or a text, in the one that is shown. */
export function useLocalized(): ReadLocalized {
  return readers.get(useLocale()) ?? readEnglish;
}

type ReadLocalized = <T>(text: Readonly<Localized<T>>) => T;

const readEnglish: ReadLocalized = (text) => textIn(text, "en");

/** One a language, so that it is the same from one rendering to the next. */
const readers = new Map<Locale, ReadLocalized>(
  localeCodes.map((locale) => [locale, (text) => textIn(text, locale)]),
);
