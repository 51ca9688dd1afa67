import { type Locale, localeOf } from "@tracewater/contract/locales";

export type { LocalizedText } from "@tracewater/contract/locales";

/** What a request asks for. */
export type Language = Locale;

/** The language a request asks for; English unless another of ours comes first. */
export function languageOf(acceptLanguage: string | undefined): Language {
  return localeOf(acceptLanguage);
}
