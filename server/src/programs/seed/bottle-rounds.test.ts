import { expect, test } from "vitest";
import { planBottles, readRounds } from "./bottle-rounds.ts";

const day = 86_400_000;
const start = Date.UTC(2026, 8, 1, 7);
const hour = 3_600_000;

/** A day of 24 slots, an hour each. */
const ofDay = (number: number) =>
  Array.from({ length: 24 }, (_, at) => {
    const began = start + number * day + at * (hour - 60_000);
    return { slot: at + 1, began, ended: began + 40 * 60_000 };
  });

test("a slot no higher than the last one begins another round, in whatever order fillings are reported", () => {
  const rounds = readRounds([...ofDay(1), ...ofDay(0).slice(0, 20)].reverse());
  expect(rounds.map((round) => [round.began, round.slots.length])).toEqual([
    [start, 20],
    [start + day, 24],
  ]);
});

test("sets of bottles follow one another, none at two places at once, and the last one is still there", () => {
  const rounds = readRounds(Array.from({ length: 14 }, (_, number) => ofDay(number)).flat());
  const broken = { set: 1, slot: 7, round: 1, reason: "open" };
  const { bottles, pairs, places } = planBottles("WS-0417", rounds, { brokenPair: broken, kept: null });
  expect([bottles.length, pairs.length, places.length]).toEqual([6 * 24, 6 * 24 + 1, 14 * 24]);
  expect(new Set(bottles.map((one) => one.code)).size).toBe(6 * 24);
  const inSlot = places.filter((place) => place.slot === 7).sort((a, b) => a.since.localeCompare(b.since));
  for (const [at, place] of inSlot.entries()) {
    const next = inSlot[at + 1];
    if (next !== undefined) expect(place.until !== null && place.until < next.since).toBe(true);
    // The aliquots of the day went into this bottle.
    const autoSample = ofDay(at)[6];
    expect(Date.parse(place.since)).toBeLessThan(autoSample?.began ?? 0);
    expect(place.until === null || Date.parse(place.until) >= (autoSample?.ended ?? 0)).toBe(true);
  }
  const now = places.filter((place) => place.until === null);
  expect([now.length, now.every((place) => place.delivery === null)]).toEqual([24, true]);
  const inState = (state: string) => bottles.filter((one) => one.state === state).length;
  expect([inState("inSampler"), inState("filled"), inState("bound")]).toEqual([24, 24, 96]);
  // Set B (1) of its second round (day 7): broken after it was collected, another cap later.
  const ofBroken = pairs.filter((pair) => pair.code === "B0417-B07");
  expect(ofBroken.map((pair) => [pair.cap, pair.reason])).toEqual([
    ["C0417-B07", "open"],
    ["C0417-B07-2", null],
  ]);
  expect(ofBroken[0]?.broken?.slice(0, 10)).toBe("2026-09-09");
});
