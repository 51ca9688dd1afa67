import { expect, test } from "vitest";
import { splitFamilies, sumOf } from "./fleet-state.ts";

const counts = [
  { typeKey: "waterSample", online: 3, offline: 1, notActivated: 2, disabled: 1 },
  { typeKey: "mass", online: 0, offline: 0, notActivated: 0, disabled: 0 },
] as const;

test("sums what there is", () =>
  expect(sumOf(counts)).toEqual({ devices: 7, online: 3, offline: 1, notActivated: 2 }));

test("families without devices are set apart", () => {
  const { present, absent } = splitFamilies(counts);
  expect(present.map(({ typeKey }) => typeKey)).toEqual(["waterSample"]);
  expect(absent).toEqual(["mass"]);
});
