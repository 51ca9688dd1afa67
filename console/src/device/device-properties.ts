import { nameIn } from "@tracewater/contract/locales";
import { useMemo } from "react";
import type { ChartProperty } from "../charts/use-panels.ts";
import { useDeviceTexts } from "./device-texts.ts";
import type { FamilyConfig } from "./families/family-config.ts";
import { digitsOf, isNumeric, type ModelProperty } from "./values.ts";

/** Properties of a device's thing model as a chart draws them, in the order in which they are named. */
export function useChartProperties(
  familyConfig: FamilyConfig,
  known: readonly ModelProperty[],
  shown: readonly string[],
): ChartProperty[] {
  const { language } = useDeviceTexts();
  const names = shown.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the names of what is shown stand for the list
  return useMemo(
    () =>
      shown.flatMap((identifier): ChartProperty[] => {
        const property = known.find((candidate) => candidate.identifier === identifier);
        if (property === undefined || !isNumeric(property.dataType)) return [];
        const { step, type, unit } = property.dataType;
        return [
          {
            identifier,
            title: nameIn(property, language),
            unit: unit ?? "",
            digits: digitsOf(step, type),
            limits: familyConfig.limits[identifier],
          },
        ];
      }),
    [known, names, language, familyConfig],
  );
}
