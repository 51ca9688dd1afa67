import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { WordOf } from "./values.ts";

/** The feature's texts: `t`, the language, and the words of a thing model's enums. */
export function useWords() {
  const { t, i18n } = useTranslation("fleet-devices");
  const language = i18n.language;
  return useMemo(() => {
    const wordOf: WordOf = (identifier, key) => t(`values.${identifier}.${key}`, { defaultValue: key });
    return { t, language, wordOf };
  }, [t, language]);
}

export type Words = ReturnType<typeof useWords>;
