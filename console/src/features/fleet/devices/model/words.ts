import i18next, { type TFunction } from "i18next";
import { useFixedWords } from "../../../../kit/fixed-words.ts";
import type { WordOf } from "./values.ts";

const namespace = "fleet-devices";

/** The feature's texts: `t`, the language, and the words of a thing model's enums. */
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
  return {
    t,
    language: i18next.language,
    wordOf: (identifier, key) => t(`values.${identifier}.${key}`, { defaultValue: key }),
  };
}
