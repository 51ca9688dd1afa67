/** Upgrades of devices to a version of firmware: one by one, and in batches. */
import { z } from "zod";
import { permission, session } from "../call.ts";
import { defineCall } from "../define-call.ts";
import { data, id, idInBody, page } from "../envelope.ts";
import { idsInBody } from "../id-list.ts";
import { epochMs } from "../moments.ts";
import { blank, paging, searchText } from "../paging.ts";
import { timeSpan } from "../time-span.ts";
import { familyKey } from "./families.ts";

/**
 * The lifecycle of one upgrade: queued (also while its device is offline) -> reported -> downloading -> installed (by
 * the device's own word) -> succeeded, which only the device's report of the target version brings about.
 */
export const upgradeState = z.enum([
  "queued",
  "told",
  "downloading",
  "installed",
  "succeeded",
  "failed",
  "cancelled",
  "timedOut",
]);
export type UpgradeState = z.infer<typeof upgradeState>;

export const openUpgradeStates = ["queued", "told", "downloading", "installed"] as const;

/** Why an upgrade ended without success. */
export const upgradeReason = z.enum([
  /** The device reported that it could not do it. */
  "refusedByDevice",
  "downloadFailed",
  "checkFailed",
  "writeFailed",
  /** It said that all is installed, came back, and runs the old version. */
  "oldVersion",
  /** It came back too often without getting any further. */
  "restarts",
  /** It was reported, and nothing was heard of the upgrade since. */
  "silent",
  /** It had begun to download, and stopped. */
  "stalled",
  /** It said that all is installed, and never reported its version. */
  "noReport",
  /** It did not come online in the time that the batch waits. */
  "offline",
]);
export type UpgradeReason = z.infer<typeof upgradeReason>;

export const stateCounts = z.object({
  queued: z.number().int(),
  told: z.number().int(),
  downloading: z.number().int(),
  installed: z.number().int(),
  succeeded: z.number().int(),
  failed: z.number().int(),
  cancelled: z.number().int(),
  timedOut: z.number().int(),
});
export type UpgradeCounts = z.infer<typeof stateCounts>;

export const upgrade = z.object({
  /** Decimal digits. */
  id: z.string(),
  batchId: z.number().int(),
  batchName: z.string(),
  deviceId: z.number().int(),
  deviceName: z.string(),
  nickname: z.string(),
  typeKey: familyKey,
  isOnline: z.boolean(),
  module: z.string(),
  versionBefore: z.string().nullable(),
  version: z.string(),
  /** Counts up with each retry. */
  attempt: z.number().int(),
  /** Another attempt followed this one. */
  retried: z.boolean(),
  state: upgradeState,
  /** Per cent of the download or the installation, by the device's word. */
  progress: z.number().int(),
  reason: upgradeReason.nullable(),
  /** The device's own words on it. */
  message: z.string().nullable(),
  queuedAt: epochMs,
  toldAt: epochMs.nullable(),
  downloadingAt: epochMs.nullable(),
  installedAt: epochMs.nullable(),
  finishedAt: epochMs.nullable(),
});
export type Upgrade = z.infer<typeof upgrade>;

/** Whom a batch reaches, of the product's devices in one's data scope. */
const selection = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("all") }),
  z.object({ kind: z.literal("devices"), deviceIds: idsInBody.min(1) }),
  z.object({ kind: z.literal("tag"), tag: z.string().trim().min(1).max(30) }),
  /** So many of a hundred, chosen by lot; the lot of one version never changes, so that 30 % holds the 10 % before. */
  z.object({ kind: z.literal("percent"), percent: z.number().int().min(1).max(100) }),
]);
export type UpgradeSelection = z.infer<typeof selection>;

export const rollout = z.object({
  id: z.number().int(),
  name: z.string(),
  firmwareId: z.number().int(),
  productId: z.number().int(),
  typeKey: familyKey,
  productName: z.string(),
  productNameZh: z.string(),
  module: z.string(),
  version: z.string(),
  selection,
  atOnce: z.number().int(),
  patienceMinutes: z.number().int(),
  actor: z.string(),
  createdAt: epochMs,
  waitsUntil: epochMs,
  counts: stateCounts,
});
export type Rollout = z.infer<typeof rollout>;

