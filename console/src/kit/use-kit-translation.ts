import type { TFunction } from "i18next";
import { useFixedTranslation } from "./fixed-translation.ts";

/** The kit's texts, for parts that are on a page a hundred times. */
export function useKitTranslation(): TFunction<"kit"> {
  return useFixedTranslation("kit");
}
