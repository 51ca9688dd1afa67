/** What may be used over time: so much a second, and `burst` at once after a rest. */
export type Allowance = { perSecond: number; burst: number };

export type TokenBucket = {
  /** Takes an amount where it is there; false otherwise, and a refusal costs nothing. */
  take(amount: number, nowMs: number): boolean;
  has(amount: number, nowMs: number): boolean;
  /** Takes an amount in any case; the milliseconds until it is paid for. */
  owe(amount: number, nowMs: number): number;
};

/** A clock that goes back fills nothing. */
export function createTokenBucket({ perSecond, burst }: Allowance): TokenBucket {
  let level = burst;
  let at = Number.NEGATIVE_INFINITY;

  function fill(nowMs: number): void {
    if (nowMs > at) level = Math.min(burst, level + ((nowMs - at) / 1000) * perSecond);
    at = nowMs;
  }

  function has(amount: number, nowMs: number): boolean {
    fill(nowMs);
    return level >= amount;
  }

  return {
    has,
    take(amount, nowMs) {
      if (!has(amount, nowMs)) return false;
      level -= amount;
      return true;
    },
    owe(amount, nowMs) {
      fill(nowMs);
      level -= amount;
      return level >= 0 ? 0 : (-level / perSecond) * 1000;
    },
  };
}
