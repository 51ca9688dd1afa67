import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { readToasts, showToast } from "./toasts.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test("the same text appears once, for five seconds", () => {
  showToast({ tone: "error", text: "a" });
  showToast({ tone: "error", text: "a" });
  showToast({ tone: "info", text: "b" });
  expect(readToasts().map(({ text }) => text)).toEqual(["a", "b"]);
  vi.advanceTimersByTime(4999);
  expect(readToasts()).toHaveLength(2);
  vi.advanceTimersByTime(1);
  expect(readToasts()).toHaveLength(0);
});
