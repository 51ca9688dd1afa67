import type { EventBus } from "../../../platform/event-bus.ts";
import type { FleetEvents } from "../fleet-events.ts";
import type { ConnectedDevice } from "./connected-device.ts";
import type { createConnectionRecorder } from "./connection-recorder.ts";

/** The devices that are connected to this node; each that comes or goes is recorded, then reported. */
export function createPresence(options: {
  recorder: Pick<ReturnType<typeof createConnectionRecorder>, "changed">;
  events: EventBus<FleetEvents>;
  now: () => number;
  onOpened: (device: ConnectedDevice) => void;
  onClosed: (device: ConnectedDevice) => void;
  /** Its connection is recorded. */
  onReady: (deviceId: number) => void;
}) {
  const { recorder, events, now, onOpened, onClosed, onReady } = options;
  const connected = new Map<number, ConnectedDevice>();

  function opened(device: ConnectedDevice): void {
    const { about, epoch, openedAt } = device;
    connected.set(about.deviceId, device);
    onOpened(device);
    void recorder
      .changed({ kind: "opened", deviceId: about.deviceId, epoch, at: new Date(openedAt) })
      .then(() => {
        events.emit("connection.changed", { ...about, connection: { state: "online", since: openedAt } });
        onReady(about.deviceId);
      });
  }

  function closed(device: ConnectedDevice): void {
    const { about, epoch } = device;
    const at = now();
    onClosed(device);
    if (connected.get(about.deviceId) === device) connected.delete(about.deviceId);
    void recorder.changed({ kind: "closed", deviceId: about.deviceId, epoch, at: new Date(at) }).then(() => {
      if (connected.has(about.deviceId)) return;
      events.emit("connection.changed", { ...about, connection: { state: "offline", lastSeen: at } });
    });
  }

  return {
    connected,
    opened,
    closed,
    lookUps: {
      isConnected: (deviceId: number) => connected.has(deviceId),
      /** Since when the device is on this connection; null where it is not here. */
      connectedSince: (deviceId: number): number | null => connected.get(deviceId)?.openedAt ?? null,
      /** This server's address as the device reached it; null where it is not here. */
      addressOf(deviceId: number): string | null {
        const connection = connected.get(deviceId)?.client.conn;
        return connection !== undefined && "localAddress" in connection
          ? String(connection.localAddress)
          : null;
      },
      countConnected: () => connected.size,
      /** Devices of a product that are here now. */
      connectedOf: (productKey: string): { deviceId: number; productKey: string; deviceName: string }[] =>
        [...connected.values()]
          .filter((one) => one.owner.productKey === productKey)
          .map((one) => ({ deviceId: one.about.deviceId, ...one.owner })),
    },
  };
}
