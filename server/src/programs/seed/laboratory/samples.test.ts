import { expect, test } from "vitest";
import { deliveryTimes, planSamples, type SampledPoint } from "./samples.ts";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const zones = ["UTC", "Asia/Shanghai", "Europe/Vienna", "Pacific/Kiritimati"];
/** Two weeks that hold the end of summer time and of a month, and the end of a year. */
const firsts = [Date.UTC(2026, 9, 21), Date.UTC(2026, 11, 25)];

/** Starts at all hours of a fortnight, none of them a whole one. */
const starts = firsts.flatMap((first) =>
  Array.from({ length: 14 * 24 }, (_, at) => first + at * hour + ((at * 7 + 3) % 60) * minute),
);

function pointAt(untilMs: number, isDayBottled: boolean): SampledPoint {
  const number = isDayBottled ? 1 : 2;
  // The sampler begins its day at 06:20 UTC; what it fills now is in it still.
  const latest = Math.floor((untilMs - 6.4 * hour) / day) * day + 6 * hour + 20 * minute;
  const bottles = Array.from({ length: isDayBottled ? 30 : 5 }, (_, at) => {
    const began = latest - (at + 1) * day;
    return { slot: isDayBottled ? (at % 24) + 1 : 12, began, left: began + day };
  });
  const catchment = { code: `P${number}`, population: 1000, published: {} };
  return {
    ...{ deviceId: number, deviceName: `WS-000${number}`, unit: "Unit", unitId: 1, pointId: number },
    ...{ catchment, isDayBottled, bottles },
  };
}

test.each(zones)(
  "whenever a demo in %s starts, its samples were taken in the past, each once",
  (timeZone) => {
    const format = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short" });
    const dayOf = (ms: number) => format.format(ms);
    for (const untilMs of starts) {
      const fromMs = untilMs - 28 * day;
      const points = [pointAt(untilMs, true), pointAt(untilMs, false)];
      const samples = planSamples(points, { fromMs, untilMs: untilMs - 30 * minute, dayOf });
      const at = new Date(untilMs).toISOString();
      expect(samples.length, at).toBeGreaterThan(25);
      for (const sample of samples) {
        // Its seal follows within a quarter of an hour, and still before the demo begins.
        expect(sample.at + 15 * minute, at).toBeLessThan(untilMs);
        expect(sample.began, at).toBeLessThan(sample.at);
        if (sample.origin === "manual") expect(sample.ended, at).toBeLessThan(sample.at);
      }
      const taken = samples.map((one) =>
        one.origin === "auto" ? `${one.point.deviceName} ${one.slot} ${one.began}` : one.bodyCode,
      );
      expect(new Set(taken).size, at).toBe(taken.length);
      expect(samples.map((one) => one.at)).toEqual(samples.map((one) => one.at).sort((a, b) => a - b));
    }
  },
);

test("whenever a demo starts, its deliveries leave on Tuesdays and Fridays and have arrived before", () => {
  for (const untilMs of starts) {
    const times = deliveryTimes(untilMs - 28 * day, untilMs - 7 * hour);
    expect(times.length, new Date(untilMs).toISOString()).toBeGreaterThanOrEqual(7);
    for (const at of times) {
      expect([2, 5]).toContain(new Date(at).getUTCDay());
      expect(at + 5 * hour).toBeLessThan(untilMs);
    }
  }
});
