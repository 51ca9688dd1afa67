import type { Log } from "../../../platform/log.ts";
import { isDatabaseUnavailable } from "../../../platform/store/store-errors.ts";
import { type ConnectedDevice, type StatusNotice, sendStatusNotice } from "./connected-device.ts";
import type { SubDevices } from "./sub-devices.ts";
import type { SubDeviceRules } from "./uplink-router.ts";

/**
 * What becomes of devices, as they are notified of it. Out of service or deleted: said, and the connection ends. In
 * service again: said to the gateway that a device is behind, for that has to log it in; else when it comes back.
 */
export function createStatusNotices(options: {
  connected: ReadonlyMap<number, ConnectedDevice>;
  subDevices: SubDevices;
  rules: () => SubDeviceRules;
  log: Log;
}) {
  const { connected, subDevices, rules, log } = options;
  /** In service again, and not reported yet. */
  const unnotified = new Set<number>();

  async function notifyGateway(deviceId: number): Promise<void> {
    const assignment = await rules().assignmentOf(deviceId);
    const gateway = assignment === null ? undefined : connected.get(assignment.gatewayId);
    if (assignment === null || gateway === undefined) return;
    // It may have come back by itself while the database was asked.
    if (unnotified.has(deviceId) && sendStatusNotice({ ...gateway, owner: assignment.owner }, "enable")) {
      unnotified.delete(deviceId);
    }
  }

  function enable(deviceId: number): void {
    const device = connected.get(deviceId);
    if (device !== undefined && sendStatusNotice(device, "enable")) return;
    unnotified.add(deviceId);
    notifyGateway(deviceId).catch((error) => {
      if (!isDatabaseUnavailable(error))
        log.error({ err: error, deviceId }, "a gateway could not be notified");
    });
  }

  return {
    take(deviceId: number, statusNotice: StatusNotice | undefined): void {
      if (statusNotice === "enable") {
        enable(deviceId);
        return;
      }
      if (statusNotice !== undefined) unnotified.delete(deviceId);
      const device = connected.get(deviceId);
      if (device !== undefined) subDevices.end(device, statusNotice ?? null);
    },

    /** It was let in; where it was refused before as out of service, it hears that it is back. */
    arrived(device: ConnectedDevice): void {
      if (unnotified.delete(device.about.deviceId) || device.wasDisabled) sendStatusNotice(device, "enable");
    },
  };
}
