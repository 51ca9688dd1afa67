import { expect, test } from "vitest";
import { safeRedirect } from "./safe-redirect.ts";

const origin = "https://console.example";

test("keeps a full path of this origin", () => {
  expect(safeRedirect("/device/Sampling?pageNum=2#x", origin)).toBe("/device/Sampling?pageNum=2#x");
});

test.each([
  null,
  "",
  "//evil.example/a",
  "/\\evil.example",
  "https://evil.example/",
  "javascript:alert(1)",
  "/\t/evil.example",
  "/a/..//evil.example",
  "/login?redirect=/x",
])("%s leads home", (asked) => expect(safeRedirect(asked, origin)).toBe("/index"));
