import { expect, test } from "vitest";
import { checkClock } from "./checks.ts";

const now = Date.UTC(2026, 10, 21, 12);

test("a clock within the grain of the answer's date is the same", () => {
  expect(checkClock(now - 500, now, 40)).toMatchObject({ verdict: "good", says: "clock.same" });
});

test("a clock that is ahead or behind is reported with its seconds", () => {
  expect(checkClock(now - 60_000, now, 0)).toMatchObject({ says: "clock.ahead", values: { seconds: 60 } });
  expect(checkClock(now + 60_000, now, 0)).toMatchObject({ says: "clock.behind", values: { seconds: 61 } });
});

test("without a date nothing is known", () => {
  expect(checkClock(null, now, 0).verdict).toBe("unknown");
});
