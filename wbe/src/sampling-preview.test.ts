import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { scheduleAliquots } from "./aliquot-schedule.ts";
import { type BottleChange, fillBottles } from "./bottle-fill.ts";
import { flowAt, volumeOver } from "./flow-curve.ts";
import { pulsedVolume, type SamplerProgram, samplerLimits } from "./sampler-program.ts";
import { previewSampling } from "./sampling-preview.ts";
import { m3, m3PerHour, minutes, mL } from "./units.ts";

const curve = (...points: [number, number][]) =>
  points.map(([at, flow]) => ({ at: minutes(at), flow: m3PerHour(flow) }));
const day = minutes(1440);
const level = curve([0, 100]);
const waves = curve([0, 0], [100, 100], [200, 0], [300, 100]);
const times = (program: SamplerProgram, flow: ReturnType<typeof curve> | null, duration = day) =>
  scheduleAliquots({ program, flow, duration }).map(({ at }) => at);

const ctcv: SamplerProgram = { mode: "CTCV", interval: minutes(15), aliquot: mL(100) };
const vtcv: SamplerProgram = { mode: "VTCV", pulse: m3(100), aliquot: mL(50) };
const ctvv: SamplerProgram = {
  mode: "CTVV",
  interval: minutes(15),
  maxAliquot: mL(120),
  maxFlow: m3PerHour(3000),
};
const event: SamplerProgram = {
  mode: "event",
  trigger: m3PerHour(50),
  aliquots: 3,
  interval: minutes(10),
  aliquot: mL(50),
};
const grab: SamplerProgram = { mode: "grab", aliquot: mL(500) };

describe("flow curve", () => {
  test("is straight between its points and level outside them", () => {
    const points = curve([60, 100], [120, 200]);
    expect([0, 60, 90, 120, 600].map((at) => flowAt({ curve: points, at: minutes(at) }))).toEqual([
      100, 100, 150, 200, 200,
    ]);
    // 1 h at 100, 1 h at 150 on average, 1 h at 200
    expect(volumeOver({ curve: points, duration: minutes(180) })).toBeCloseTo(450, 9);
  });

  test.each([
    ["empty", []],
    ["notAscending", curve([0, 1], [0, 2])],
    ["notAscending", curve([5, 1], [4, 2])],
  ])("%s is refused", (code, points) => {
    expect(() => flowAt({ curve: points, at: minutes(0) })).toThrow(expect.objectContaining({ code }));
  });
});

describe("aliquot times", () => {
  test("CTCV: 24 h at 15 min are 96, the last one at 23:45, with or without a flow", () => {
    expect(times(ctcv, null)).toHaveLength(96);
    expect(times(ctcv, level).at(-1)).toBe(1425);
  });

  test("VTCV: 24 h at 100 m3/h hold 24 pulses of 100 m3, the last one full at the end", () => {
    expect(times(vtcv, level)).toEqual(Array.from({ length: 24 }, (_, index) => (index + 1) * 60));
    expect(times(vtcv, curve([0, 0]))).toEqual([]);
  });

  test("CTVV: the aliquot follows the flow and is capped above the max flow", () => {
    const [at2781, at3300] = scheduleAliquots({
      program: ctvv,
      flow: curve([0, 2781], [15, 3300]),
      duration: minutes(30),
    });
    expect(at2781?.volume).toBeCloseTo(111.24, 9);
    expect(at2781?.capped).toBe(false);
    expect(at3300).toMatchObject({ volume: 120, capped: true });
  });

  test("event: a series each time the flow rises to the trigger", () => {
    expect(times(event, waves)).toEqual([50, 60, 70, 250, 260, 270]);
    expect(times(event, level)).toEqual([0, 10, 20]);
    expect(times({ ...event, aliquots: 30 }, waves, minutes(320))).toHaveLength(27);
  });

  test("grab: once, at once", () => {
    expect(times(grab, null)).toEqual([0]);
  });

  test.each([
    ["missing", vtcv, null],
    ["missing", ctvv, null],
    ["missing", event, null],
    ["tooMany", { ...vtcv, pulse: m3(0.001) }, level],
    ["outOfRange", { ...ctcv, interval: minutes(0.5) }, null],
    ["outOfRange", { ...ctcv, aliquot: mL(9) }, null],
    ["outOfRange", { ...grab, aliquot: mL(501) }, null],
    ["notPositive", { ...ctvv, maxFlow: m3PerHour(0) }, level],
    ["notWhole", { ...event, aliquots: 1.5 }, level],
    ["unknown", { ...grab, mode: "drip" } as unknown as SamplerProgram, null],
  ] as const)("refused as %s", (code, program, flow) => {
    expect(() => times(program, flow)).toThrow(expect.objectContaining({ name: "WbeError", code }));
  });
});

