/**
 * A token bucket that slows before it refuses. Who sends faster than `perSecond` for longer than its burst lasts is
 * held back, by which nothing is lost: that is how a device replays what it gathered while it was away. Who goes on
 * like that for `graceCount` messages more is refused, and held back all the same.
 */
export type RateLimiter = { take(nowMs: number): { verdict: "pass" | "refuse"; delayMs: number } };

export type Pace = { perSecond: number; burst: number; graceCount: number };

export function createRateLimiter({ perSecond, burst, graceCount }: Pace): RateLimiter {
  let level = burst;
  let left = graceCount;
  let at = 0;
  return {
    take(nowMs) {
      level = Math.min(burst, level + (Math.max(0, nowMs - at) / 1000) * perSecond);
      at = nowMs;
      if (level >= burst) left = graceCount;
      level -= 1;
      if (level >= 0) return { verdict: "pass", delayMs: 0 };
      const delayMs = (-level / perSecond) * 1000;
      if (left <= 0) return { verdict: "refuse", delayMs };
      left -= 1;
      return { verdict: "pass", delayMs };
    },
  };
}
