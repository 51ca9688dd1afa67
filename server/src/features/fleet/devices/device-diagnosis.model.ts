import type { ConnectDiagnosis } from "@tracewater/contract/fleet/device-lifecycle";

export type Attempt = {
  at: Date;
  outcome: "accepted" | "wrongSecret" | "disabled" | "wrongProduct" | "tooOften";
  tookOver: boolean;
};

type Known = {
  retiredAt: Date | null;
  status: "0" | "1";
  onlineSince: Date | null;
  lastOnlineAt: Date | null;
};

/** So long after a refusal for coming too often it counts as the reason: in between it is let in and cut off again. */
const cutOffForMs = 2 * 60_000;
/** So many takeovers within so long are two devices that use one identity, not one that came back. */
const fight = { times: 3, withinMs: 10 * 60_000 };

/** Why a device is not connected, by its last CONNECTs, newest first. */
export function diagnose(device: Known, attempts: readonly Attempt[], nowMs: number): ConnectDiagnosis {
  if (device.retiredAt !== null) return "retired";
  if (device.status === "1") return "disabled";
  if (attempts.some((one) => one.outcome === "tooOften" && one.at.getTime() > nowMs - cutOffForMs))
    return "cutOff";
  if (isFought(attempts, nowMs)) return "sharedIdentity";
  if (device.onlineSince !== null) return "online";
  const [last] = attempts;
  if (last === undefined) return device.lastOnlineAt === null ? "neverTried" : "goneSilent";
  if (last.outcome === "wrongSecret" || last.outcome === "wrongProduct") return last.outcome;
  // Refused while it was disabled, and not heard of since it was enabled.
  if (last.outcome === "disabled") return "notBackYet";
  return "goneSilent";
}

function isFought(attempts: readonly Attempt[], nowMs: number): boolean {
  const late = attempts.filter((one) => one.tookOver && one.at.getTime() > nowMs - fight.withinMs);
  return late.length >= fight.times;
}
