import { expect, test } from "vitest";
import { balancesOf, minus, plus } from "./balance.model.ts";
import { addWorkingDays, workingDaysUntil } from "./working-days.model.ts";

test("seven working days leave out two weekends, and a stopped clock goes on with the days it had left", () => {
  // A Friday.
  expect(addWorkingDays("2026-11-20", 7)).toBe("2026-12-01");
  expect(workingDaysUntil("2026-11-24", "2026-12-01")).toBe(5);
  expect(workingDaysUntil("2026-12-01", "2026-12-01")).toBe(0);
  expect(workingDaysUntil("2026-12-04", "2026-12-01")).toBe(0);
  expect(addWorkingDays("2026-12-07", 0)).toBe("2026-12-07");
});

test("amounts balance to the last decimal in ten thousand random histories with splits", () => {
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed % below;
  };
  for (let history = 0; history < 10_000; history++) {
    const start = (random(99_999) + 1) / 10_000;
    const items = [{ parentId: null as number | null, ...whole(start) }];
    for (let step = 0; step < 6; step++) {
      const item = items[random(items.length)];
      if (item === undefined || item.reserve === 0) continue;
      const part = random(Math.round(item.reserve * 10_000) + 1) / 10_000;
      if (part === 0) continue;
      item.reserve = minus(item.reserve, part);
      const what = random(4);
      if (what === 0) items.push({ parentId: 1, ...whole(part) });
      else if (what === 1) item.consumed = plus(item.consumed, part);
      else if (what === 2) item.returnedAmount = plus(item.returnedAmount, part);
      else item.destroyedAmount = plus(item.destroyedAmount, part);
    }
    expect(balancesOf(items, [])).toMatchObject([{ received: start, gap: 0 }]);
  }
});

test("an amount that nobody accounts for is a gap with the event of the count that found it", () => {
  const facts = { ...{ nth: {}, fromPlace: null, toPlace: null, authority: null, sealBefore: null } };
  const evidence = { ...facts, sealAfter: null, sealMatches: null, unit: "g", book: 10, after: null };
  const events = [
    { seq: 4, amount: 10, evidence },
    { seq: 9, amount: 9.6, evidence },
    { seq: 11, amount: 3, evidence: { ...evidence, unit: "mL" } },
  ];
  const item = { parentId: null, ...whole(10), reserve: 9.6 };
  expect(balancesOf([item], events)).toMatchObject([{ unit: "g", gap: 0.4, gapEvents: [9] }]);
});

function whole(quantity: number) {
  const none = { consumed: 0, returnedAmount: 0, destroyedAmount: 0 };
  return { unit: "g" as const, quantity, reserve: quantity, ...none };
}