describe("bottles", () => {
  const place = (change: BottleChange, capacity: number, count = 3) =>
    fillBottles({
      aliquots: scheduleAliquots({ program: ctcv, flow: null, duration: minutes(120) }),
      bottles: { count, capacity: mL(capacity) },
      change,
    });
  const slots = (placed: ReturnType<typeof place>) =>
    placed.aliquots.map(({ slot, missed }) => slot ?? missed);

  test("change after a time", () => {
    const placed = place({ after: "time", interval: minutes(60) }, 1000);
    expect(slots(placed)).toEqual([1, 1, 1, 1, 2, 2, 2, 2]);
    expect(placed.bottles.map(({ volume, level }) => [volume, level])).toEqual([
      [400, 0.4],
      [400, 0.4],
      [0, 0],
    ]);
    expect(placed.aliquots[5]).toMatchObject({ at: 75, slot: 2, fillAfter: 200 });
  });

  test("change after a number of aliquots, until none is left", () => {
    expect(slots(place({ after: "aliquots", count: 3 }, 1000, 2))).toEqual([
      ...[1, 1, 1, 2, 2, 2],
      ...["noBottleLeft", "noBottleLeft"],
    ]);
  });

  test("change when full: an aliquot never overfills", () => {
    expect(slots(place({ after: "full" }, 250))).toEqual([1, 1, 2, 2, 3, 3, "noBottleLeft", "noBottleLeft"]);
  });

  test("a full bottle that may not be changed misses the rest", () => {
    expect(slots(place({ after: "time", interval: minutes(60) }, 300))).toEqual([
      ...[1, 1, 1, "bottleFull"],
      ...[2, 2, 2, "bottleFull"],
    ]);
  });
});

test("no flow and less than the pump can measure are missed with their reason", () => {
  const { aliquots, taken, missed } = previewSampling({
    program: ctvv,
    flow: curve([0, 0], [15, 100], [30, 300]),
    duration: minutes(45),
    bottles: { count: 1, capacity: mL(1000) },
    change: { after: "full" },
  });
  expect(aliquots.map((aliquot) => aliquot.missed)).toEqual(["noFlow", "belowMinimum", null]);
  expect([taken, missed]).toEqual([1, 2]);
});

test("totals by day of 24 h from the start", () => {
  const preview = previewSampling({
    program: { ...ctcv, interval: minutes(720) },
    flow: level,
    duration: minutes(2000),
    bottles: { count: 24, capacity: mL(1000) },
    change: { after: "aliquots", count: 1 },
  });
  expect(preview.days).toEqual([
    { day: 1, aliquots: 2, volume: 200 },
    { day: 2, aliquots: 1, volume: 100 },
  ]);
  expect(preview.flowVolume).toBeCloseTo(10_000 / 3, 6);
});

const anyFlow = fc
  .uniqueArray(fc.tuple(fc.integer({ min: 0, max: 2400 }), fc.integer({ min: 0, max: 5000 })), {
    minLength: 1,
    maxLength: 12,
    selector: ([at]) => at,
  })
  .map((points) => curve(...points.sort(([one], [other]) => one - other)));
const anyProgram = fc.constantFrom(ctcv, { ...vtcv, pulse: m3(500) }, ctvv, event, grab);
const anyChange = fc.constantFrom<BottleChange>(
  { after: "time", interval: minutes(60) },
  { after: "aliquots", count: 5 },
  { after: "full" },
);

test("times ascend inside the program, bottles hold what was taken and never more than they can", () => {
  fc.assert(
    fc.property(
      anyProgram,
      anyFlow,
      anyChange,
      fc.integer({ min: 1, max: 3000 }),
      (program, flow, change, length) => {
        const bottles = { count: 4, capacity: mL(500) };
        const preview = previewSampling({ program, flow, duration: minutes(length), bottles, change });
        const at = preview.aliquots.map((aliquot) => aliquot.at as number);
        expect(at.every((time, index) => time >= 0 && time <= length && time >= (at[index - 1] ?? 0))).toBe(
          true,
        );
        expect(preview.bottles.every(({ volume }) => volume <= 500)).toBe(true);
        const held = preview.bottles.reduce((sum, { volume }) => sum + volume, 0);
        expect(held).toBeCloseTo(preview.volume, 6);
        expect(preview.taken + preview.missed).toBe(preview.aliquots.length);
      },
    ),
  );
});

test("between two pulses passes the volume of one", () => {
  fc.assert(
    fc.property(anyFlow, (flow) => {
      const pulses = times({ ...vtcv, pulse: m3(500) }, flow);
      for (const [index, at] of pulses.entries()) {
        if (at === 0) continue;
        const volume = volumeOver({ curve: flow, duration: minutes(at) });
        expect(volume / (500 * (index + 1))).toBeCloseTo(1, 6);
      }
    }),
  );
});

test("a sampler takes what it is built for, both ends included", () => {
  expect(samplerLimits).toEqual({
    interval: { low: 1, high: 1440 },
    aliquot: { low: 10, high: 500 },
    bottles: { low: 1, high: 24 },
    aliquots: { low: 1, high: 100_000 },
  });
  expect(pulsedVolume({ pulses: 0, perPulse: mL(50) })).toBe(0);
  expect(pulsedVolume({ pulses: 24, perPulse: mL(50) })).toBe(1200);
});
