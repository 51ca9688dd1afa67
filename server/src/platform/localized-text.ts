/** A sentence for people, in both languages of the console. */
export type LocalizedText = { en: string; zh: string };

export type Language = keyof LocalizedText;

/** The language a request asks for; English unless Chinese comes first. */
export function languageOf(acceptLanguage: string | undefined): Language {
  return /^\s*zh\b/i.test(acceptLanguage ?? "") ? "zh" : "en";
}
