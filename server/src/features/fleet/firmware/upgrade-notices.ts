import { downlinkTopic } from "@tracewater/alink/topics";
import type { DeviceAddresses } from "../../../platform/files/device-address.ts";
import { createGroupCommit } from "../../../platform/group-commit.ts";
import { apiPrefix } from "../../../platform/http/answers.ts";
import type { DeviceLinkService } from "../device-link/device-link.service.ts";
import { toOfferPayload, upgradeToken } from "./upgrade.model.ts";
import type { createUpgradeStore } from "./upgrade.store.ts";
import type { UpgradeRow } from "./upgrade-queries.store.ts";

const hour = 3_600_000;
/** A device that comes online first says what it runs: it may be there already. */
const debounceMs = 2000;
export const maxNotifications = 6;
const addressTtlMs = 30 * 24 * hour;

/** Offers upgrades to their devices, and again to those that may not know of them any longer. */
export function createUpgradeNotices(options: {
  node: string;
  store: ReturnType<typeof createUpgradeStore>;
  link: DeviceLinkService;
  addresses: DeviceAddresses;
  emitChanges: (ids: readonly string[]) => Promise<UpgradeRow[]>;
  inBackground: (work: Promise<unknown>) => void;
  now: () => number;
}) {
  const { store, link, addresses, emitChanges, inBackground, now } = options;

  const urlFor = (row: UpgradeRow) => {
    const token = addresses.token({ kind: "firmware", id: row.id, until: now() + addressTtlMs });
    return addresses.url(
      `${apiPrefix}/v2/device/firmware/${token}`,
      link.addressOf(row.deviceId) ?? "127.0.0.1",
    );
  };

  function push(row: UpgradeRow): boolean {
    const topic = downlinkTopic.firmwareUpgrade(row);
    return link.send(row.deviceId, {
      topic,
      payload: toOfferPayload(row, urlFor(row)),
      token: upgradeToken.of(row.id),
    });
  }

  async function notifyDue(): Promise<void> {
    const at = now();
    const due = await emitChanges(
      await store.claimDue(options.node, new Date(at), new Date(at - debounceMs)),
    );
    for (const row of due) {
      if (!push(row)) await emitChanges(await store.release(row.id));
    }
  }

  async function notifyAgain(deviceId: number, which: "unreceived" | "all"): Promise<void> {
    const since = link.connectedSince(deviceId);
    if (since === null) return;
    const again = await store.claimAgain(deviceId, new Date(since), new Date(now()), which);
    for (const row of await emitChanges(again)) {
      if (row.tellings <= maxNotifications) push(row);
    }
  }

  /** Ten thousand that come back at once are a few questions, and most have no upgrade. */
  const reconnectBatch = createGroupCommit<number>({
    max: 500,
    async write(deviceIds) {
      for (const id of await store.listNotified(deviceIds)) inBackground(notifyAgain(id, "unreceived"));
    },
  });

  return {
    urlFor,
    notifyDue,
    notifyAgain,
    reconnected: (deviceId: number) => reconnectBatch.add(deviceId),
  };
}
