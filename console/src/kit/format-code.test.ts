import { expect, test } from "vitest";
import { formatCode } from "./format-code.ts";

test("code is indented by 2 and wrapped at 110 columns where nothing else is asked for", () => {
  const fits = { text: "x".repeat(96) };
  expect(formatCode(fits)).toBe(JSON.stringify(fits).replace('{"text":', '{ "text": ').replace("}", " }"));
  expect(formatCode(fits)).toHaveLength(110);
  const wide = { text: "x".repeat(97) };
  expect(formatCode(wide)).toBe(JSON.stringify(wide, null, 2));
});

test("what fits is in one line, also below a value that does not", () => {
  expect(formatCode({ a: [1, 2], b: { c: 3 } }, { wrapLineLength: 18 })).toBe(
    '{\n  "a": [ 1, 2 ],\n  "b": { "c": 3 }\n}',
  );
});
