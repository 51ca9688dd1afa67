import { expect, test } from "vitest";
import { readFilters, writeFilters } from "./point-filters.ts";

test("the address holds what was asked for", () => {
  const filters = {
    keyword: "Rhine",
    sort: { key: "population", order: "desc" },
    page: 3,
    size: 50,
  } as const;
  expect(readFilters(writeFilters(filters))).toEqual(filters);
});

test("nonsense falls back and a plain list has a plain address", () => {
  const plain = readFilters(new URLSearchParams("page=-1&pageSize=7&sort=secret"));
  expect(plain).toEqual({ keyword: "", sort: undefined, page: 1, size: 20 });
  expect(writeFilters(plain).toString()).toBe("");
});
