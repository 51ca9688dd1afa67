/** The language of the interface: what the user chose, else what the browser asks for. */
export type Language = "en" | "zh";

const storageKey = "tracewater-language";

export function readLanguage(): Language {
  const chosen = localStorage.getItem(storageKey);
  if (chosen === "en" || chosen === "zh") return chosen;
  for (const tag of navigator.languages) {
    if (tag.startsWith("zh")) return "zh";
    if (tag.startsWith("en")) return "en";
  }
  return "en";
}

/** Remembers the language and tells the document, whose `lang` also goes to the server with every call. */
export function keepLanguage(language: Language): void {
  localStorage.setItem(storageKey, language);
  tellDocument(language);
}

export function tellDocument(language: Language): void {
  document.documentElement.lang = language === "zh" ? "zh-CN" : "en";
}
