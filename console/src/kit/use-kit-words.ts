import i18next, { type TFunction } from "i18next";
import { useSyncExternalStore } from "react";

/**
 * The kit's texts for parts that stand on a page a hundred times: react-i18next makes an object for each use, this
 * one function is made once a language.
 */
export function useKitWords(): TFunction<"kit"> {
  useSyncExternalStore(subscribe, readLanguage);
  return wordsOf(readLanguage());
}

const known = new Map<string, TFunction<"kit">>();

function wordsOf(language: string): TFunction<"kit"> {
  const found = known.get(language);
  if (found) return found;
  const made = i18next.getFixedT(language, "kit");
  known.set(language, made);
  return made;
}

const readLanguage = () => i18next.language;

function subscribe(listener: () => void): () => void {
  i18next.on("languageChanged", listener);
  return () => i18next.off("languageChanged", listener);
}
