import type { FactorVersion } from "@tracewater/contract/laboratory/factors";
import { useTranslation } from "react-i18next";

type Sources = Pick<FactorVersion, "source" | "doseSource">;

/** Sources of built-in versions are stored in English: a page shows them in its own language. */
export function useSources(): (version: FactorVersion) => Sources {
  const { t } = useTranslation("laboratory-factors");
  return ({ isShipped, analyte, source, doseSource }) =>
    isShipped
      ? {
          source: t(`builtIn.source.${analyte}`),
          doseSource: doseSource === "" ? "" : t("builtIn.doseSource"),
        }
      : { source, doseSource };
}
