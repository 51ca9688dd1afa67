import type { AnalyteCategory } from "@tracewater/contract/laboratory/factors";
import { listUnitAreas } from "@tracewater/contract/operations/unit-areas";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useApi } from "../../../../api/use-api.ts";
import { type MapUnit, mapUnitsOf } from "./map-features.ts";
import { shownLoad } from "./numbers.ts";
import { useKept } from "./use-kept.ts";

const everyMs = 300_000;

/** The areas that units answer for with their figures; null while catchments are shown. */
export function useUnitAreas(
  category: AnalyteCategory,
  { isOn, until }: { isOn: boolean; until?: string | undefined },
): readonly MapUnit[] | null {
  const { t } = useTranslation("operations-situation");
  const query = { category, ...(until === undefined ? {} : { until }) };
  const options = { silent: true, keepPrevious: true, everyMs, enabled: isOn };
  const { data, isPlaceholderData } = useApi(listUnitAreas, { query }, options);
  const areas = useKept(data?.data.areas);
  const isOther = isPlaceholderData || data === undefined;
  return useMemo(() => {
    if (!isOn) return null;
    const cover = (share: number) => t("areas.cover", { percent: Math.floor(share * 100) });
    // Figures of another category or period are not shown as those that are asked for; the areas are the same.
    const shown = isOther ? areas?.map((area) => ({ ...area, mean: null })) : areas;
    return mapUnitsOf(shown ?? [], { load: shownLoad, cover });
  }, [isOn, areas, isOther, t]);
}
