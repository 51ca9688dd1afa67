import { expect, test } from "vitest";
import { readRange } from "./send-range.ts";

test.each([
  ["bytes=0-99", { first: 0, last: 99 }],
  ["bytes=100-", { first: 100, last: 999 }],
  ["bytes=900-5000", { first: 900, last: 999 }],
  ["bytes=-100", { first: 900, last: 999 }],
  ["bytes=-5000", { first: 0, last: 999 }],
  ["bytes=1000-", "unsatisfiable"],
  ["bytes=-0", "unsatisfiable"],
  ["bytes=5-2", null],
  ["bytes=0-1,5-6", null],
  ["bytes=-", null],
  ["lines=0-1", null],
  [undefined, null],
] as const)("%s of 1000 bytes is %j", (header, range) => expect(readRange(header, 1000)).toEqual(range));
