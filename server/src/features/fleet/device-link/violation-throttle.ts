/**
 * Who was cut off for a breach may come back, but not again and again: each CONNECT costs the others something. Asked
 * before anything of a CONNECT is looked up. By name and address, so that nobody keeps another's device out from
 * elsewhere, and only of those that a breach has named.
 */
export type ViolationThrottle = {
  /** The device on this connection broke the rules. */
  recordViolation(address: string, deviceName: string, deviceId: number): void;
  /** Whether it may be looked at; where not, whose it is, and whether its log is to report it now. */
  checkConnect(
    address: string,
    deviceName: string,
  ): { ok: true } | { ok: false; deviceId: number; shouldLog: boolean };
};

/** As a person who mends a device needs them; after that one in five seconds. */
const burst = 5;
const perSecond = 0.2;
const notifyEveryMs = 30_000;
/** With its bucket full again it is like any other. */
const forgottenAfterMs = (burst / perSecond) * 1000;
const maxKnown = 10_000;

type Known = { deviceId: number; level: number; at: number; reportedAt: number };

export function createViolationThrottle(now: () => number): ViolationThrottle {
  const known = new Map<string, Known>();
  const keyOf = (address: string, deviceName: string) => `${address} ${deviceName}`;

  function makeRoom(): void {
    for (const [key, one] of known) {
      if (known.size < maxKnown && Math.abs(now() - one.at) < forgottenAfterMs) return;
      known.delete(key);
    }
  }

  return {
    recordViolation(address, deviceName, deviceId) {
      const key = keyOf(address, deviceName);
      const before = known.get(key);
      makeRoom();
      // The newest is last: who is forgotten first is first.
      known.delete(key);
      known.set(key, before ?? { deviceId, level: burst, at: now(), reportedAt: Number.NEGATIVE_INFINITY });
    },
    checkConnect(address, deviceName) {
      const one = known.get(keyOf(address, deviceName));
      if (one === undefined) return { ok: true };
      const at = now();
      one.level = Math.min(burst, one.level + (Math.max(0, at - one.at) / 1000) * perSecond);
      one.at = at;
      if (one.level >= 1) {
        one.level -= 1;
        return { ok: true };
      }
      const shouldLog = Math.abs(at - one.reportedAt) >= notifyEveryMs;
      if (shouldLog) one.reportedAt = at;
      return { ok: false, deviceId: one.deviceId, shouldLog };
    },
  };
}
