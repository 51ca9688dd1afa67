import { expect, test } from "vitest";
import { createHeapGuard } from "./heap-guard.ts";

const hour = 3_600_000;

test("a display reloads when its heap is twice that of its first hour, and not for a small one", () => {
  const isBloated = createHeapGuard();
  expect(isBloated(900, hour / 2)).toBe(false);
  expect(isBloated(80, hour)).toBe(false);
  expect(isBloated(150, 2 * hour)).toBe(false);
  expect(isBloated(null, 3 * hour)).toBe(false);
  expect(isBloated(161, 4 * hour)).toBe(true);
  const small = createHeapGuard();
  small(20, hour);
  expect(small(100, 2 * hour)).toBe(false);
});
