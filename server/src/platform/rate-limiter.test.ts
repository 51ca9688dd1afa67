import { expect, test } from "vitest";
import { createRateLimiter } from "./rate-limiter.ts";

const pace = { perSecond: 100, burst: 10, graceCount: 20 };

/** What becomes of messages that come every `everyMs`, each after the one before was let go. */
function send(count: number, everyMs: number) {
  const limiter = createRateLimiter(pace);
  let now = 1_000_000;
  return Array.from({ length: count }, () => {
    const { verdict, delayMs } = limiter.take(now);
    now += everyMs + delayMs;
    return { verdict, delayMs };
  });
}

test("a device at its pace is never held", () => {
  expect(send(500, 10).every((one) => one.verdict === "pass" && one.delayMs === 0)).toBe(true);
});

test("a burst passes at once, what follows is slowed, and what goes on is refused", () => {
  const taken = send(60, 0);
  expect(taken.slice(0, 10).every((one) => one.delayMs === 0)).toBe(true);
  expect(taken.slice(10, 30).every((one) => one.verdict === "pass" && one.delayMs > 0)).toBe(true);
  expect(taken.slice(30).every((one) => one.verdict === "refuse" && one.delayMs > 0)).toBe(true);
});

test("patience comes back with rest, and not before", () => {
  const limiter = createRateLimiter(pace);
  const takeMany = (at: number) => Array.from({ length: 40 }, () => limiter.take(at)).at(-1)?.verdict;
  expect(takeMany(1000)).toBe("refuse");
  expect(limiter.take(1350).verdict).toBe("pass");
  expect(takeMany(1351)).toBe("refuse");
  expect(limiter.take(60_000)).toEqual({ verdict: "pass", delayMs: 0 });
});

test("a clock that goes back gives nothing away", () => {
  const limiter = createRateLimiter(pace);
  for (let sent = 0; sent < 40; sent++) limiter.take(10_000);
  expect(limiter.take(1000).verdict).toBe("refuse");
});
