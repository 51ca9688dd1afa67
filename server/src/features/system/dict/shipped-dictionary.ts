import type { ListClass } from "@tracewater/contract/system/dict-data";

/** A dictionary that the program brings along. Types and values never change; their words may be edited. */
export type ShippedDictionary = {
  type: string;
  en: string;
  zh: string;
  values: readonly ShippedValue[];
};

type ShippedValue = { value: string; en: string; zh: string; look?: ListClass };

/** `dictionary("sys_yes_no", "Yes or no", "是否", [["0", "Yes", "是", "primary"], ...])`. */
export function dictionary(
  type: string,
  en: string,
  zh: string,
  values: readonly (readonly [value: string, en: string, zh: string, look?: ListClass])[],
): ShippedDictionary {
  return {
    type,
    en,
    zh,
    values: values.map(([value, word, labelZh, look]) => ({
      value,
      en: word,
      zh: labelZh,
      ...(look === undefined ? {} : { look }),
    })),
  };
}
