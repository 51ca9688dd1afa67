import { copyFile, writeFile } from "node:fs/promises";
import { addFirmwareBatch } from "@tracewater/contract/fleet/firmware-upgrades";
import { addUpkeepItem } from "@tracewater/contract/fleet/maintenance-items";
import { addTimedTask } from "@tracewater/contract/fleet/timed-tasks";
import { noticeBody } from "@tracewater/contract/system/notices";
import type { HistoryServices } from "../../../app/platform.ts";
import { rolloutTerms } from "../../../features/fleet/firmware/upgrade.model.ts";
import type { Caller } from "../../../platform/caller.ts";
import { systemScope } from "../../../platform/scope.ts";
import type { Db } from "../../../platform/store/database.ts";
import type { Step } from "../laboratory/history-clock.ts";
import { createSeedStore } from "../seed.store.ts";
import { type KeptDevice, listUnitDevices } from "./fleet-devices.store.ts";
import {
  boxCamera,
  firstPictures,
  maintenance,
  notices,
  samplerFirmware,
  timedTasks,
} from "./fleet-texts.data.ts";

const minute = 60_000;
const day = 86_400_000;
/** The demo's server is up by then, and its devices are connected. */
const firstPictureMs = 3 * minute;
const pilots = 3;

/**
 * What people did with the devices of a unit: maintenance, timed tasks, a firmware version with its pilot upgrade and
 * notices, as steps that are still to be played; none where a first start that was cut off has played them already.
 */
export async function planFleet(
  history: HistoryServices,
  db: Db,
  given: {
    unitId: number;
    untilMs: number;
    zone: string;
    dayOf: (ms: number) => string;
    camera?: DemoCamera | null | undefined;
  },
): Promise<Step[]> {
  const { unitId, untilMs, camera = null } = given;
  if ((await history.maintenanceItems.count(systemScope, {})) > 0) return [];
  const engineer = await findCaller(history, db, "nora.lindqvist");
  const chief = await findCaller(history, db, "dirk.hoffmann");
  const devices = await listUnitDevices(db, unitId);
  return [
    ...maintain(history, engineer, { devices, ...given }),
    ...schedule(history, engineer, { devices, ...given }),
    ...upgradePilots(history, engineer, { devices, untilMs }),
    ...(camera === null ? [] : watchBox(history, engineer, { devices, untilMs, unitId, camera })),
    ...notices.map(({ daysAgo, ...texts }) => ({
      at: untilMs - daysAgo * day,
      work: async () => {
        const body = noticeBody.parse({ ...texts, audience: "units", unitIds: [unitId] });
        await history.notices.add(chief, body);
      },
    })),
  ];
}

/** A camera that is reached while the demo runs, and a film of it. */
export type DemoCamera = { address: string; clip: string };

/** The camera in the box of the first sampler, with recordings of some days. */
function watchBox(
  { cameras, recordings }: HistoryServices,
  engineer: Caller,
  given: { devices: readonly KeptDevice[]; untilMs: number; unitId: number; camera: DemoCamera },
): Step[] {
  const { untilMs, unitId, camera } = given;
  const sampler = given.devices.find((one) => one.typeKey === "waterSample");
  if (sampler === undefined) return [];
  const { name, recordedDaysAgo, mountedDaysAgo, retentionDays } = boxCamera;
  let cameraId = 0;
  const mount = async () => {
    const body = { name: `${name} ${sampler.deviceName}`, kind: "hls" as const, address: camera.address };
    const about = { unitId, deviceId: sampler.id, frame: null, retentionDays };
    cameraId = await cameras.add(engineer, { ...body, ...about });
  };
  const record = (takenAt: number) => async () => {
    const path = await recordings.plan();
    await copyFile(camera.clip, path);
    const of = { id: cameraId, unitId, deviceId: sampler.id };
    await recordings.addRecording(of, { path, name: `${name} ${sampler.deviceName}`, takenAt });
  };
  return [
    { at: untilMs - mountedDaysAgo * day, work: mount },
    ...recordedDaysAgo.map((daysAgo) => {
      const at = untilMs - daysAgo * day;
      return { at, work: record(at) };
    }),
  ];
}

