import { familyKey } from "@tracewater/contract/fleet/families";
import {
  addFirmwareBatch,
  cancelUpgrades,
  getDeviceFirmware,
  getFirmwareBatch,
  listFirmwareBatches,
  listUpgrades,
  previewFirmwareBatch,
  type Rollout,
  retryUpgrades,
  rollout,
} from "@tracewater/contract/fleet/firmware-upgrades";
import type { Caller } from "../../../platform/caller.ts";
import type { AuditChange } from "../../../platform/http/audit-change.ts";
import { pageOf } from "../../../platform/http/pages.ts";
import type { Serve } from "../../../platform/http/serve-call.ts";
import type { DeviceService } from "../devices/device.service.ts";
import type { FirmwareService } from "./firmware.service.ts";
import type { RolloutRow } from "./rollout.store.ts";
import { rolloutTerms } from "./upgrade.model.ts";
import type { UpgradeService } from "./upgrade.service.ts";
import type { UpgradeRow } from "./upgrade-queries.store.ts";

/** Batches of upgrades, their devices, and the firmware of one device. */
export function serveUpgrades(
  serve: Serve,
  parts: { firmware: FirmwareService; upgrades: UpgradeService; devices: DeviceService },
): void {
  const { firmware, upgrades, devices } = parts;
  serve.forCaller(previewFirmwareBatch, async ({ body }, caller) => {
    const target = await firmware.require(body.firmwareId);
    return { data: await upgrades.preview(caller.scope, target, body.selection) };
  });

  serve.forCaller(addFirmwareBatch, async ({ body, audit }, caller) => {
    const target = await firmware.require(body.firmwareId);
    const { id, chosen } = await upgrades.order(caller, target, body.selection, {
      ...rolloutTerms(body),
      name: body.name === "" ? target.version : body.name,
    });
    const subject = { kind: "firmwareBatch", id, name: `${target.module} ${target.version}` };
    audit({ subject, after: { ...body, version: target.version, devices: chosen } });
    return { data: { id, chosen } };
  });

  serve.forCaller(listFirmwareBatches, async ({ query }, caller) => {
    const { rows, total } = await upgrades.listBatches(caller.scope, query, (all) => pageOf(query, all));
    return { rows: rows.map(toRollout), total };
  });
  serve.forCaller(getFirmwareBatch, async ({ params }, caller) => ({
    data: toRollout(await upgrades.requireRollout(caller.scope, params.id)),
  }));
  serve.forCaller(listUpgrades, async ({ query }, caller) => {
    if (query.batchId !== undefined) await upgrades.requireRollout(caller.scope, query.batchId);
    return upgrades.list(caller.scope, query, (all) => pageOf(query, all));
  });

  serveSteps(serve, upgrades);

  serve.forCaller(getDeviceFirmware, async ({ params }, caller) => {
    await devices.requireReadable(caller, params.id);
    const { modules, past, upgrades: own } = await upgrades.ofDevice(caller.scope, params.id);
    return {
      data: {
        modules: modules.map(({ since, informedAt, ...rest }) => ({
          ...rest,
          since: since.getTime(),
          informedAt: informedAt.getTime(),
        })),
        past: past.map(({ since, ...rest }) => ({ ...rest, since: since.getTime() })),
        upgrades: own,
      },
    };
  });
}

function serveSteps(serve: Serve, upgrades: UpgradeService): void {
  type Steps = {
    params: { id: number };
    body: { upgradeIds: string[] };
    audit(change: AuditChange): void;
  };
  async function step(
    { params, body, audit }: Steps,
    caller: Caller,
    take: UpgradeService["cancel"],
    after: string,
  ) {
    const batch = await upgrades.requireRollout(caller.scope, params.id);
    const ids = body.upgradeIds.length === 0 ? null : body.upgradeIds;
    const taken = await take(caller.scope, params.id, ids);
    const subject = { kind: "firmwareBatch", id: batch.id, name: `${batch.module} ${batch.version}` };
    audit({
      subject,
      before: batch.counts,
      after: { [after]: taken.length, devices: taken.slice(0, 100).map(nameOf) },
    });
    return { data: { count: taken.length } };
  }
  serve.forCaller(cancelUpgrades, (input, caller) => step(input, caller, upgrades.cancel, "cancelled"));
  serve.forCaller(retryUpgrades, (input, caller) => step(input, caller, upgrades.retry, "retried"));
}

function nameOf({ deviceName }: UpgradeRow): string {
  return deviceName;
}

function toRollout(row: RolloutRow): Rollout {
  const { actorName, createdAt, waitsUntil, patienceS, selection, typeKey, ...rest } = row;
  return {
    ...rest,
    typeKey: familyKey.parse(typeKey),
    selection: rollout.shape.selection.parse(selection),
    patienceMinutes: Math.round(patienceS / 60),
    actor: actorName,
    createdAt: createdAt.getTime(),
    waitsUntil: waitsUntil.getTime(),
  };
}
