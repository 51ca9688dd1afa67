/** Upgrades of firmware: ordered in batches, offered to each device, and ended by what the device reports. */
import { familyKey } from "@tracewater/contract/fleet/families";
import type { UpgradeSelection } from "@tracewater/contract/fleet/firmware-upgrades";
import { AppError, notFound } from "../../../platform/app-error.ts";
import type { Caller } from "../../../platform/caller.ts";
import type { EventBus } from "../../../platform/event-bus.ts";
import type { DeviceAddresses } from "../../../platform/files/device-address.ts";
import type { Log } from "../../../platform/log.ts";
import type { Scope } from "../../../platform/scope.ts";
import type { Db } from "../../../platform/store/database.ts";
import { isDatabaseUnavailable } from "../../../platform/store/store-errors.ts";
import type { DeviceLinkService } from "../device-link/device-link.service.ts";
import type { FleetEvents } from "../fleet-events.ts";
import { createDeviceFirmwareStore } from "./device-firmware.store.ts";
import type { FirmwareRow } from "./firmware.store.ts";
import { createRolloutStore, type RolloutFilter, type RolloutRow } from "./rollout.store.ts";
import { type rolloutTerms, toUpgrade, upgradeToken } from "./upgrade.model.ts";
import { createUpgradeStore } from "./upgrade.store.ts";
import { createUpgradeNotices, maxNotifications } from "./upgrade-notices.ts";
import type { UpgradeFilter, UpgradeRow } from "./upgrade-queries.store.ts";
import { createUpgradeReports } from "./upgrade-reports.ts";

export type UpgradeService = ReturnType<typeof createUpgradeService>;

type Page = (total: number) => { limit: number; offset: number };
/** How a batch goes on: devices at one time, the silence that ends an upgrade, the time for those that are offline. */
export type RolloutTerms = ReturnType<typeof rolloutTerms>;

const sweepEveryMs = 1000;

/**
 * The lifecycle of upgrades. Each step is written before it is reported; what a device says moves its own upgrade
 * alone, and only its report of the target version makes a success of it.
 */
