import { useTranslation } from "react-i18next";
import type { MapUnit } from "./map-features.ts";

/** Below the headline: that areas are shown, and when they have a figure. */
export function AreasNote({ units }: { units: readonly MapUnit[] | null }) {
  const { t } = useTranslation("operations-situation");
  if (units === null) return null;
  return <p>{units.length === 0 ? t("areas.none") : t("areas.note", { count: units.length })}</p>;
}
