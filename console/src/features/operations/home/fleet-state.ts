import type { ReplyOf } from "@tracewater/contract/call";
import type { countDevices } from "@tracewater/contract/fleet/devices";
import type { FamilyKey } from "@tracewater/contract/fleet/families";
import type { Tone } from "../../../kit/state.tsx";

export type FamilyCount = ReplyOf<typeof countDevices>["data"][number];

/** The one state after the other in which a family's bar is drawn. */
export const stateOrder = ["online", "offline", "notActivated", "disabled"] as const;

export const toneOfState: Readonly<Record<(typeof stateOrder)[number], Tone>> = {
  online: "ok",
  offline: "off",
  notActivated: "off",
  disabled: "maintenance",
};

export function totalOf(count: FamilyCount): number {
  return stateOrder.reduce((sum, state) => sum + count[state], 0);
}

export type FleetSum = { devices: number; online: number; offline: number; notActivated: number };

export function sumOf(counts: readonly FamilyCount[]): FleetSum {
  const sum = { devices: 0, online: 0, offline: 0, notActivated: 0 };
  for (const count of counts) {
    sum.devices += totalOf(count);
    sum.online += count.online;
    sum.offline += count.offline;
    sum.notActivated += count.notActivated;
  }
  return sum;
}

/** Families that have devices first, in their own order; the empty ones are named together beneath. */
export function splitFamilies(counts: readonly FamilyCount[]): {
  present: FamilyCount[];
  absent: FamilyKey[];
} {
  return {
    present: counts.filter((count) => totalOf(count) > 0),
    absent: counts.filter((count) => totalOf(count) === 0).map(({ typeKey }) => typeKey),
  };
}
