import { expect, test } from "vitest";
import type { BottleAutoSample } from "../../field/samplers/auto-sample.service.ts";
import { differencesOf, kindOfAutoSample, recordOfAutoSample } from "./auto-record.model.ts";

const minute = 60_000;

/** A filling of aliquots `every` minutes; those at the given places were missed. */
function makeAutoSample(count: number, every: number, missed: readonly number[] = []): BottleAutoSample {
  const events = Array.from({ length: count }, (_, place) => ({
    ...{ at: place * every * minute, receivedAt: 0, slot: 1, volume: 10, bottleVolume: 10, boxTemp: 4 },
    ...{ identifier: missed.includes(place) ? "sampleMissed" : "sampleTaken", reason: null, trigger: "" },
  }));
  return {
    ...{ slot: 1, began: 0, ended: (count - 1) * every * minute, trigger: "program", events },
    ...{ taken: count - missed.length, missed: missed.length, reasons: new Map(), volume: 10 * count },
    ...{ isFull: false, boxTemps: [4, 5] },
  };
}

test.each([
  ["one aliquot is a grab sample", makeAutoSample(1, 15), "grab"],
  ["four aliquots in 45 minutes are a composite, not that of a day", makeAutoSample(4, 15), "composite"],
  ["96 aliquots every 15 minutes are the composite of a day", makeAutoSample(96, 15), "composite24"],
  [
    "24 hourly aliquots of which one was missed still cover the day",
    makeAutoSample(24, 60, [5]),
    "composite24",
  ],
  ["24 hourly aliquots of which two were missed do not", makeAutoSample(24, 60, [5, 6]), "composite"],
  ["two aliquots a day apart speak for hours, not for the day", makeAutoSample(2, 24 * 60), "composite"],
] as const)("%s", (_what, given, kind) => {
  expect(kindOfAutoSample(given, null)).toBe(kind);
});

test("by a plan each aliquot stands for the plan's interval", () => {
  expect(kindOfAutoSample(makeAutoSample(12, 120), 120)).toBe("composite24");
  expect(kindOfAutoSample(makeAutoSample(11, 120), 120)).toBe("composite");
  expect(kindOfAutoSample(makeAutoSample(96, 15, [1, 2, 3, 4]), 15)).toBe("composite24");
});

test("a record differs where the sampler delivered something else, and keeps the kind that a person chose", () => {
  const given = makeAutoSample(4, 15);
  const same = {
    ...{ kind: "composite" as const, planNo: null, began: 0, ended: 45 * minute, volume: 40 },
    ...{ aliquotsTaken: 4, aliquotsMissed: 0, boxTempMean: 4.5, boxTempMax: 5, maxGap: 15 },
  };
  expect(differencesOf(same, given, null)).toEqual([]);
  expect(differencesOf({ ...same, kind: "duplicate" }, given, null)).toEqual([]);
  const first = { ...same, kind: "grab" as const, ended: 0, volume: 10, aliquotsTaken: 1, boxTempMean: 4 };
  expect(differencesOf(first, given, null).map((one) => one.field)).toEqual([
    ...["kind", "ended", "volume", "aliquotsTaken", "boxTempMean"],
  ]);
});

/** Flow of every five minutes of a day and a half, m3/h. */
function flowOf(value: (hour: number) => number) {
  return Array.from({ length: 432 }, (_, place) => ({ at: place * 5 * minute, flow: value(place / 12) }));
}

test("a record says how long no aliquot was taken, and of how much of the day's flow there is one", () => {
  const flow = flowOf((hour) => (hour >= 7 && hour < 9 ? 180 : 60));
  const morning = makeAutoSample(96, 15, [28, 29, 30, 31]);
  expect(recordOfAutoSample(morning, null, flow)).toMatchObject({ maxGap: 75, flowSampled: 89.3 });
  expect(recordOfAutoSample(makeAutoSample(96, 15), null, flow)).toMatchObject({
    ...{ maxGap: 15, flowSampled: 100 },
  });
  // Of 23.25 hours the composite of a day lacks the last three quarters of an hour.
  expect(recordOfAutoSample(makeAutoSample(93, 15), null, flow)).toMatchObject({
    ...{ kind: "composite24", maxGap: 60, flowSampled: 97.3 },
  });
  expect(recordOfAutoSample(morning, null, [])).toMatchObject({ maxGap: 75, flowSampled: null });
  expect(recordOfAutoSample(makeAutoSample(1, 15), null, flow)).toMatchObject({
    ...{ kind: "grab", maxGap: null, flowSampled: null },
  });
});

test("the share of the flow differs where the flow came later, but not in a record that has no coverage", () => {
  const given = makeAutoSample(96, 15, [28]);
  const { kind, began, ended, volume, ...rest } = recordOfAutoSample(given, null, []);
  const sample = { ...rest, kind, began, ended, volume, planNo: null };
  expect(differencesOf(sample, given, null, [])).toEqual([]);
  const even = flowOf(() => 60);
  expect(differencesOf(sample, given, null, even)).toEqual([
    { field: "flowSampled", before: null, after: 99 },
  ]);
  expect(differencesOf({ ...sample, maxGap: 15 }, given, null).map((one) => one.field)).toEqual(["maxGap"]);
  expect(differencesOf({ ...sample, maxGap: null }, given, null, even)).toEqual([]);
});
