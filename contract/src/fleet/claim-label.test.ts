import { expect, test } from "vitest";
import { plainClaimCode, printClaimCode, readClaimLabel, writeClaimLabel } from "./claim-label.ts";

const label = { productKey: "waterSample", deviceName: "ws-0417.a:b", claimCode: "0123456789ABCDEF" };

test("a label is read as it was written, whatever the scanner puts around it", () => {
  const text = writeClaimLabel(label);
  expect(readClaimLabel(text)).toEqual(label);
  expect(readClaimLabel(`  ${text}\r\n`)).toEqual(label);
});

test("a code is taken as people type it", () => {
  expect(plainClaimCode("o123-4567 89ab-cdef")).toBe("0123456789ABCDEF");
  expect(plainClaimCode(printClaimCode("0123456789ABCDEF"))).toBe("0123456789ABCDEF");
  expect(printClaimCode("0123456789ABCDEF")).toBe("0123-4567-89AB-CDEF");
});

test.each([
  "",
  "https://example.org/a",
  "TW1/waterSample/ws-0417",
  "TW1/waterSample/ws-0417/short",
  "TW1//ws-0417/0123456789ABCDEF",
  "TW1/waterSample/ws 17/0123456789ABCDEF",
  "TW2/waterSample/ws-0417/0123456789ABCDEF",
  "TW1/waterSample/ws-0417/0123456789ABCDEF/more",
  "TW1/waterSample/ws-0417/0123456789ABCDEU",
])("'%s' is no label", (text) => {
  expect(readClaimLabel(text)).toBeNull();
});
