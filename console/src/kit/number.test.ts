import { expect, test } from "vitest";
import { formatNumber, isDecimal } from "./number.ts";

test("groups digits and writes a true minus", () => {
  expect(formatNumber(-1284.6)).toBe("−1,284.6");
  expect(formatNumber(4, 1)).toBe("4.0");
});

test.each(["0", "-0.5", "+12", "10.25"])("%s is a decimal", (text) => expect(isDecimal(text)).toBe(true));
test.each(["01", "1.", ".5", "1e3", "", "--1"])("%s is none", (text) => expect(isDecimal(text)).toBe(false));
