/** What the situation screens say of a change. The class comes from the report's function; none is said that is not shown. */
import type { Series } from "@tracewater/contract/laboratory/load-series";
import { shortChange } from "../../../../charts/short-change.ts";

type Changed = Pick<Series, "change" | "changeGap">;

/** The shape of a point: a ring outside rises, a hollow disc falls; a plain disc says that no change is shown. */
export type Trend = "rising" | "falling" | "stable";

export function trendOf({ change }: Changed): Trend {
  const { to } = shortChange({ change });
  if (to === "increase") return "rising";
  return to === "decrease" ? "falling" : "stable";
}

export type HeadlineKey =
  | "rose"
  | "doubled"
  | "fell"
  | "steady"
  | "notShown"
  | "unknown"
  | "noEarlier"
  | "weekdaysDiffer"
  | "trendForbidden"
  | "none";

/** The headline by the class of the change; its percentage is without a sign where the word says the direction. */
export function headlineOf(load: (Changed & { mean: unknown }) | null): {
  key: HeadlineKey;
  percent: string;
} {
  if (load === null || load.mean === null) return { key: "none", percent: "" };
  const { change, changeGap } = load;
  if (change === null) return { key: changeGap ?? "noEarlier", percent: "" };
  const { to, text } = shortChange({ change });
  if (to === null || text === null)
    return { key: change.interval === null ? "unknown" : "notShown", percent: "" };
  const size = text.replace(/^[+−]/, "").replace(" %", "");
  if (to === "stable") return { key: "steady", percent: text.replace(" %", "") };
  if (to === "decrease") return { key: "fell", percent: size };
  return { key: (change.percent ?? 0) > 100 ? "doubled" : "rose", percent: size };
}

/** The arrow before a percentage. */
export const arrowOf: Readonly<Record<Trend, string>> = { rising: "▲", falling: "▼", stable: "=" };
