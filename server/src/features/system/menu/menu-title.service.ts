import type { Language } from "../../../platform/localized-text.ts";
import { menuTitles } from "./menu-titles.data.ts";

/** A title as people read it: the words behind a key, or what an administrator typed. */
export function titleIn(title: string, language: Language): string {
  return menuTitles[title]?.[language] ?? title;
}

/** Whether a text is what stands for this title in either language: whoever sends it back changes nothing. */
export function isTitle(title: string, text: string): boolean {
  const words = menuTitles[title];
  return text === title || (words !== undefined && (text === words.en || text === words.zh));
}

/** Whether a title is the key of words of the program. */
export function isTitleKey(title: string): boolean {
  return Object.hasOwn(menuTitles, title);
}
