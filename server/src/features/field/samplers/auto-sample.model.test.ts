import { expect, test } from "vitest";
import { boxTempOf, contentOf, readAutoSamples, type SlotEvent } from "./auto-sample.model.ts";

const start = Date.UTC(2026, 4, 11, 1);
const minute = 60_000;

function event(minutes: number, slot: number, more: Partial<SlotEvent> = {}): SlotEvent {
  const at = start + minutes * minute;
  return {
    at,
    receivedAt: at,
    identifier: "sampleTaken",
    slot,
    volume: 100,
    bottleVolume: 100,
    boxTemp: 4,
    reason: null,
    trigger: "program",
    ...more,
  };
}
const missed = (minutes: number, slot: number, reason: string) =>
  event(minutes, slot, {
    identifier: "sampleMissed",
    volume: null,
    bottleVolume: null,
    boxTemp: null,
    reason,
  });

test("aliquots into one bottle are one filling, its missed ones with their reasons", () => {
  const [only, ...others] = readAutoSamples([
    event(0, 3, { boxTemp: 4 }),
    missed(15, 3, "noLiquid"),
    missed(30, 3, "noLiquid"),
    event(45, 3, { bottleVolume: 200, boxTemp: 5 }),
    event(46, 3, { identifier: "bottleFull" }),
  ]);
  expect(others).toEqual([]);
  expect(only).toMatchObject({ slot: 3, began: start, taken: 2, missed: 2, volume: 200, isFull: true });
  expect([...(only?.reasons ?? [])]).toEqual([["noLiquid", 2]]);
  expect(only && boxTempOf(only)).toEqual({ mean: 4.5, max: 5 });
});

test("the same slot on the next day is another filling, whatever its first aliquot became", () => {
  const day = 24 * 60;
  const twice = readAutoSamples([event(0, 1), event(15, 1, { bottleVolume: 200 }), event(day, 1)]);
  expect(twice.map((one) => [one.taken, one.volume])).toEqual([
    [2, 200],
    [1, 100],
  ]);
  const dry = readAutoSamples([event(0, 1), missed(day, 1, "doorOpen"), event(day + 15, 1)]);
  expect(dry.map((one) => [one.taken, one.missed])).toEqual([
    [1, 0],
    [1, 1],
  ]);
});

test("a long interval does not part what went into one bottle", () => {
  const one = readAutoSamples([event(0, 1), event(600, 1, { bottleVolume: 200 })]);
  expect(one.map((autoSample) => autoSample.taken)).toEqual([2]);
});

test("a grab sample in between leaves the program's bottle whole", () => {
  const both = readAutoSamples([
    event(0, 1),
    event(5, 9, { trigger: "grab" }),
    event(15, 1, { bottleVolume: 200 }),
  ]);
  expect(both.map((one) => [one.slot, one.taken, one.trigger])).toEqual([
    [1, 2, "program"],
    [9, 1, "grab"],
  ]);
});

test("a slot that was cleared starts over, and fullness alone is no filling", () => {
  const cleared = { slot: 1, at: start + 10 * minute, isCleared: true };
  const after = readAutoSamples([event(0, 1), event(15, 1, { bottleVolume: 350 })], [cleared]);
  expect(after.map((one) => one.volume)).toEqual([100, 350]);
  expect(readAutoSamples([event(0, 1, { identifier: "bottleFull" })])).toEqual([]);
  expect(boxTempOf(readAutoSamples([missed(0, 1, "armJam")])[0] ?? expect.fail())).toEqual({
    mean: null,
    max: null,
  });
});

const changed = (minutes: number, slot: number) => ({
  slot,
  at: start + minutes * minute,
  isCleared: false,
});

test("the water of the bottle before is not counted for the one that took its place", () => {
  const both = readAutoSamples(
    [
      event(0, 1, { bottleVolume: 300 }),
      event(1, 2, { bottleVolume: 100 }),
      event(11, 1, { identifier: "bottleFull" }),
      event(15, 1, { bottleVolume: 400 }),
      event(16, 2, { bottleVolume: 200 }),
      event(30, 1, { bottleVolume: 500 }),
    ],
    [changed(10, 1)],
  );
  expect(both.map((one) => [one.slot, one.taken, one.volume, one.isFull])).toEqual([
    [1, 1, 300, false],
    [2, 2, 200, false],
    [1, 2, 200, false],
  ]);
});

test("a bottle holds what was taken while it was in its slot, and missed aliquots do not empty it", () => {
  const day = 24 * 60;
  const autoSamples = readAutoSamples(
    [event(0, 1), event(20, 1), event(35, 1, { bottleVolume: 200 }), missed(day, 1, "noLiquid")],
    [changed(10, 1), changed(2 * day, 1)],
  );
  const since = new Date(start + 10 * minute);
  const stay = { slot: 1, since, until: new Date(start + 2 * day * minute) };
  expect(contentOf(stay, autoSamples)).toMatchObject({ began: start + 20 * minute, taken: 2, volume: 200 });
  expect(contentOf({ ...stay, slot: 2 }, autoSamples)).toBeNull();
  expect(contentOf({ ...stay, since: stay.until, until: null }, autoSamples)).toBeNull();
});