export function createUpgradeService(options: {
  db: Db;
  node: string;
  link: DeviceLinkService;
  addresses: DeviceAddresses;
  events: EventBus<FleetEvents>;
  log: Log;
  now: () => number;
}) {
  const { addresses, events, log, now } = options;
  const store = createUpgradeStore(options.db);
  const batches = createRolloutStore(options.db);
  const versions = createDeviceFirmwareStore(options.db);
  let sweeper: NodeJS.Timeout | null = null;
  let stopping = false;
  const underway = new Set<Promise<void>>();

  async function emitChanges(ids: readonly string[]): Promise<UpgradeRow[]> {
    if (ids.length === 0) return [];
    const rows = await store.listByIds(ids);
    for (const row of rows) {
      const { deviceId, unitId } = row;
      const about = { deviceId, unitId, typeKey: familyKey.parse(row.typeKey) };
      events.emit("upgrade.changed", { ...about, upgrade: toUpgrade(row) });
    }
    return rows;
  }

  const notices = createUpgradeNotices({ ...options, store, emitChanges, inBackground });

  async function sweep(): Promise<void> {
    try {
      for (const row of await emitChanges(await store.endOverdue(new Date(now()), maxNotifications))) {
        log.info({ deviceId: row.deviceId, upgrade: row.id, reason: row.reason }, "an upgrade failed");
      }
      await notices.notifyDue();
    } catch (error) {
      if (!isDatabaseUnavailable(error)) log.error({ err: error }, "upgrades could not be checked");
    }
    if (!stopping) sweeper = setTimeout(() => inBackground(sweep()), sweepEveryMs);
  }

  function inBackground(work: Promise<unknown>): void {
    const done = work
      .then(
        () => undefined,
        (error) => {
          if (!isDatabaseUnavailable(error)) log.error({ err: error }, "a step of an upgrade failed");
        },
      )
      .finally(() => underway.delete(done));
    underway.add(done);
  }

  return {
    ...createUpgradeLists({ store, batches, versions }),

    async order(
      caller: Caller,
      firmware: FirmwareRow,
      selection: UpgradeSelection,
      terms: RolloutTerms,
    ): Promise<{ id: number; chosen: number }> {
      const at = now();
      const made = await batches.add(caller.scope, targetOf(firmware), selection, {
        ...terms,
        actorId: caller.userId,
        actorName: caller.nickName,
        at: new Date(at),
        waitsUntil: new Date(at + terms.waitMs),
      });
      if (made === undefined) throw nobodyLeft();
      inBackground(notices.notifyDue());
      return made;
    },

    async cancel(scope: Scope, batchId: number, ids: readonly string[] | null): Promise<UpgradeRow[]> {
      return emitChanges(await store.cancel(scope, batchId, ids, new Date(now())));
    },

    async retry(scope: Scope, batchId: number, ids: readonly string[] | null): Promise<UpgradeRow[]> {
      const at = new Date(now());
      const again = await emitChanges(await store.retry(scope, batchId, ids, at));
      if (again.length > 0) await store.waitAgain(batchId, at);
      inBackground(notices.notifyDue());
      return again;
    },

    /** The upgrade that an address serves; null where it is over, or the address none of ours. */
    async findDownload(token: string): Promise<UpgradeRow | null> {
      const id = addresses.read(token, "firmware");
      if (id === null) return null;
      const row = await store.findDownloadable(id);
      if (row === undefined) return null;
      const at = now();
      await emitChanges(await store.downloadBegun(row.id, new Date(at), new Date(at - 5000)));
      return row;
    },

    /** What a device says and asks; each is safe to run again. */
    device: createUpgradeReports({ store, versions, notices, emitChanges, inBackground, now }),

    /** What the device link reports of its devices. */
    listener: {
      ready: (deviceId: number) => inBackground(notices.reconnected(deviceId)),
      acknowledged(token: string): void {
        const id = upgradeToken.read(token);
        if (id !== null) inBackground(store.received(id, new Date(now())));
      },
    },

    async start(): Promise<void> {
      await sweep();
    },

    async stop(): Promise<void> {
      stopping = true;
      if (sweeper !== null) clearTimeout(sweeper);
      // One step sets the next one going.
      while (underway.size > 0) await Promise.all(underway);
    },
  };
}

function targetOf({ id, productId, module, version }: FirmwareRow) {
  return { firmwareId: id, productId, module, version };
}

/** What is shown of batches and upgrades. */
function createUpgradeLists(of: {
  store: ReturnType<typeof createUpgradeStore>;
  batches: ReturnType<typeof createRolloutStore>;
  versions: ReturnType<typeof createDeviceFirmwareStore>;
}) {
  const { store, batches, versions } = of;

  return {
    async requireRollout(scope: Scope, id: number): Promise<RolloutRow> {
      const found = await batches.find(scope, id);
      if (found === undefined) throw notFound({ en: "upgrade batch", zh: "升级批次" });
      return found;
    },

    preview: (scope: Scope, firmware: FirmwareRow, selection: UpgradeSelection) =>
      batches.preview(scope, targetOf(firmware), selection),

    async listBatches(scope: Scope, filter: RolloutFilter, page: Page) {
      const total = await batches.count(scope, filter);
      return { total, rows: await batches.list(scope, filter, page(total)) };
    },

    async list(scope: Scope, filter: UpgradeFilter, page: Page) {
      const total = await store.count(scope, filter);
      return { total, rows: (await store.list(scope, filter, page(total))).map(toUpgrade) };
    },

    async ofDevice(scope: Scope, deviceId: number) {
      const page = { limit: 50, offset: 0 };
      return {
        modules: await versions.listModules(deviceId),
        past: await versions.listPast(deviceId),
        upgrades: (await store.list(scope, { deviceId }, page)).map(toUpgrade),
      };
    },
  };
}

function nobodyLeft(): AppError {
  const text = { en: "matches no device to upgrade", zh: "没有可升级的设备" };
  return new AppError("badInput", { en: `selection: it ${text.en}`, zh: `selection：${text.zh}` }, [
    { field: "selection", text },
  ]);
}
