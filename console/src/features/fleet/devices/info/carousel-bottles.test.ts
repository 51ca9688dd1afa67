import type { LatestValue } from "@tracewater/contract/fleet/devices";
import { expect, test } from "vitest";
import { readCarousel } from "./carousel-bottles.ts";

function latest(values: Record<string, number>): Record<string, LatestValue> {
  return Object.fromEntries(
    Object.entries(values).map(([identifier, value]) => [
      identifier,
      { identifier, value, at: 0, receivedAt: 0, outOfRange: false },
    ]),
  );
}

const states = (values: Record<string, number>) =>
  readCarousel(latest(values)).bottles.map((bottle) => bottle.state);

test("knows only what the device told", () => {
  expect(new Set(states({}))).toEqual(new Set(["unknown"]));
  expect(readCarousel(latest({})).totalVolume).toBeNull();
});

test("fills the current bottle by its volume; the earlier ones are passed if more was collected", () => {
  const carousel = readCarousel(
    latest({ bottleIndex: 3, bottleCount: 12, bottleVolume: 330, totalVolume: 1330 }),
  );
  expect(carousel.bottles[2]).toEqual({ slot: 3, state: "current", fill: 0.33 });
  expect(carousel.bottles.slice(0, 2).map((bottle) => bottle.state)).toEqual(["passed", "passed"]);
  expect(carousel.bottles[3]?.state).toBe("ahead");
  expect(carousel.bottles[12]?.state).toBe("unused");
});

test("does not call an earlier bottle filled where all that was collected is in the current one", () => {
  expect(states({ bottleIndex: 3, bottleCount: 24, bottleVolume: 330, totalVolume: 330 })[0]).toBe("unknown");
});
