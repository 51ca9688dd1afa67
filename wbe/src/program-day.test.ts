import { expect, test } from "vitest";
import { evenDay, intervalOfPulse, planProgramDay, typicalDay } from "./program-day.ts";
import { m3, m3PerHour } from "./units.ts";

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

test("a pulse passes in the interval that the sampler is set to, within what it can be told", () => {
  const meanFlow = m3PerHour(775);
  expect(intervalOfPulse({ pulse: m3(193.75), meanFlow })).toBe(15);
  expect(intervalOfPulse({ pulse: m3(0.1), meanFlow })).toBe(1);
  expect(intervalOfPulse({ pulse: m3(1e6), meanFlow })).toBe(1440);
  const set = { mode: "VTCV" as const, interval: 15, aliquot: 200, bottles: 24 };
  expect(planProgramDay(set, evenDay(meanFlow))?.taken).toBe(96);
});
