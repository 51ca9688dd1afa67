import { expect, test } from "vitest";
import {
  carouselBottle,
  dayFrom,
  dayMinutes,
  evenDay,
  intervalOfPulse,
  planProgramDay,
  timesOfBottles,
  typicalDay,
  typicalRange,
} from "./program-day.ts";
import { m3, m3PerHour, minutes } from "./units.ts";

const minuteOf = (at: number) => (at / 60_000) % 1440;

test("a typical day needs every half hour, and something that flows", () => {
  expect(typicalDay([[0, 100]], minuteOf)).toBeNull();
  expect(
    typicalDay(
      Array.from({ length: 48 }, (_, i) => [i * 1_800_000, 0] as const),
      minuteOf,
    ),
  ).toBeNull();
  const twice = Array.from({ length: 96 }, (_, i) => [i * 1_800_000, i < 48 ? 100 : 300] as const);
  expect(typicalDay(twice, minuteOf)?.every((point) => point.flow === 200)).toBe(true);
});

test("a day reported by the hour weighs as much as one by the minute, in every half hour", () => {
  const hourly = Array.from({ length: 24 }, (_, i) => [i * 3_600_000, 100] as const);
  const minutely = Array.from({ length: 1440 }, (_, i) => [86_400_000 + i * 60_000, 300] as const);
  expect(new Set(typicalDay([...hourly, ...minutely], minuteOf)?.map((point) => point.flow))).toEqual(
    new Set([200]),
  );
});

test("an hour that one day did not report is what the other days have in it", () => {
  const whole = Array.from({ length: 48 }, (_, i) => [i * 1_800_000, 100] as const);
  const broken = Array.from({ length: 48 }, (_, i) => [86_400_000 + i * 1_800_000, 300] as const);
  const day = typicalDay([...whole, ...broken.filter((_, i) => i !== 20 && i !== 21)], minuteOf);
  expect(day?.slice(19, 23).map((point) => point.flow)).toEqual([200, 100, 100, 200]);
});

test("the range of a typical day is its lowest and its highest day, and needs two of them", () => {
  const day = (begin: number, flow: number) =>
    Array.from({ length: 48 }, (_, i) => [begin + i * 1_800_000, flow] as const);
  expect(typicalRange(day(0, 100), minuteOf)).toBeNull();
  const both = [...day(0, 100), ...day(86_400_000, 300)];
  expect(typicalRange(both.slice(0, 30), minuteOf)).toBeNull();
  const range = typicalRange([...both, [2 * 86_400_000 + 1_800_000, 500]], minuteOf);
  expect(range?.low.map((point) => point.flow)).toEqual(Array.from({ length: 49 }, () => 100));
  expect(range?.high.map((point) => point.flow)).toEqual([
    300,
    500,
    ...Array.from({ length: 47 }, () => 300),
  ]);
  expect(range?.high.at(-1)?.at).toBe(dayMinutes);
});

test("a day that starts at another minute has the same flows at the same times of the clock", () => {
  const curve = Array.from({ length: 49 }, (_, i) => ({
    at: minutes(i * 30),
    flow: m3PerHour(100 + (i % 48)),
  }));
  const evening = dayFrom(curve, 19 * 60);
  expect(evening.map((point) => point.at)).toEqual(curve.map((point) => point.at));
  expect([evening[0]?.flow, evening[10]?.flow, evening[48]?.flow]).toEqual([138, 100, 138]);
  // Between two half hours it is on the line between their flows.
  expect(dayFrom(curve, 15)[0]?.flow).toBe(100.5);
  expect(dayFrom(curve, 0)).toEqual(curve);
});

test("only a volume that follows the flow has a cap: the aliquot that was set, from 1.6 times the mean flow on", () => {
  const set = { interval: 15, aliquot: 120, bottles: 24 };
  const flow = evenDay(m3PerHour(1000));
  expect(planProgramDay({ ...set, mode: "CTVV" }, flow)?.cap).toEqual({ flow: 1600, aliquot: 120 });
  expect(planProgramDay({ ...set, mode: "CTCV" }, flow)?.cap).toBeNull();
});

test("a bottle is under the arm from its first aliquot to the first one of the next bottle", () => {
  const plan = planProgramDay({ mode: "CTCV", interval: 60, aliquot: 330, bottles: 24 }, null);
  if (plan === null) throw new Error("this mode needs no flow");
  const times = timesOfBottles(plan);
  // Three aliquots of 330 mL go into 1000 mL: a bottle every three hours.
  expect(times.get(1)).toEqual({ from: 0, until: 180 });
  expect(times.get(8)).toEqual({ from: 1260, until: 1440 });
  expect(times.has(9)).toBe(false);
});

test("a pulse passes in the interval that the sampler is set to, within what it can be reported", () => {
  const meanFlow = m3PerHour(775);
  expect(intervalOfPulse({ pulse: m3(193.75), meanFlow })).toBe(15);
  expect(intervalOfPulse({ pulse: m3(0.1), meanFlow })).toBe(1);
  expect(intervalOfPulse({ pulse: m3(1e6), meanFlow })).toBe(1440);
  const set = { mode: "VTCV" as const, interval: 15, aliquot: 200, bottles: 24 };
  expect(planProgramDay(set, evenDay(meanFlow))?.taken).toBe(96);
});

test("a day of one report each half hour is typical, and ends as it began", () => {
  const once = Array.from({ length: 48 }, (_, i) => [i * 1_800_000, 10 + i] as const);
  const day = typicalDay(once, minuteOf);
  expect(day).toHaveLength(49);
  expect(day?.[0]).toEqual({ at: 0, flow: 10 });
  expect(day?.[47]).toEqual({ at: 1410, flow: 57 });
  expect(day?.[48]).toEqual({ at: 1440, flow: 10 });
  expect(typicalDay([...once, [0, null]], minuteOf)?.[0]?.flow).toBe(10);
});

test("programs of a day take what was set, by the bottle and the share of the mean flow", () => {
  expect([carouselBottle, dayMinutes]).toEqual([1000, 1440]);
  const even = evenDay(m3PerHour(100));
  expect(even.map(({ at }) => at)).toEqual([0, 720, 1440]);
  const set = { interval: 60, aliquot: 160, bottles: 24 };
  // The aliquot is reached at 1.6 times the mean: 160 / 1.6 at the mean itself.
  const proportional = planProgramDay({ ...set, mode: "CTVV" }, even);
  expect(proportional?.aliquots[0]?.volume).toBeCloseTo(100, 9);
  // Six aliquots of 160 mL go into 1000 mL.
  const constant = planProgramDay({ ...set, mode: "CTCV" }, null);
  expect(constant?.aliquots.map(({ slot }) => slot).slice(0, 7)).toEqual([1, 1, 1, 1, 1, 1, 2]);
  expect(constant).toMatchObject({ taken: 24, missed: 0, flowVolume: null });
  expect(planProgramDay({ ...set, mode: "grab" }, null)?.taken).toBe(1);
  expect(planProgramDay({ ...set, mode: "VTCV" }, null)).toBeNull();
  // An event begins above 1.3 times the mean.
  const wave = (high: number) =>
    [0, 480, 960].map((at, i) => ({ at, flow: m3PerHour(i === 1 ? high : 100) })) as never;
  expect(planProgramDay({ ...set, mode: "event" }, wave(145))?.taken).toBe(0);
  expect(planProgramDay({ ...set, mode: "event" }, wave(160))?.taken).toBeGreaterThan(0);
});
