import type { createDeviceFirmwareStore } from "./device-firmware.store.ts";
import { reasonOfStep, toPackage } from "./upgrade.model.ts";
import type { createUpgradeStore } from "./upgrade.store.ts";
import type { createUpgradeNotices } from "./upgrade-notices.ts";
import type { UpgradeRow } from "./upgrade-queries.store.ts";

/** What a device reports of its firmware and its upgrade, and asks of it. */
export function createUpgradeReports(options: {
  store: ReturnType<typeof createUpgradeStore>;
  versions: ReturnType<typeof createDeviceFirmwareStore>;
  notices: Pick<ReturnType<typeof createUpgradeNotices>, "urlFor" | "notifyDue" | "notifyAgain">;
  emitChanges: (ids: readonly string[]) => Promise<UpgradeRow[]>;
  inBackground: (work: Promise<unknown>) => void;
  now: () => number;
}) {
  const { store, versions, notices, emitChanges, inBackground, now } = options;

  return {
    async informed(deviceId: number, module: string, version: string): Promise<void> {
      const at = new Date(now());
      await versions.save(deviceId, module, version, at);
      const ended = await emitChanges(await store.informed({ deviceId, module }, version, at));
      if (ended.length > 0) inBackground(notices.notifyDue());
      // It has restarted since it was reported, and knows nothing of it any longer.
      await notices.notifyAgain(deviceId, "all");
    },
    async progressed(deviceId: number, module: string, step: number, message: string): Promise<void> {
      const at = new Date(now());
      const device = { deviceId, module };
      if (step >= 0) await emitChanges(await store.progressed(device, { progress: step, at }));
      else {
        const ending = { state: "failed", reason: reasonOfStep(step), message } as const;
        await emitChanges(await store.failed(device, ending, at));
      }
    },
    async asked(deviceId: number, module: string): Promise<Record<string, unknown>> {
      const row = await store.findOpen(deviceId, module);
      return row === undefined ? {} : toPackage(row, notices.urlFor(row));
    },
  };
}
