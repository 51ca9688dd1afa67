import { expect, test } from "vitest";
import { canonicalize } from "./canonical.ts";

// RFC 8785, appendix B: the bits of a double and its text.
const numbers = [
  ["0000000000000000", "0"],
  ["8000000000000000", "0"],
  ["0000000000000001", "5e-324"],
  ["8000000000000001", "-5e-324"],
  ["7fefffffffffffff", "1.7976931348623157e+308"],
  ["ffefffffffffffff", "-1.7976931348623157e+308"],
  ["4340000000000000", "9007199254740992"],
  ["c340000000000000", "-9007199254740992"],
  ["4430000000000000", "295147905179352830000"],
  ["44b52d02c7e14af5", "9.999999999999997e+22"],
  ["44b52d02c7e14af6", "1e+23"],
  ["44b52d02c7e14af7", "1.0000000000000001e+23"],
  ["444b1ae4d6e2ef4e", "999999999999999700000"],
  ["444b1ae4d6e2ef4f", "999999999999999900000"],
  ["444b1ae4d6e2ef50", "1e+21"],
  ["3eb0c6f7a0b5ed8c", "9.999999999999997e-7"],
  ["3eb0c6f7a0b5ed8d", "0.000001"],
  ["41b3de4355555553", "333333333.3333332"],
  ["41b3de4355555554", "333333333.33333325"],
  ["41b3de4355555555", "333333333.3333333"],
  ["41b3de4355555556", "333333333.3333334"],
  ["41b3de4355555557", "333333333.33333343"],
  ["becbf647612f3696", "-0.0000033333333333333333"],
  ["43143ff3c1cb0959", "1424953923781206.2"],
] as const;

function double(bits: string): number {
  const view = new DataView(new ArrayBuffer(8));
  view.setBigUint64(0, BigInt(`0x${bits}`));
  return view.getFloat64(0);
}

test.each(numbers)("RFC 8785, appendix B: the number %s is %s", (bits, text) => {
  expect(canonicalize(double(bits))).toBe(text);
});

test("RFC 8785, 3.2.2: the sample of primitive values", () => {
  const sample = {
    // biome-ignore lint/correctness/noPrecisionLoss: the sample's own digits
    numbers: [333333333.33333329, 1e30, 4.5, 2e-3, 0.000000000000000000000000001],
    string: "\u20ac$\u000f\u000aA'\u0042\u0022\u005c\\\"/",
    literals: [null, true, false],
  };
  expect(canonicalize(sample)).toBe(
    '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],' +
      '"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
  );
});

test("RFC 8785, 3.2.3: names are sorted by their UTF-16 code units", () => {
  const sample = {
    "\u20ac": "Euro Sign",
    "\r": "Carriage Return",
    "\ufb33": "Hebrew Letter Dalet With Dagesh",
    "1": "One",
    "\ud83d\ude00": "Emoji: Grinning Face",
    "\u0080": "Control",
    "\u00f6": "Latin Small Letter O With Diaeresis",
  };
  expect(Object.values(JSON.parse(canonicalize(Object.entries(sample).map(([, v]) => v))))).toHaveLength(7);
  const order = [...canonicalize(sample).matchAll(/"([A-Z][^"]+)"/g)].map((found) => found[1]);
  expect(order).toEqual([
    "Carriage Return",
    "One",
    "Control",
    "Latin Small Letter O With Diaeresis",
    "Euro Sign",
    "Emoji: Grinning Face",
    "Hebrew Letter Dalet With Dagesh",
  ]);
});

test("structures keep the order of their lists and no blanks", () => {
  const sample = {
    "1": { f: { f: "hi", F: 5 }, "\n": 56 },
    "10": {},
    "": "empty",
    a: {},
    "111": [{ e: "yes", E: "no" }],
    A: {},
  };
  expect(canonicalize(sample)).toBe(
    '{"":"empty","1":{"\\n":56,"f":{"F":5,"f":"hi"}},"10":{},"111":[{"E":"no","e":"yes"}],"A":{},"a":{}}',
  );
});

test.each([Number.NaN, Number.POSITIVE_INFINITY, "\ud800", { a: undefined }, { "\udc00": 1 }, 1n, () => 1])(
  "what JSON cannot hold is refused (%#)",
  (value) => {
    expect(() => canonicalize(value)).toThrow(TypeError);
  },
);
