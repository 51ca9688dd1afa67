import { expect, test } from "vitest";
import { changeLines, printValue } from "./change-lines.ts";

test("only what differs is reported, nested fields by their path", () => {
  const before = { name: "a", kind: "x", at: { lat: 1, lon: 2 }, tags: ["a"] };
  const after = { name: "b", kind: "x", at: { lat: 1, lon: 3 }, tags: ["a", "b"] };
  expect(changeLines(before, after)).toEqual([
    { path: "name", from: "a", to: "b" },
    { path: "at.lon", from: 2, to: 3 },
    { path: "tags", from: ["a"], to: ["a", "b"] },
  ]);
  expect(changeLines(before, before)).toEqual([]);
});

test("what was made reports its fields, what is gone reported them; empty ones are left out", () => {
  expect(changeLines(null, { name: "a", note: "", more: { b: 1 } })).toEqual([
    { path: "name", to: "a" },
    { path: "more.b", to: 1 },
  ]);
  expect(changeLines({ name: "a" }, null)).toEqual([{ path: "name", from: "a" }]);
  expect(changeLines({ name: "a" }, { name: null })).toEqual([{ path: "name", from: "a" }]);
});

test("texts are without quotes, the rest as JSON", () => {
  expect([printValue("a"), printValue(1), printValue(["a"]), printValue(false)]).toEqual([
    "a",
    "1",
    '["a"]',
    "false",
  ]);
});
