import i18next, { type TFunction } from "i18next";
import { useFixedTranslation } from "../kit/fixed-translation.ts";
import en from "./locales/en.json";
import zh from "./locales/zh.json";

// The few words of charts come with the charts, whichever feature shows the first one.
i18next.addResourceBundle("en", "charts", en);
i18next.addResourceBundle("zh", "charts", zh);

/** The words that every chart shares. */
export function useChartTranslation(): TFunction<"charts"> {
  return useFixedTranslation("charts");
}
