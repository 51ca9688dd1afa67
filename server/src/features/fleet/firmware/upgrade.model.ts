import { familyKey } from "@tracewater/contract/fleet/families";
import { mainModule } from "@tracewater/contract/fleet/firmware";
import {
  type Upgrade,
  type UpgradeReason,
  upgradeReason,
  upgradeState,
} from "@tracewater/contract/fleet/firmware-upgrades";
import { z } from "zod";
import type { UpgradeRow } from "./upgrade-queries.store.ts";

/** Tokens and ids of what this feature sends down begin with this word. */
const tokenPrefix = "ota-";

export const upgradeToken = {
  of: (upgradeId: string): string => `${tokenPrefix}${upgradeId}`,
  /** The upgrade whose token it is; null where it is another feature's. */
  read(token: string): string | null {
    const id = token.startsWith(tokenPrefix) ? token.slice(tokenPrefix.length) : "";
    return /^\d{1,18}$/.test(id) ? id : null;
  },
};

/**
 * The message that reports a device of its upgrade. Its code is the text "1000", alone among downlinks, as the public
 * SDKs expect it; a module is named where it is not the device's own firmware.
 */
export function toOfferPayload(row: UpgradeRow, url: string): string {
  return JSON.stringify({ id: row.id, code: "1000", message: "success", data: toPackage(row, url) });
}

/** What a device is to install, as both the reporting and the answer to its own question carry it. */
export function toPackage(row: UpgradeRow, url: string): Record<string, unknown> {
  return {
    size: Number(row.size),
    version: row.version,
    url,
    sign: row.sha256,
    signMethod: "SHA256",
    md5: row.md5,
    ...(row.module === mainModule ? {} : { module: row.module }),
  };
}

const moduleName = z.string().min(1).max(64).default(mainModule);

/** A device's word on what it runs. */
export const versionReport = z.object({ version: z.string().min(1).max(64), module: moduleName });

/** A device's word on how far it is: per cent, or a negative number for what went wrong. */
export const progressReport = z.object({
  step: z.coerce.number().int().min(-4).max(100),
  desc: z.string().max(500).catch(""),
  module: moduleName,
});

const reasons: Record<number, UpgradeReason> = {
  [-1]: "refusedByDevice",
  [-2]: "downloadFailed",
  [-3]: "checkFailed",
  [-4]: "writeFailed",
};

export function reasonOfStep(step: number): UpgradeReason {
  return reasons[step] ?? "refusedByDevice";
}

export function toUpgrade(row: UpgradeRow): Upgrade {
  return {
    id: row.id,
    batchId: row.batchId,
    batchName: row.batchName,
    deviceId: row.deviceId,
    deviceName: row.deviceName,
    nickname: row.nickname,
    typeKey: familyKey.parse(row.typeKey),
    isOnline: row.isOnline,
    module: row.module,
    versionBefore: row.versionBefore,
    version: row.version,
    attempt: row.attempt,
    retried: row.retried,
    state: upgradeState.parse(row.state),
    progress: row.progress,
    reason: row.reason === null ? null : upgradeReason.parse(row.reason),
    message: row.message,
    queuedAt: row.queuedAt.getTime(),
    toldAt: row.toldAt?.getTime() ?? null,
    downloadingAt: row.downloadingAt?.getTime() ?? null,
    installedAt: row.installedAt?.getTime() ?? null,
    finishedAt: row.finishedAt?.getTime() ?? null,
  };
}

/** As the batch keeps them; its name may be given otherwise. */
export function rolloutTerms(given: {
  name: string;
  atOnce: number;
  patienceMinutes: number;
  waitHours: number;
}) {
  return {
    name: given.name,
    atOnce: given.atOnce,
    patienceS: given.patienceMinutes * 60,
    waitMs: given.waitHours * 3_600_000,
  };
}
