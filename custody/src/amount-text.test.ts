import { expect, test } from "vitest";
import { amountText, feeText } from "./amount-text.ts";

test.each([
  [1200, "CNY", "1200.00 CNY"],
  [1200, "JPY", "1200 JPY"],
  [1200, "KRW", "1200 KRW"],
  [99.5, "CHF", "99.50 CHF"],
  [99.5, "JPY", "99.5 JPY"],
  [0, "JPY", "0 JPY"],
  [1.5, "KWD", "1.500 KWD"],
])("writes %d %s with the decimals of its currency", (amount, currency, text) => {
  expect(amountText(amount, currency)).toBe(text);
  expect(feeText(amount, currency)).toBe(text);
});

test("separates thousands where this is asked for", () => {
  expect(amountText(12_500.5, "EUR", { useGrouping: true })).toBe("12,500.50 EUR");
});

test("writes a fee whose currency was never recorded as its number alone, and no fee as nothing", () => {
  expect(feeText(1200, undefined)).toBe("1200");
  expect(feeText(1200, null)).toBe("1200");
  expect(feeText(null, "CNY")).toBe("");
});

test("writes an amount with a currency that is not a code instead of failing", () => {
  expect(feeText(1200, "yen?")).toBe("1200.00 yen?");
});
