// How much of the European data our weekly means reproduce: published rows alongside reproduced ones. Run from
// the root of the repository.

import { readFileSync } from "node:fs";
import { compareSpans } from "@tracewater/wbe/comparison";
import { countReproduced } from "@tracewater/wbe/euda";
import { parseEudaDailyLoads } from "@tracewater/wbe/euda-csv";
import { mgPerDayPer1000 } from "@tracewater/wbe/units";
import { weekDays } from "@tracewater/wbe/week";
import { printFigure } from "./figure.ts";

const weeks = parseEudaDailyLoads(readFileSync("data/euda-daily-loads.csv", "utf8"));
const { outside2021, of2021 } = countReproduced(weeks);

printFigure({
  name: "wbe.euda.outside2021",
  value: outside2021.reproduced,
  unit: "rows reproduced of rows published",
  peer: outside2021.weeks,
});
printFigure({
  name: "wbe.euda.2021",
  value: of2021.reproduced,
  unit: "rows reproduced of rows published",
  peer: of2021.weeks,
});

// Each week 364 days after itself: Tuesday meets Tuesday, and nothing has changed.
const daysFrom = (monday: string, { loads }: (typeof weeks)[number]) =>
  weekDays.flatMap((name, at) => {
    const load = loads[name]?.toString();
    if (load === undefined) return [];
    const day = new Date(Date.parse(monday) + at * 86_400_000).toISOString().slice(0, 10);
    return [{ day, load: mgPerDayPer1000(load) }];
  });
const stable = weeks.filter((week) => {
  const spans = { current: daysFrom("2026-03-02", week), previous: daysFrom("2025-03-03", week) };
  const { to, isShown } = compareSpans(spans);
  return to === "stable" && !isShown;
});
printFigure({
  name: "wbe.euda.stable",
  value: stable.length,
  unit: "weeks stable against themselves 364 days later",
  peer: weeks.length,
});
