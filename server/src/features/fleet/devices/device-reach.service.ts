import { type FamilyKey, families, familyKey } from "@tracewater/contract/fleet/families";
import { notFound } from "../../../platform/app-error.ts";
import { type Caller, mayDo } from "../../../platform/caller.ts";
import { type Scope, systemScope } from "../../../platform/scope.ts";
import type { Db } from "../../../platform/store/database.ts";
import type { Device, DeviceService } from "./device.service.ts";
import { createDeviceReachStore } from "./device-reach.store.ts";

/**
 * The spans, in ms since 1970 and without their ends, in which what a device reported belongs to the reader. A reading
 * belongs to the unit that the device was in at the time of the reading: moving a device leaves the past where it was.
 */
export type Reach = readonly { from: number; until: number }[];

export type DeviceReach = ReturnType<typeof createDeviceReach>;

export function createDeviceReach(options: {
  db: Db;
  devices: Pick<DeviceService, "require" | "requireByName">;
}) {
  const { devices } = options;
  const store = createDeviceReachStore(options.db);

  async function reachOf(scope: Scope, device: Device): Promise<Reach> {
    if (scope.kind === "all") return [{ from: Number.NEGATIVE_INFINITY, until: Number.POSITIVE_INFINITY }];
    const spans = await store.list(scope, device.id);
    if (spans.length === 0) throw notFound(deviceName);
    return spans.map(({ since, until, isFirst }) => ({
      // What was reported before it came to us was reported in its first unit: devices bring what they have buffered.
      from: isFirst ? Number.NEGATIVE_INFINITY : since.getTime(),
      until: until?.getTime() ?? Number.POSITIVE_INFINITY,
    }));
  }

  return {
    /**
     * A device that is or was in the scope, of whose family the caller may do this, and what of it is their to read.
     */
    async require(
      caller: Caller,
      id: number,
      verb: "query" | "export",
    ): Promise<{ device: Device; reach: Reach }> {
      const device = await devices.require(systemScope, id);
      const { permissionKey } = families[familyKey.parse(device.typeKey)];
      if (!mayDo(caller, `device:${permissionKey}:${verb}`)) throw notFound(deviceName);
      return { device, reach: await reachOf(caller.scope, device) };
    },

    /** The same by name; the permission is the call's own. */
    async requireByName(
      caller: Caller,
      family: FamilyKey,
      name: string,
    ): Promise<{ device: Device; reach: Reach }> {
      const device = await devices.requireByName(systemScope, family, name);
      return { device, reach: await reachOf(caller.scope, device) };
    },
  };
}

/** A span of time with both its ends; null where it has none. */
export type Span = { begin: Date | null; end: Date | null };

/** What of a span is within reach. */
export function withinReach(reach: Reach, begin: number | undefined, end: number | undefined): Span[] {
  const dated = (ms: number) => (Number.isFinite(ms) ? new Date(ms) : null);
  return reach
    .map(({ from, until }) => ({
      begin: Math.max(from, begin ?? Number.NEGATIVE_INFINITY),
      end: Math.min(until - 1, end ?? Number.POSITIVE_INFINITY),
    }))
    .filter((span) => span.begin <= span.end)
    .map((span) => ({ begin: dated(span.begin), end: dated(span.end) }));
}

const deviceName = { en: "device", zh: "设备" };
