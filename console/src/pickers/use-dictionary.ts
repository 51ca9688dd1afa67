import { type DictEntry, getDictEntries } from "@tracewater/contract/system/dict-data";
import { invalidate, useApi } from "../api/use-api.ts";
import { useLocalized } from "../kit/use-localized.ts";

/** A value of a dictionary in the language of the console. */
export type DictLabel = DictEntry & { label: string };

const freshMs = 5 * 60_000;

/** The values of a dictionary, kept for all parts of the console; administrators' changes show at once in theirs. */
export function useDictionary(type: string): {
  words: readonly DictLabel[];
  options: { value: string; label: string }[];
  /** The word of a value; the value itself where the dictionary no longer has it (). */
  labelOf: (value: string) => string;
  find: (value: string) => DictLabel | undefined;
} {
  const localized = useLocalized();
  const found = useApi(getDictEntries, { params: { type } }, { staleMs: freshMs, silent: true });
  const words = (found.data?.data ?? []).map((entry) => ({
    ...entry,
    label: localized({ en: entry.dictLabelEn, zh: entry.dictLabelZh || entry.dictLabelEn }),
  }));
  const find = (value: string) => words.find((word) => word.dictValue === value);
  return {
    words,
    options: words.map(({ dictValue, label }) => ({ value: dictValue, label })),
    labelOf: (value) => find(value)?.label ?? value,
    find,
  };
}

/** After a change of any dictionary. */
export function refreshDictionaries(): void {
  void invalidate(getDictEntries);
}
