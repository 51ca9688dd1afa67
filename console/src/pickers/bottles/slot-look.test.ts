import type { BottleSlot } from "@tracewater/contract/field/sampler-bottles";
import { expect, test } from "vitest";
import { contentsOf, fillOf, lookOf, nextSlot, shortCode, slotName } from "./slot-look.ts";

const slot = (more: Partial<BottleSlot>): BottleSlot => ({
  ...{ slot: 1, bottleId: null, bodyCode: null, capCode: null, state: null, material: null, capacity: 1000 },
  ...{
    volume: null,
    volumeAt: null,
    taken: 0,
    missed: 0,
    reason: null,
    since: null,
    clearedAt: null,
    waiting: [],
  },
  ...more,
});

test("a slot looks like what is in it, what waits for it, and what it lacks", () => {
  expect(lookOf(slot({}), null)).toBe("none");
  expect(lookOf(slot({ bodyCode: "B1", volume: 0 }), null)).toBe("empty");
  expect(lookOf(slot({ bodyCode: "B1", volume: 300 }), 2)).toBe("filled");
  expect(lookOf(slot({ bodyCode: "B1", volume: 300 }), 1)).toBe("filling");
  expect(lookOf(slot({ volume: 300 }), 1)).toBe("none");
  expect(lookOf(slot({ bodyCode: "B1", volume: 0 }), 1)).toBe("empty");
  expect(lookOf(slot({ bodyCode: "B1", volume: 100, missed: 2 }), 2)).toBe("short");
  const waiting = [{ part: "body" as const, code: "B2", commandId: "1" }];
  expect(lookOf(slot({ bodyCode: "B1", volume: 300, waiting }), 1)).toBe("waiting");
});

test("slots have their names, their order and their level", () => {
  expect([slotName(24), slotName(25), slotName(32)]).toEqual(["24", "E1", "E8"]);
  expect([nextSlot(24, 1), nextSlot(1, -1), nextSlot(32, 1), nextSlot(25, -1)]).toEqual([1, 24, 25, 32]);
  expect(fillOf(slot({ volume: 250 }))).toBe(0.25);
  expect(fillOf(slot({ volume: 1200 }))).toBe(1);
});

test("of a long code the end is kept, by which the bottles of a set differ", () => {
  expect(["B0417-F12", "B-00417-12", "WW/2026/0417-F12"].map(shortCode)).toEqual([
    "B0417-F12",
    "B-00417-12",
    "…/0417-F12",
  ]);
});

test("what is in a carousel counts its bottles alone", () => {
  const slots = [
    slot({ bodyCode: "B1", volume: 300 }),
    slot({ bodyCode: "B2", volume: 0, missed: 1 }),
    slot({}),
  ];
  expect(contentsOf(slots)).toEqual({ total: 300, filled: 1, bottles: 2, missed: 1 });
});
