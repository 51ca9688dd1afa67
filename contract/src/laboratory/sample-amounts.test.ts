import { expect, test } from "vitest";
import { amountsOf, balanceOf } from "./sample-amounts.ts";

const about = ["sampling:7", "bottle:3"];
const opened = { kind: "open" as const, about, amount: 120 };
const sample = { samplingId: 7, volume: 500, state: "opened" as const };

test("an opened sample holds what its analysis left", () => {
  expect(amountsOf(sample, [opened])).toMatchObject({ received: 500, consumed: 120, held: 380, gap: 0 });
});

test("a destroyed sample shows the water that no event accounts for", () => {
  const events = [opened, { kind: "destroy" as const, about, amount: 360 }];
  expect(amountsOf({ ...sample, state: "destroyed" }, events)).toMatchObject({ destroyed: 360, gap: 20 });
});

test("a destruction without an amount leaves the rest unaccounted for", () => {
  const events = [opened, { kind: "destroy" as const, about, amount: null }];
  expect(amountsOf({ ...sample, state: "destroyed" }, events)).toMatchObject({ destroyed: 0, gap: 380 });
});

test("a reserve without an amount is all that is left, with one it is that amount", () => {
  const reserved = { ...sample, state: "reserve" as const };
  expect(amountsOf(reserved, [opened, { kind: "reserve", about, amount: null }])).toMatchObject({
    ...{ reserve: 380, gap: 0 },
  });
  expect(amountsOf(reserved, [opened, { kind: "reserve", about, amount: 300 }])).toMatchObject({
    ...{ reserve: 300, gap: 80 },
  });
});

test("samples balance together; void ones and those without a volume do not count", () => {
  const others = [
    { samplingId: 8, volume: 250, state: "sealed" as const },
    { samplingId: 9, volume: null, state: "sealed" as const },
    { samplingId: 10, volume: 900, state: "void" as const },
  ];
  const { amounts, unknown } = balanceOf([sample, ...others], [opened]);
  expect(amounts).toEqual({ received: 750, consumed: 120, held: 630, reserve: 0, destroyed: 0, gap: 0 });
  expect(unknown).toBe(1);
});
