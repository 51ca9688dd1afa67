/**
 * A sentence in both languages, as one text: schemas carry a single message, and the server hands on the part in the
 * language that was asked for.
 */
export function localized(en: string, zh: string): string {
  return `${en}${between}${zh}`;
}

/** The part of a message in one language; a message that is no such pair as it is. */
export function inLanguage(message: string, language: "en" | "zh"): string {
  const [en = message, zh = en] = message.split(between);
  return language === "zh" ? zh : en;
}

/** ASCII's own sign between units of a record. */
const between = "\u001f";
