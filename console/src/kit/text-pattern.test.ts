import { expect, test } from "vitest";
import { matchesPattern } from "./text-pattern.ts";

test("a value is held against a pattern that is given as text", () => {
  expect(matchesPattern("WS-0417", "^WS-\\d{4}$")).toBe(true);
  expect(matchesPattern("WS-417", "^WS-\\d{4}$")).toBe(false);
});

test("a text that is no pattern fits nothing", () => expect(matchesPattern("(", "(")).toBe(false));
