import { samplingPoints } from "@tracewater/contract/field/sampling-points";
import { expect, test } from "vitest";
import { readFilters, writeFilters } from "./resource-filters.ts";

test("the address holds what was asked for", () => {
  const filters = {
    keyword: "Rhine",
    chosen: { kind: "outfall", unitId: "7" },
    sort: { key: "population", order: "desc" },
    page: 3,
    size: 50,
  } as const;
  expect(readFilters(samplingPoints, writeFilters(filters))).toEqual(filters);
});

test("nonsense falls back and a plain list has a plain address", () => {
  const search = new URLSearchParams("page=-1&pageSize=7&sort=secret&kind=lake&unitId=x");
  const plain = readFilters(samplingPoints, search);
  expect(plain).toEqual({ keyword: "", chosen: {}, sort: undefined, page: 1, size: 20 });
  expect(writeFilters(plain).toString()).toBe("");
});
