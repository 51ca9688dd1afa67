import { expect, test } from "vitest";
import { parseLayout } from "./table-layout.ts";

test("keeps what it knows and drops the rest", () => {
  const text = JSON.stringify({ shown: { a: false, b: 1 }, widths: { a: 120, b: 3 }, density: "compact" });
  expect(parseLayout(text)).toEqual({ shown: { a: false }, widths: { a: 120 }, density: "compact" });
});

test.each([null, "{", "7", "null"])("%s is an untouched layout", (text) =>
  expect(parseLayout(text)).toEqual({ shown: {}, widths: {}, density: "comfortable" }),
);