async function findCaller(history: HistoryServices, db: Db, userName: string): Promise<Caller> {
  const id = await createSeedStore(db).findPerson(userName);
  const caller = id === undefined ? null : await history.callerAs(id);
  if (caller === null) throw new Error(`${userName} was not created`);
  return caller;
}

/** Each item on the first two devices of its family; of the second one the last time is not done, and so overdue. */
function maintain(
  { maintenanceItems }: HistoryServices,
  engineer: Caller,
  given: { devices: readonly KeptDevice[]; untilMs: number; dayOf: (ms: number) => string },
): Step[] {
  const { untilMs, dayOf } = given;
  return maintenance.flatMap(({ family, fields, doneDaysAgo, dueInDays, note }) =>
    given.devices
      .filter((one) => one.typeKey === family)
      .slice(0, 2)
      .flatMap(({ deviceName }, place) => {
        const done = place === 0 ? doneDaysAgo : doneDaysAgo.slice(0, Math.max(1, doneDaysAgo.length - 1));
        const first = untilMs - ((doneDaysAgo[0] ?? 30) + 1) * day;
        const dueMs = dueInDays === null ? first + day : untilMs + dueInDays * day;
        const dueOn = fields.counter === undefined || dueInDays !== null ? dayOf(dueMs) : null;
        let itemId = 0;
        const add = async () => {
          const { deviceName: name, ...body } = addUpkeepItem.body.parse({ ...fields, deviceName, dueOn });
          itemId = await maintenanceItems.add(systemScope, name, body);
        };
        return [
          { at: first, work: add },
          ...done.map((daysAgo) => ({
            at: untilMs - daysAgo * day,
            work: () => maintenanceItems.done(engineer, itemId, note),
          })),
        ];
      }),
  );
}

/** Tasks of the first devices of each family, and one picture that is taken once the demo runs. */
function schedule(
  history: HistoryServices,
  engineer: Caller,
  given: { devices: readonly KeptDevice[]; untilMs: number; zone: string },
): Step[] {
  const { devices, untilMs, zone } = given;
  const terms = { params: {}, zone, tag: null, expiresIn: 3600, retries: 1 };
  const add = (device: KeptDevice, facts: object) => async () => {
    const body = addTimedTask.body.parse({ ...terms, deviceId: device.id, ...facts });
    await history.timedTasks.add(engineer, device.typeKey, body);
  };
  const of = (family: string, count: number) =>
    devices.filter((one) => one.typeKey === family).slice(0, count);
  return [
    ...timedTasks.flatMap(({ family, cron, ...facts }, place) =>
      of(family, 2).map((device) => ({
        at: untilMs - (30 - place) * day,
        work: add(device, { ...facts, cronExpression: cron, onceAt: null }),
      })),
    ),
    ...firstPictures.flatMap(({ family, ...facts }) =>
      of(family, 3).map((device, place) => ({
        at: untilMs - minute,
        work: add(device, {
          ...{ ...facts, reason: "Shown in the demo", cronExpression: null },
          onceAt: untilMs + firstPictureMs + place * 10_000,
        }),
      })),
    ),
  ];
}

/** A version for samplers with the upgrade of the first few, which they install when they are connected. */
function upgradePilots(
  { firmware, upgrades }: HistoryServices,
  engineer: Caller,
  { devices, untilMs }: { devices: readonly KeptDevice[]; untilMs: number },
): Step[] {
  const samplers = devices.filter((one) => one.typeKey === "waterSample").slice(0, pilots);
  const [first] = samplers;
  if (first === undefined) return [];
  const { rolloutName, ...facts } = samplerFirmware;
  const upgrade = async () => {
    const path = await firmware.planUpload();
    await writeFile(path, `${facts.version}\n${"Firmware of the simulated water sampler.\n".repeat(2000)}`);
    const name = `${facts.version}.bin`;
    const file = { ...facts, productId: first.productId, actorName: engineer.nickName };
    const added = await firmware.add(file, { path, name });
    const body = addFirmwareBatch.body.parse({
      ...{ firmwareId: added.id, name: rolloutName, atOnce: 1 },
      selection: { kind: "devices", deviceIds: samplers.map(({ id }) => id) },
    });
    await upgrades.order(engineer, added, body.selection, rolloutTerms(body));
  };
  return [{ at: untilMs - 2 * 60 * minute, work: upgrade }];
}
