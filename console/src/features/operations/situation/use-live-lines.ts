import { firstCategory } from "@tracewater/contract/laboratory/factors";
import { useTranslation } from "react-i18next";
import type { ScreenUrl } from "./screens.ts";
import { headlineOf } from "./wall/change-headline.ts";
import { useWallData } from "./wall/use-wall-data.ts";

/** One line of each screen with what it would say now; none where nothing is known. */
export function useLiveLines(): Readonly<Partial<Record<ScreenUrl, string>>> {
  const { t } = useTranslation("operations-situation");
  const { machines, loads, points } = useWallData(firstCategory);
  const measured = loads?.categories.filter(({ mean }) => mean !== null) ?? [];
  const loudest =
    measured.find(({ change }) => change?.isShown === true && change.to !== "stable") ?? measured[0];
  const said = (load: typeof loudest) => {
    if (load === undefined) return undefined;
    const { key, percent } = headlineOf(load);
    return t(`headline.${key}`, { category: t(`category.${load.category}`), percent });
  };
  const fleet = machines?.fleet ?? [];
  const online = fleet.reduce((sum, one) => sum + one.online, 0);
  const all = fleet.reduce((sum, one) => sum + one.online + one.offline + one.notActivated + one.disabled, 0);
  const alarms = machines?.alarms;
  const headline = said(loudest) ?? t("headline.none", { category: t("wall.categories") });
  return {
    "/visual/situation": alarms ? `${headline} · ${t("list.alarms", { count: alarms.open })}` : headline,
    "/visual/devices": machines === null ? "" : t("list.online", { online, count: all }),
    "/visualization": t("list.points", { count: points.filter(({ load }) => load !== null).length }),
    "/visualMini": headline,
  };
}
