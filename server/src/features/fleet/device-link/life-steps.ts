import type { Log } from "../../../platform/log.ts";
import { isStoreAway } from "../../../platform/store/database.ts";
import { type ConnectedDevice, type LifeStep, tellLife } from "./connected-device.ts";
import type { SubDevices } from "./sub-devices.ts";
import type { SubDeviceRules } from "./uplink-router.ts";

/**
 * What becomes of devices, as they are told of it. Out of service or deleted: said, and the connection ends. In
 * service again: said to the gateway that a device stands behind, for that has to log it in; else when it comes back.
 */
export function createLifeSteps(options: {
  connected: ReadonlyMap<number, ConnectedDevice>;
  subDevices: SubDevices;
  rules: () => SubDeviceRules;
  log: Log;
}) {
  const { connected, subDevices, rules, log } = options;
  /** In service again, and not told yet. */
  const untold = new Set<number>();

  async function tellGateway(deviceId: number): Promise<void> {
    const standing = await rules().standingOf(deviceId);
    const gateway = standing === null ? undefined : connected.get(standing.gatewayId);
    if (standing === null || gateway === undefined) return;
    // It may have come back by itself while the store was asked.
    if (untold.has(deviceId) && tellLife({ ...gateway, owner: standing.owner }, "enable")) {
      untold.delete(deviceId);
    }
  }

  function enable(deviceId: number): void {
    const device = connected.get(deviceId);
    if (device !== undefined && tellLife(device, "enable")) return;
    untold.add(deviceId);
    tellGateway(deviceId).catch((error) => {
      if (!isStoreAway(error)) log.error({ err: error, deviceId }, "a gateway could not be told");
    });
  }

  return {
    take(deviceId: number, life: LifeStep | undefined): void {
      if (life === "enable") {
        enable(deviceId);
        return;
      }
      if (life !== undefined) untold.delete(deviceId);
      const device = connected.get(deviceId);
      if (device !== undefined) subDevices.end(device, life ?? null);
    },

    /** It was let in; where it was refused before as out of service, it hears that it is back. */
    arrived(device: ConnectedDevice): void {
      if (untold.delete(device.about.deviceId) || device.wasDisabled) tellLife(device, "enable");
    },
  };
}
