import { expect, test } from "vitest";
import { flattenTree, isAbove, stepOf } from "./tree-rows.ts";

const rows = [
  { id: 1, parent: 0 },
  { id: 2, parent: 1 },
  { id: 3, parent: 1 },
  { id: 4, parent: 3 },
  { id: 5, parent: 99 },
];
const shape = {
  rows,
  keyOf: (row: (typeof rows)[0]) => row.id,
  parentOf: (row: (typeof rows)[0]) => row.parent,
};
const all = () => true;

test("what is folded is not drawn, and what hangs under nothing known is at the top", () => {
  expect(flattenTree(shape, (key) => key === 1).map((one) => [one.key, one.level, one.children])).toEqual([
    [1, 1, 2],
    [2, 2, 0],
    [3, 2, 1],
    [5, 1, 0],
  ]);
});

test("a branch is above itself and what is in it", () => {
  expect([isAbove(shape, 1, 4), isAbove(shape, 3, 3), isAbove(shape, 3, 1), isAbove(shape, 1, null)]).toEqual(
    [true, true, false, false],
  );
});

test("a step goes past one neighbour, and ends at the ends", () => {
  const flat = flattenTree(shape, all);
  const of = (key: number) => flat.find((one) => one.key === key) ?? flat[0];
  const [two, three] = [of(2), of(3)];
  if (two === undefined || three === undefined) throw new Error("no rows");
  expect(stepOf(shape, three, -1)).toEqual({ parentKey: 1, before: 2 });
  expect(stepOf(shape, two, 1)).toEqual({ parentKey: 1, before: null });
  expect([stepOf(shape, two, -1), stepOf(shape, three, 1)]).toEqual([null, null]);
});
