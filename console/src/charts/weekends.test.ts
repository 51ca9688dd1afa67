import { expect, test } from "vitest";
import { weekendsOf } from "./weekends.ts";

const at = Date.parse;

test("a weekend is from Saturday's to Monday's midnight in the zone, not of UTC", () => {
  expect(weekendsOf(at("2026-11-19T00:00Z"), at("2026-11-26T00:00Z"), "Asia/Shanghai")).toEqual([
    [at("2026-11-20T16:00Z"), at("2026-11-22T16:00Z")],
  ]);
});

test("a span that begins on a Sunday or ends on a Saturday has its part of the weekend", () => {
  expect(weekendsOf(at("2026-11-22T10:00Z"), at("2026-11-28T08:00Z"), "UTC")).toEqual([
    [at("2026-11-22T10:00Z"), at("2026-11-23T00:00Z")],
    [at("2026-11-28T00:00Z"), at("2026-11-28T08:00Z")],
  ]);
});

test("a span of working days has none, nor one of so many that a weekend is a hairline", () => {
  expect(weekendsOf(at("2026-11-23T00:00Z"), at("2026-11-27T00:00Z"), "UTC")).toEqual([]);
  expect(weekendsOf(at("2026-01-01T00:00Z"), at("2026-11-27T00:00Z"), "UTC")).toEqual([]);
});
