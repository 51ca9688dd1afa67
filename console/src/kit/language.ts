import { defaultLocale, firstLocale, isLocale, type Locale, locales } from "@tracewater/contract/locales";
/** The language of the interface: what the user chose, else what the browser asks for. */
export type Language = Locale;

const storageKey = "tracewater-language";

export function readLanguage(): Language {
  const chosen = localStorage.getItem(storageKey) ?? "";
  if (isLocale(chosen)) return chosen;
  return firstLocale(navigator.languages) ?? defaultLocale;
}

/** Remembers the language and notifies the document, whose `lang` also goes to the server with every call. */
export function keepLanguage(language: Language): void {
  localStorage.setItem(storageKey, language);
  // The server draws the log-in page in it.
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing over plain HTTP
  document.cookie = `${storageKey}=${language}; Path=/; Max-Age=31536000; SameSite=Lax`;
  setDocumentLanguage(language);
}

export function setDocumentLanguage(language: Language): void {
  document.documentElement.lang = locales[language].tag;
}
