import { expect, test } from "vitest";
import { filtersQuery, isFiltered, readFilters, writeFilters } from "./user-filters.ts";

test("the address of a filtered list reads back as it was written", () => {
  const text =
    "keyword=zhang&status=1&dept=7&from=2026-01-01&until=2026-02-01&sort=userName&order=desc&page=3&pageSize=50";
  const filters = readFilters(new URLSearchParams(text));
  expect(writeFilters(filters).toString()).toBe(text);
  expect(filtersQuery(filters)).toEqual({
    keyword: "zhang",
    status: "1",
    deptId: 7,
    beginTime: "2026-01-01",
    endTime: "2026-02-01",
    orderByColumn: "userName",
    isAsc: "desc",
  });
});

test("nonsense in the address is no filter", () => {
  const filters = readFilters(
    new URLSearchParams("status=9&dept=x&from=today&sort=password&page=-1&pageSize=7"),
  );
  expect(isFiltered(filters)).toBe(false);
  expect(writeFilters(filters).size).toBe(0);
});
