import { expect, test } from "vitest";
import { filtersQuery, readFilters, writeFilters } from "./list-filters.ts";

test("a plain address is the default list, and the other way round", () => {
  const filters = readFilters(new URLSearchParams());
  expect(filters).toMatchObject({ keyword: "", state: null, pageNum: 1, pageSize: 20, sort: null });
  expect(writeFilters(filters).toString()).toBe("");
  expect(filtersQuery(filters)).toEqual({ pageNum: 1, pageSize: 20 });
});

test("filters survive the way through the address", () => {
  const address =
    "keyword=WS&state=offline&pointId=3&unitId=2&tag=north&sort=lastValueAt&order=desc&page=2&pageSize=50";
  const filters = readFilters(new URLSearchParams(address));
  expect(writeFilters(filters).toString()).toBe(address);
  expect(filtersQuery(filters)).toEqual({
    pageNum: 2,
    pageSize: 50,
    keyword: "WS",
    state: "offline",
    pointId: 3,
    unitId: 2,
    tag: "north",
    orderByColumn: "lastValueAt",
    isAsc: "desc",
  });
});

test("nonsense in the address falls back to the default", () => {
  const filters = readFilters(
    new URLSearchParams("state=melted&page=-4&pageSize=7&sort=secret&pointId=x&unitId=99999999999"),
  );
  expect(filters).toMatchObject({
    state: null,
    pageNum: 1,
    pageSize: 20,
    sort: null,
    pointId: null,
    unitId: null,
  });
});
