/**
 * The languages of the platform. What depends on a language asks here or is a `Record<Locale, ...>`, so that the compiler
 * names each table that a further language has to bring (docs/languages.md).
 */
export const locales = {
  en: { name: "English", tag: "en", comma: ", " },
  zh: { name: "简体中文", tag: "zh-CN", comma: "、" },
} as const satisfies Record<string, LocaleEntry>;

type LocaleEntry = {
  /** What its speakers call it. */
  name: string;
  /** BCP 47, for `lang` and `accept-language`. */
  tag: string;
  /** Between the members of a list. */
  comma: string;
};

export type Locale = keyof typeof locales;

/** What is read where a language lacks a text. */
export const defaultLocale = "en" satisfies Locale;

export const localeCodes: readonly Locale[] = Object.keys(locales).filter(isLocale);

export function isLocale(text: string): text is Locale {
  return Object.hasOwn(locales, text);
}

/** The locale of a language tag or of an `accept-language` header, whose first entry counts. */
export function localeOf(tag: string | null | undefined): Locale {
  return firstLocale([tag ?? ""]) ?? defaultLocale;
}

/** The first of some language tags that is one of ours; null where none is. */
export function firstLocale(tags: readonly string[]): Locale | null {
  return tags.map(primaryOf).find(isLocale) ?? null;
}

/** What every language has to bring: a table of labels, a loader of texts. */
export type LabelTable = Readonly<Record<Locale, Readonly<Record<string, string>>>>;

/**
 * A text that is written out in the sources, a refusal or a title. A further language may lack it and is then answered
 * in English (decision 0117).
 */
export type LocalizedText = Localized<string>;
export type Localized<T> = Record<"en" | "zh", T> & Partial<Record<Locale, T>>;

/** The part of a text in a language. */
export function textIn<T>(text: Readonly<Localized<T>>, locale: Locale): T {
  return text[locale] ?? text[defaultLocale];
}

/** The name of what has one in English and one in Chinese: rows of the database, thing models. */
export function nameIn(named: Readonly<{ name: string; nameZh: string }>, locale: Locale): string {
  return textIn({ en: named.name, zh: named.nameZh }, locale);
}

/** The members of a list with the comma of the language. */
export function listIn(members: readonly string[], locale: Locale): string {
  return members.join(locales[locale].comma);
}

const primaryOf = (tag: string) => /^\s*([a-z]{2,3})\b/i.exec(tag)?.[1]?.toLowerCase() ?? "";
