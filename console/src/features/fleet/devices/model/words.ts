import i18next, { type TFunction } from "i18next";
import { useFixedWords } from "../../../../kit/fixed-words.ts";
import type { WordOf } from "./values.ts";

const namespace = "fleet-devices";

/** The feature's texts: `t`, the language, and the word of an enum's option as the thing model has it. */
export function useWords(): Words {
  const t = useFixedWords(namespace);
  const found = made.get(t) ?? makeWords(t);
  made.set(t, found);
  return found;
}

export type Words = { t: TFunction<typeof namespace>; language: string; wordOf: WordOf };

/** One object a language: a list of twenty rows asks for it a hundred times. */
const made = new WeakMap<TFunction<typeof namespace>, Words>();

function makeWords(t: Words["t"]): Words {
  const { language } = i18next;
  return { t, language, wordOf: (option) => (language.startsWith("zh") ? option.nameZh : option.name) };
}
