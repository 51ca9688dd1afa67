const day = 86_400_000;

/** How far a device's clock may be from the server's before its word is no longer taken. */
export const acceptedPastMs = 400 * day;
export const acceptedFutureMs = day;

export type DeviceTime = { ms: number; trusted: true } | { ms: number; trusted: false };

/**
 * Reads a device's time: epoch milliseconds, 10 digits are seconds. From 400 days ago to one day ahead it
 * counts; outside of that (or no number at all) the server's time is used and `trusted` is false.
 */
export function readDeviceTime(value: unknown, nowMs: number): DeviceTime {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  if (typeof number !== "number" || !Number.isFinite(number)) return { ms: nowMs, trusted: false };
  const ms = isSeconds(number) ? number * 1000 : number;
  const within = ms >= nowMs - acceptedPastMs && ms <= nowMs + acceptedFutureMs;
  return within ? { ms, trusted: true } : { ms: nowMs, trusted: false };
}

function isSeconds(value: number): boolean {
  const whole = Math.trunc(value);
  return whole >= 1_000_000_000 && whole <= 9_999_999_999;
}
