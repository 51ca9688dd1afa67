import type { Series } from "@tracewater/contract/laboratory/load-series";
import { compareSpans } from "@tracewater/wbe/comparison";
import { mgPerDayPer1000 } from "@tracewater/wbe/units";
import { expect, test } from "vitest";
import { headlineOf, trendOf } from "./change-headline.ts";

type Change = NonNullable<Series["change"]>;

const shown: Change = {
  ...{ to: "increase", before: "10", days: 7, percent: 12.4, pairs: 7, isShown: true },
  interval: { low: 4, high: 21 },
};
const said = (change: Partial<Change> | null, changeGap: Series["changeGap"] = null) =>
  headlineOf({ mean: "1", change: change === null ? null : { ...shown, ...change }, changeGap });

test("the headline is the class of the change with its percentage", () => {
  expect(said({})).toEqual({ key: "rose", percent: "12" });
  expect(said({ percent: 147 })).toEqual({ key: "doubled", percent: "147" });
  expect(said({ to: "decrease", percent: -11.2, interval: { low: -20, high: -3 } })).toEqual({
    ...{ key: "fell", percent: "11" },
  });
  expect(said({ to: "stable", percent: 6.5, interval: { low: 2, high: 9 } })).toEqual({
    ...{ key: "steady", percent: "+6.5" },
  });
});

test("the headline says why there is no change", () => {
  expect(said({ isShown: false, interval: { low: -3, high: 21 } }).key).toBe("notShown");
  expect(said({ isShown: false, interval: null, pairs: 1 }).key).toBe("unknown");
  expect(said(null, "trendForbidden").key).toBe("trendForbidden");
  expect(said(null, "weekdaysDiffer").key).toBe("weekdaysDiffer");
  expect(said(null).key).toBe("noEarlier");
  expect(headlineOf(null).key).toBe("none");
});

test("no headline and no shape says rose or fell where the interval contains 0, whatever was measured", () => {
  let seed = 7;
  const random = () => {
    seed = (seed * 16_807) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
  const days = (year: string, level: number, spread: number) =>
    ["02", "03", "04", "05", "06"].map((day) => ({
      day: `${year}-03-${day}`,
      load: mgPerDayPer1000((level * (1 + spread * (random() - 0.5))).toFixed(6)),
    }));
  const keys = new Set<string>();
  for (let round = 0; round < 400; round++) {
    const spread = random() * 2;
    // 2026-03-02 and 2020-03-02 are Mondays.
    const found = compareSpans({
      current: days("2026", 1 + random(), spread),
      previous: days("2020", 1 + random(), spread),
    });
    if (found.to === null || found.previous === null) throw new Error("the weekdays are the same");
    const { to, percent, interval, isShown, pairs } = found;
    const change = { to, percent, interval, isShown, pairs, before: found.previous.toString(), days: 5 };
    const { key } = headlineOf({ mean: "1", change, changeGap: null });
    const trend = trendOf({ change, changeGap: null });
    keys.add(key);
    const holdsZero = interval === null || (interval.low <= 0 && interval.high >= 0);
    if (holdsZero) expect([key, trend]).toEqual(["notShown", "stable"]);
    else
      expect(key).toBe(
        {
          increase: percent !== null && percent > 100 ? "doubled" : "rose",
          decrease: "fell",
          stable: "steady",
        }[to],
      );
  }
  expect(keys).toContain("notShown");
  expect(keys).toContain("rose");
  expect(keys).toContain("fell");
});
