import type { FamilyKey } from "@tracewater/contract/fleet/families";
import type { Limits } from "../../../../charts/limits.ts";

/** What one watches of a family: its live values in their order, what its environment chart draws, its track. */
export type MonitoringConfig = {
  watched: readonly string[];
  chart: readonly { identifier: string; limits?: Limits }[];
  hasTrack: boolean;
  /** It shows a camera, and has a page of its clips and recordings. */
  hasVideo: boolean;
  exportPermission: string;
  /** The address of its page before the id. */
  adminPath: string;
};

/** The work, the box, the water, the power. */
const sampler: MonitoringConfig = {
  watched: [
    ...["workState", "bottleIndex", "boxTemp", "ambientTemp", "flow", "liquidLevel"],
    ...["ph", "conductivity", "waterTemp", "batteryLevel", "door", "mains"],
  ],
  chart: [
    // The box is kept at 4 ± 2 °C; above 8 °C the sample is in danger.
    { identifier: "boxTemp", limits: { target: [2, 6], criticalAbove: 8 } },
    { identifier: "ambientTemp" },
  ],
  hasTrack: true,
  hasVideo: true,
  exportPermission: "device:sampler:export",
  adminPath: "/device/admin",
};

/** Who may be at it, what it is in, how it was handled. */
const box: MonitoringConfig = {
  watched: [
    ...["workState", "occupied", "lock", "door", "armed", "tamperLoop"],
    ...["boxTemp", "humidity", "tilt", "shock", "batteryLevel", "charging"],
  ],
  chart: [
    // Biological evidence travels at 2 to 8 °C.
    { identifier: "boxTemp", limits: { target: [2, 8], criticalAbove: 10 } },
    { identifier: "humidity" },
  ],
  hasTrack: false,
  hasVideo: false,
  exportPermission: "device:evidenceBox:export",
  adminPath: "/evidencebox/admin",
};

export function monitoringConfigOf(family: FamilyKey): MonitoringConfig {
  return family === "evidenceBox" ? box : sampler;
}
