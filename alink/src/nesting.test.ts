import { expect, test } from "vitest";
import { nestingOf } from "./nesting.ts";

test.each([
  ["7", 0],
  ["{}", 1],
  ['{"a":[{"b":1}],"c":{}}', 3],
  ['{"a":"[[[[\\"[[[","b":[]}', 2],
  ['{"a":"\\\\","b":[[]]}', 3],
  ['{"a":"no end [[[[', 1],
  ["]]]][[", 0],
])("%s lies %i deep", (text, depth) => {
  expect(nestingOf(Buffer.from(text), 100)).toBe(depth);
});

test("counts no further than it is asked to", () => {
  expect(nestingOf(Buffer.from("[".repeat(1_000_000)), 32)).toBe(33);
});
