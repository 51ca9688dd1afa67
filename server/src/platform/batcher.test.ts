import { expect, test } from "vitest";
import { createGroupCommit } from "./group-commit.ts";

test("a batch is bounded by number and by weight, and one that is too heavy goes alone", async () => {
  const written: number[][] = [];
  const groupCommit = createGroupCommit<number>({
    max: 3,
    weigh: { max: 10, weightOf: (item) => item },
    write: async (items) => void written.push([...items]),
  });
  const added = [4, 5, 2, 30, 1, 1, 1, 1].map((item) => groupCommit.add(item));
  expect(groupCommit.weight()).toBe(45);
  await Promise.all(added);
  await groupCommit.drained();
  expect(written).toEqual([[4, 5], [2], [30], [1, 1, 1], [1]]);
  expect(groupCommit.weight()).toBe(0);
});

test("what could not be written weighs nothing any longer", async () => {
  const groupCommit = createGroupCommit<number>({
    max: 3,
    weigh: { max: 10, weightOf: (item) => item },
    write: async () => {
      throw new Error("no");
    },
  });
  await expect(groupCommit.add(7)).rejects.toThrow("no");
  await groupCommit.drained();
  expect(groupCommit.weight()).toBe(0);
});
