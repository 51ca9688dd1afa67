import { expect, test } from "vitest";
import { marksOf, toggleNode } from "./held-nodes.ts";

const leaf = (id: number) => ({ id, label: String(id), children: [] });
const tree = [
  { id: 1, label: "directory", children: [{ id: 2, label: "page", children: [leaf(3), leaf(4)] }, leaf(5)] },
];

test("a page that is held without its actions stays so: it shows half, and nothing is added", () => {
  expect(marksOf(new Set([1, 2]), tree)).toEqual({ checked: [], halfChecked: [2, 1] });
});

test("checking a node takes what is below it, and what it is under", () => {
  expect([...toggleNode(new Set(), tree, 2, true)].sort()).toEqual([1, 2, 3, 4]);
  expect([...toggleNode(new Set(), tree, 3, true)].sort()).toEqual([1, 2, 3]);
});

test("unchecking takes away what is below, and leaves what is next to and above", () => {
  const all = new Set([1, 2, 3, 4, 5]);
  expect(marksOf(all, tree).checked.sort()).toEqual([1, 2, 3, 4, 5]);
  expect([...toggleNode(all, tree, 3, false)].sort()).toEqual([1, 2, 4, 5]);
  expect([...toggleNode(all, tree, 2, false)].sort()).toEqual([1, 5]);
});
