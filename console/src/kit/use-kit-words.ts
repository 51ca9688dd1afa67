import type { TFunction } from "i18next";
import { useFixedWords } from "./fixed-words.ts";

/** The kit's texts, for parts that stand on a page a hundred times. */
export function useKitWords(): TFunction<"kit"> {
  return useFixedWords("kit");
}
