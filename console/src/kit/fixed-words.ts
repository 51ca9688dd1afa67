import i18next, { type TFunction } from "i18next";
import { useSyncExternalStore } from "react";

/**
 * A namespace's texts for parts that stand on a page a hundred times: react-i18next makes an object for each use and
 * i18next searches its tables at each call; here both are made once a language, and a text without values is kept.
 */
export function useFixedWords<N extends string>(namespace: N): TFunction<N> {
  useSyncExternalStore(subscribe, readLanguage);
  return wordsOf(readLanguage(), namespace);
}

const known = new Map<string, TFunction<string>>();

function wordsOf<N extends string>(language: string, namespace: N): TFunction<N> {
  const key = `${language} ${namespace}`;
  const found = known.get(key) ?? keepingTexts(i18next.getFixedT(language, namespace));
  known.set(key, found);
  return found as unknown as TFunction<N>; // made of this very namespace
}

/** Most texts have no values in them: the same word again costs one look into a map. */
function keepingTexts(t: TFunction<string>): TFunction<string> {
  const texts = new Map<string, string>();
  const keeping = (key: string, values?: Record<string, unknown>): string => {
    if (values !== undefined) return t(key, values);
    const kept = texts.get(key);
    if (kept !== undefined) return kept;
    const text = t(key);
    texts.set(key, text);
    return text;
  };
  return keeping as unknown as TFunction<string>; // the two forms in which our parts call it
}

const readLanguage = () => i18next.language;

function subscribe(listener: () => void): () => void {
  i18next.on("languageChanged", listener);
  return () => i18next.off("languageChanged", listener);
}