const path = "/v2/admin/device/firmware";

const terms = {
  firmwareId: idInBody,
  selection,
};

/** Whom a batch would reach, before it is made. */
export const previewFirmwareBatch = defineCall({
  name: "previewFirmwareBatch",
  method: "POST",
  path: `${path}/batch/preview`,
  access: permission("device:firmware:upgrade"),
  audited: false,
  body: z.object(terms),
  reply: data(
    z.object({
      chosen: z.number().int(),
      online: z.number().int(),
      /** Of those that were meant: they report the version already. */
      alreadyThere: z.number().int(),
      /** Another upgrade of this module is under way on them. */
      busy: z.number().int(),
    }),
  ),
});

export const addFirmwareBatch = defineCall({
  name: "addFirmwareBatch",
  title: { en: "Start a firmware upgrade", zh: "发起固件升级" },
  method: "POST",
  path: `${path}/batch`,
  access: permission("device:firmware:upgrade"),
  body: z.object({
    ...terms,
    name: z.string().trim().max(60).default(""),
    /** Devices that download at one time. */
    atOnce: z.number().int().min(1).max(1000).default(50),
    /** An upgrade of which nothing is heard for so long has timed out. */
    patienceMinutes: z.number().int().min(1).max(10_080).default(60),
    /** How long it waits for devices that are offline. */
    waitHours: z.number().int().min(1).max(8760).default(168),
  }),
  reply: data(z.object({ id: z.number().int(), chosen: z.number().int() })),
});

export const listFirmwareBatches = defineCall({
  name: "listFirmwareBatches",
  method: "GET",
  path: `${path}/batch/list`,
  access: permission("device:firmware:list"),
  query: z.object({
    ...paging,
    ...timeSpan,
    productId: blank(id),
    firmwareId: blank(id),
    /** `open` ones still have devices under way. */
    state: blank(z.enum(["open", "finished"])),
  }),
  reply: page(rollout),
});

export const getFirmwareBatch = defineCall({
  name: "getFirmwareBatch",
  method: "GET",
  path: `${path}/batch/:id`,
  access: permission("device:firmware:list"),
  params: z.object({ id }),
  reply: data(rollout),
});

export const listUpgrades = defineCall({
  name: "listUpgrades",
  method: "GET",
  path: `${path}/upgrade/list`,
  access: permission("device:firmware:list"),
  query: z.object({
    ...paging,
    ...timeSpan,
    batchId: blank(id),
    state: blank(upgradeState),
    keyword: searchText,
  }),
  reply: page(upgrade),
});

const chosen = z.object({
  /** None: all of the batch that can be. */
  upgradeIds: z
    .array(z.string().regex(/^\d{1,18}$/))
    .max(1000)
    .default([]),
});
const howMany = data(z.object({ count: z.number().int() }));

export const cancelUpgrades = defineCall({
  name: "cancelUpgrades",
  title: { en: "Cancel firmware upgrades", zh: "取消固件升级" },
  method: "PUT",
  path: `${path}/batch/:id/cancel`,
  access: permission("device:firmware:upgrade"),
  params: z.object({ id }),
  body: chosen,
  reply: howMany,
});

/** Another attempt of those that failed, timed out or were cancelled. */
export const retryUpgrades = defineCall({
  name: "retryUpgrades",
  title: { en: "Retry firmware upgrades", zh: "重试固件升级" },
  method: "PUT",
  path: `${path}/batch/:id/retry`,
  access: permission("device:firmware:upgrade"),
  params: z.object({ id }),
  body: chosen,
  reply: howMany,
});

/** What one device runs, ran, and is being upgraded to; the permission asked is that of the device's family. */
export const getDeviceFirmware = defineCall({
  name: "getDeviceFirmware",
  method: "GET",
  path: `${path}/device/:id`,
  access: session,
  params: z.object({ id }),
  reply: data(
    z.object({
      modules: z.array(
        z.object({ module: z.string(), version: z.string(), since: epochMs, informedAt: epochMs }),
      ),
      /** Versions that it ran before, the latest first. */
      past: z.array(z.object({ module: z.string(), version: z.string(), since: epochMs })),
      upgrades: z.array(upgrade),
    }),
  ),
});
