import { type Locale, type LocalizedText, textIn } from "./locales.ts";
/**
 * A sentence in both languages, as one text: schemas carry a single message, and the server hands on the part in the
 * language that was asked for.
 */
export function localized(en: string, zh: string): string {
  return `${en}${between}${zh}`;
}

/** The part of a message in one language; a message that is no such pair as it is. */
export function inLanguage(message: string, locale: Locale): string {
  return textIn(localizedParts(message), locale);
}

/** The parts of a message; one that is no such pair is the same in each. */
export function localizedParts(message: string): LocalizedText {
  const [en = message, zh = en] = message.split(between);
  return { en, zh };
}

/** ASCII's own sign between units of a record. */
const between = "\u001f";
