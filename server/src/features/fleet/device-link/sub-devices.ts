import type { SubDeviceClaim } from "@tracewater/alink/sub-device";
import { ownerKey, type TopicOwner } from "@tracewater/alink/topics";
import {
  type ConnectedDevice,
  endConnection,
  type StatusNotice,
  sendStatusNotice,
} from "./connected-device.ts";
import type { CheckedClaim, DeviceAuthenticator } from "./device-authenticator.ts";

export type SubDevices = ReturnType<typeof createSubDevices>;

/**
 * Devices that are there through another's connection. Each is known to the link as if it had one of its own, and is
 * at one place at a time: anyone who logs in elsewhere leaves where it was.
 */
export function createSubDevices(options: {
  authenticator: DeviceAuthenticator;
  connected: ReadonlyMap<number, ConnectedDevice>;
  /** Whose connection a device is on; itself where it has one of its own. */
  carrierOf: (device: ConnectedDevice) => ConnectedDevice | undefined;
  opened: (device: ConnectedDevice) => void;
  closed: (device: ConnectedDevice) => void;
}) {
  const { authenticator, connected, carrierOf, opened, closed } = options;

  function isBehind(device: ConnectedDevice): boolean {
    return carrierOf(device) !== device;
  }

  function detach(device: ConnectedDevice): void {
    const carrier = carrierOf(device);
    const key = ownerKey(device.owner);
    if (carrier?.subDevices.get(key) === device) carrier.subDevices.delete(key);
    closed(device);
  }

  return {
    check: (claims: readonly SubDeviceClaim[]): Promise<CheckedClaim[]> =>
      Promise.all(claims.map((claim) => authenticator.check(claim.identity, claim.sign))),

    async logIn(
      connection: ConnectedDevice,
      { known }: CheckedClaim & { outcome: "accepted" },
    ): Promise<void> {
      const address = "remoteAddress" in connection.client.conn ? connection.client.conn.remoteAddress : "";
      const device = await authenticator.admitBehind(connection, known, String(address));
      const before = connected.get(known.id);
      if (before !== undefined && isBehind(before)) detach(before);
      // The gateway may have gone while the database was asked.
      if (connection.client.closed) return;
      connection.subDevices.set(ownerKey(device.owner), device);
      opened(device);
      if (before !== undefined && !isBehind(before)) before.client.close();
    },

    /** False where it was not logged in through this gateway. */
    logOut(connection: ConnectedDevice, owner: TopicOwner): boolean {
      const found = connection.subDevices.get(ownerKey(owner));
      const device = found === undefined ? undefined : connected.get(found.about.deviceId);
      if (device === undefined || device !== found) return false;
      detach(device);
      return true;
    },

    /** A device has come on a connection of its own: it is behind no gateway any longer. */
    arrived(device: ConnectedDevice): void {
      const before = connected.get(device.about.deviceId);
      if (before !== undefined && isBehind(before)) detach(before);
    },

    /** The connection is gone, and with it all that were there through it. */
    carrierLeft(connection: ConnectedDevice): void {
      for (const found of [...connection.subDevices.values()]) {
        const device = connected.get(found.about.deviceId);
        if (device === found) detach(device);
      }
      connection.subDevices.clear();
    },

    /** Ends the device's presence here, and nobody else's; where it is out of service it is informed first. */
    end(device: ConnectedDevice, statusNotice: StatusNotice | null): void {
      if (isBehind(device)) {
        if (statusNotice !== null) sendStatusNotice(device, statusNotice);
        detach(device);
      } else endConnection(device, statusNotice);
    },
  };
}
