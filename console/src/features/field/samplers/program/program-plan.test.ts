import { typicalDay } from "@tracewater/wbe/program-day";
import { expect, test } from "vitest";
import { planDay, readProgram, type Typed } from "./program-plan.ts";

const typed: Typed = {
  programName: "N-24 weekday",
  mode: "CTCV",
  interval: "15",
  aliquot: "250",
  bottles: "24",
  rinses: "1",
};
const sentOf = (more: Partial<Typed> = {}) => {
  const read = readProgram({ ...typed, ...more });
  return "sent" in read ? read.sent : expect.fail(`wrong: ${read.wrong.join()}`);
};
const minuteOf = (at: number) => (at / 60_000) % 1440;
const flat = typicalDay(
  Array.from({ length: 48 }, (_, index) => [index * 1_800_000, 600] as const),
  minuteOf,
);

test("what was typed becomes the service's inputs, or names the fields that are wrong", () => {
  expect(sentOf({ mode: "CTVV", programName: " N " })).toEqual({
    ...{ programName: "N", mode: 2, interval: 15, aliquot: 250, bottles: 24, rinses: 1 },
  });
  expect(readProgram({ ...typed, programName: " ", interval: "0", aliquot: "9.5", rinses: "" })).toEqual({
    wrong: ["programName", "interval", "aliquot", "rinses"],
  });
});

test("a day of 15 minutes at 250 mL are 96 aliquots in 24 bottles of a litre", () => {
  const plan = planDay(sentOf(), null);
  expect([plan?.taken, plan?.missed, plan?.volume]).toEqual([96, 0, 24_000]);
  expect(plan?.bottles.map((bottle) => bottle.volume)).toEqual(Array.from({ length: 24 }, () => 1000));
});

test("more aliquots than the bottles hold are missed, not poured", () => {
  const plan = planDay(sentOf({ bottles: "12" }), null);
  expect([plan?.taken, plan?.missed]).toEqual([48, 48]);
});

test("by flow it takes the typical day, and is unknown without one", () => {
  expect(planDay(sentOf({ mode: "CTVV" }), null)).toBeNull();
  expect(planDay(sentOf({ mode: "VTCV" }), null)).toBeNull();
  // At an even flow each aliquot is the share of the mean in the peak.
  const even = planDay(sentOf({ mode: "CTVV" }), flat);
  expect(even?.aliquots[0]?.volume).toBeCloseTo(250 / 1.6, 6);
  expect(planDay(sentOf({ mode: "VTCV", interval: "60" }), flat)?.taken).toBe(24);
  expect(planDay(sentOf({ mode: "event" }), flat)?.taken).toBe(0);
});
