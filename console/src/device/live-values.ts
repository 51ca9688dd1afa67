import type { Connection, LatestValue } from "@tracewater/contract/fleet/devices";
import type { LiveEvent } from "@tracewater/contract/fleet/realtime";

/** What a stream changes on a device: its connection and its latest values. */
export type LiveDevice = {
  id: number;
  connection: Connection;
  lastValueAt: number | null;
  latest: Record<string, LatestValue>;
};

/** The device after an event; the same object where the event changes nothing, so that it is not redrawn. */
function applyEvent<T extends LiveDevice>(device: T, event: LiveEvent): T {
  if (!("deviceId" in event) || event.deviceId !== device.id) return device;
  if (event.type === "connection") return { ...device, connection: event.connection };
  if (event.type === "values") return applyValues(device, event.values);
  return device;
}

/** All events on all devices; untouched devices keep their identity, and so does the list if none changed. */
export function applyEvents<T extends LiveDevice>(devices: T[], events: LiveEvent[]): T[] {
  const byDevice = new Map<number, LiveEvent[]>();
  for (const event of events) {
    if (!("deviceId" in event) || event.deviceId === null) continue;
    const known = byDevice.get(event.deviceId);
    if (known === undefined) byDevice.set(event.deviceId, [event]);
    else known.push(event);
  }
  let changed = false;
  const next = devices.map((device) => {
    const after = (byDevice.get(device.id) ?? []).reduce(applyEvent, device);
    if (after !== device) changed = true;
    return after;
  });
  return changed ? next : devices;
}

// A value may come late (a device replays what it kept while offline): only a later one replaces the latest.
function applyValues<T extends LiveDevice>(device: T, values: LatestValue[]): T {
  const latest = { ...device.latest };
  let changed = false;
  let newest = device.lastValueAt;
  for (const value of values) {
    const known = latest[value.identifier];
    if (known !== undefined && known.at > value.at) continue;
    latest[value.identifier] = value;
    if (newest === null || value.at > newest) newest = value.at;
    changed = true;
  }
  return changed ? { ...device, latest, lastValueAt: newest } : device;
}
