import i18next, { type Namespace, type TFunction } from "i18next";
import { useSyncExternalStore } from "react";

/**
 * A namespace's texts for parts that are on a page a hundred times: react-i18next makes an object for each use and
 * i18next searches its tables at each call; here both are made once a language, and a text without values is kept.
 */
export function useFixedTranslation<N extends Namespace & string>(namespace: N): TFunction<N> {
  useSyncExternalStore(subscribe, readLanguage);
  return translationOf(readLanguage(), namespace);
}

const known = new Map<string, TFunction>();

function translationOf<N extends Namespace & string>(language: string, namespace: N): TFunction<N> {
  const key = `${language} ${namespace}`;
  const found = known.get(key) ?? keepingTexts(untyped.getFixedT(language, namespace));
  known.set(key, found);
  return found as unknown as TFunction<N>; // made of this very namespace
}

/** The two forms in which our parts call it; their keys were checked where they do. */
type AnyText = (key: string, values?: Record<string, unknown>) => string;
const untyped = i18next as unknown as { getFixedT(language: string, namespace: string): AnyText };

/** Most texts have no values in them: the same word again costs one look into a map. */
function keepingTexts(t: AnyText): TFunction {
  const texts = new Map<string, string>();
  const keeping = (key: string, values?: Record<string, unknown>): string => {
    if (values !== undefined) return t(key, values);
    const kept = texts.get(key);
    if (kept !== undefined) return kept;
    const text = t(key);
    texts.set(key, text);
    return text;
  };
  return keeping as unknown as TFunction; // the two forms in which our parts call it
}

const readLanguage = () => i18next.language;

function subscribe(listener: () => void): () => void {
  i18next.on("languageChanged", listener);
  return () => i18next.off("languageChanged", listener);
}
