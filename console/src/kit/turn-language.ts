import { keepLanguage, type Language } from "./language.ts";

type Turn = (language: Language) => Promise<void>;

let load: Turn = async () => undefined;

/** How the texts of a language come; set once, where they are loaded. */
export function onTurnLanguage(turn: Turn): void {
  load = turn;
}

/** Shows everything in a language, and remembers it. */
export function turnLanguage(language: Language): Promise<void> {
  keepLanguage(language);
  return load(language);
}
