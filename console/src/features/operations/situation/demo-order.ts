/** In which order the demo stops at devices, and how long each part of it lasts. */
import type { SituationDevice } from "@tracewater/contract/operations/situation";

type Stop = Pick<SituationDevice, "deviceId" | "pointId" | "alarm" | "overdueSince">;

/**
 * The devices that come first, in this order: with open alarms as the server lists them, the gravest first; at rising
 * points by change; with overdue samples, the longest wait first. All others come by chance after them.
 */
export function firstStops(devices: readonly Stop[], rising: ReadonlyMap<number, number>): number[] {
  const changeAt = ({ pointId }: Stop) => (pointId === null ? undefined : rising.get(pointId));
  const alarmed = devices.filter(({ alarm }) => alarm !== null);
  const atRising = devices
    .filter((one) => changeAt(one) !== undefined)
    .sort((a, b) => (changeAt(b) ?? 0) - (changeAt(a) ?? 0));
  const overdue = devices
    .filter(({ overdueSince }) => overdueSince !== null)
    .sort((a, b) => (a.overdueSince ?? 0) - (b.overdueSince ?? 0));
  return [...new Set([...alarmed, ...atRising, ...overdue].map(({ deviceId }) => deviceId))];
}

export type DemoPart = "stop" | "overview" | "interruption" | "pause";

export const demoMs: Readonly<Record<DemoPart, number>> = {
  stop: 15_000,
  overview: 10_000,
  interruption: 20_000,
  pause: 60_000,
};

/** The detail of the next stop is asked for so long before its turn. */
export const askAheadMs = 5_000;

const stopsBetweenOverviews = 5;

/** What follows a part: after every fifth stop the whole map. */
export function partAfter(part: DemoPart, stops: number): "stop" | "overview" {
  return part === "stop" && stops % stopsBetweenOverviews === 0 ? "overview" : "stop";
}
