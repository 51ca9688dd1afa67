import { expect, test } from "vitest";
import { boxTempOf, readFillings, type SlotEvent } from "./filling.model.ts";

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
  const [only, ...others] = readFillings([
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
  const twice = readFillings([event(0, 1), event(15, 1, { bottleVolume: 200 }), event(day, 1)]);
  expect(twice.map((one) => [one.taken, one.volume])).toEqual([
    [2, 200],
    [1, 100],
  ]);
  const dry = readFillings([event(0, 1), missed(day, 1, "doorOpen"), event(day + 15, 1)]);
  expect(dry.map((one) => [one.taken, one.missed])).toEqual([
    [1, 0],
    [1, 1],
  ]);
});

test("a long interval does not part what went into one bottle", () => {
  const one = readFillings([event(0, 1), event(600, 1, { bottleVolume: 200 })]);
  expect(one.map((filling) => filling.taken)).toEqual([2]);
});

test("a grab sample in between leaves the program's bottle whole", () => {
  const both = readFillings([
    event(0, 1),
    event(5, 9, { trigger: "grab" }),
    event(15, 1, { bottleVolume: 200 }),
  ]);
  expect(both.map((one) => [one.slot, one.taken, one.trigger])).toEqual([
    [1, 2, "program"],
    [9, 1, "grab"],
  ]);
});

test("a slot that was cleared begins anew, and fullness alone is no filling", () => {
  const cleared = new Map([[1, start + 10 * minute]]);
  const after = readFillings([event(0, 1), event(15, 1, { bottleVolume: 350 })], cleared);
  expect(after.map((one) => one.volume)).toEqual([100, 350]);
  expect(readFillings([event(0, 1, { identifier: "bottleFull" })])).toEqual([]);
  expect(boxTempOf(readFillings([missed(0, 1, "armJam")])[0] ?? expect.fail())).toEqual({
    mean: null,
    max: null,
  });
});
