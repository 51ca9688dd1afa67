import { randomBytes } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type FamilyKey, familyKey, familyKeys } from "@tracewater/contract/fleet/families";
import { z } from "zod";
import type { Core } from "../../app/core.ts";
import { withCore } from "../../app/with-core.ts";
import { openSecretBox, type SecretBox } from "../../platform/secret-box.ts";
import type { Database } from "../../platform/store/database.ts";
import { type CommandContext, CommandError } from "../command-error.ts";
import { waitForTables } from "../wait-for-tables.store.ts";
import { addDemoBoards } from "./boards.ts";
import { addBottleHistory } from "./bottle-history.ts";
import type { DemoCamera } from "./fleet/fleet-history.ts";
import { addHandheldSamples } from "./handheld-samples.store.ts";
import { importHistory } from "./history.ts";
import { addLaboratoryHistory } from "./laboratory/laboratory-history.ts";
import { addLoadData, type LoadData } from "./load-data.ts";
import {
  demoDevices,
  loggedDevices,
  type PlannedDevice,
  plainDevices,
  plantUnits,
  toPointCode,
} from "./plan.ts";
import { zoneOfPlant } from "./plant-zones.data.ts";
import { readPlants } from "./plants.ts";
import { readPublishedLoads } from "./published-loads.ts";
import { addSamplerReadings } from "./readings.ts";
import { refuseSecondHistory } from "./second-history.store.ts";
import { createSeedStore } from "./seed.store.ts";

/** What a crowd fills. */
const loadedTables = ["dept", "sys_user", "user_role", "login_log", "audit_log"];

/** `seed`: fills a store with units, points, devices and, from a stream, with history. Says what it did on stderr. */
export async function seedCommand({ env, log, args }: CommandContext): Promise<number> {
  const given = readArguments(args);
  const credentials = await withCore({ env, log }, async (core, database, store) => {
    if (given.history !== null) {
      const mediaFolder = join(env.DATA_DIR, "media");
      const stored = await importHistory({
        ...{ file: given.history, database, core, log, zone: env.TZ, mediaFolder },
      });
      process.stderr.write(
        `history: ${stored.values} values and ${stored.events} events of ${stored.devices} devices\n`,
      );
      if (given.bottles) {
        const added = await addBottleHistory(database.db, Date.now());
        process.stderr.write(
          `bottles: ${added.bottles} in ${added.places} slots of ${added.samplers} samplers\n`,
        );
      }
      if (given.laboratory > 0) {
        process.stderr.write(`boards: ${await addHandheldSamples(database.db)} samples registered\n`);
        const { samples, deliveries, loads } = await addLaboratoryHistory({
          ...{ env, log, store, days: given.laboratory, camera: given.camera },
        });
        process.stderr.write(`laboratory: ${samples} samples, ${deliveries} deliveries, ${loads} loads\n`);
      }
      return null;
    }
    if (given.demo) await refuseSecondHistory(database.db, env);
    const secrets = await openSecretBox(env.DATA_DIR, env.SECRET_KEY_FILE);
    const filled = await fill(core, database, secrets, given);
    if (given.loadData !== null) {
      await addLoadData(database.db, given.loadData, env.TZ, Date.now());
      await waitForTables(store.owner, loadedTables);
    }
    if (given.readings > 0) await addSamplerReadings(database.db, given.readings, env.TZ, Date.now());
    return filled;
  });
  if (credentials !== null) {
    const file = given.credentials ?? join(env.DATA_DIR, "fleet.json");
    await writeFile(file, `${JSON.stringify(credentials)}\n`, { mode: 0o600 });
    process.stderr.write(`credentials of ${credentials.devices.length} devices: ${file}\n`);
  }
  return 0;
}

/** What the fleet reads: who it is, and what it plays. */
type Credentials = {
  devices: {
    productKey: string;
    deviceName: string;
    deviceSecret: string;
    typeKey: string;
    seed: number;
    profile: object;
  }[];
};

async function fill(core: Core, database: Database, secrets: SecretBox, given: Given): Promise<Credentials> {
  const store = createSeedStore(database.db);
  const plants = readPlants().slice(0, given.demo ? undefined : given.points);
  const unitIds = new Map<string, number>();
  for (const name of plantUnits) unitIds.set(name, await core.orgUnits.ensureUnit(name));
  const points = plants.map((plant) => ({
    code: toPointCode(plant),
    name: plant.plant || plant.city_or_board,
    unit_id: unitIds.get(plantUnits[plant.country === "GB-SCT" ? 1 : 0]) ?? 0,
    latitude: plant.lat,
    longitude: plant.lon,
    zone: zoneOfPlant(plant),
    country: plant.country,
    place: plant.city_or_board,
    population: plant.population > 0 ? plant.population : null,
    source: plant.source,
  }));
  const added = await store.addPoints(points);
  process.stderr.write(`sampling points: ${added} of ${points.length} added\n`);

  const sources = { plants, loads: readPublishedLoads(), seed: given.seed };
  const planned = given.demo ? demoDevices(sources) : plainDevices(sources, given.devices, given.families);
  const products = new Map((await core.products.list()).map((product) => [product.typeKey, product]));
  const devices = planned.map((device) => ({ device, secret: randomBytes(16).toString("hex") }));
  for (let from = 0; from < devices.length; from += 5000) {
    await store.addDevices(
      devices.slice(from, from + 5000).map(({ device, secret }) => ({
        device_name: device.deviceName,
        nickname: device.nickname,
        unit_id: unitIds.get(device.unit) ?? 0,
        point_code: device.pointCode,
        product_id: products.get(device.typeKey)?.id ?? 0,
        secret: secrets.seal(secret).toString("hex"),
      })),
    );
  }
  if (given.demo) {
    await store.requestLogs(loggedDevices, "Demo");
    process.stderr.write(`board lots: ${await addDemoBoards(database.db)} added\n`);
  }
  return {
    devices: devices.map(({ device, secret }) =>
      toCredentials(device, secret, products.get(device.typeKey)?.productKey ?? ""),
    ),
  };
}

function toCredentials(
  device: PlannedDevice,
  deviceSecret: string,
  productKey: string,
): Credentials["devices"][number] {
  return {
    productKey,
    deviceName: device.deviceName,
    deviceSecret,
    typeKey: device.typeKey,
    seed: device.seed,
    profile: device.profile,
  };
}

type Given = {
  demo: boolean;
  devices: number;
  points: number;
  seed: number;
  families: FamilyKey[];
  credentials: string | null;
  history: string | null;
  /** With a history: bottles where its aliquots went. */
  bottles: boolean;
  /** With a history: so many days of the laboratory's work. */
  laboratory: number;
  /** With a laboratory: a camera of the first sampler. */
  camera: DemoCamera | null;
  loadData: LoadData | null;
  readings: number;
};

function readArguments(args: readonly string[]): Given {
  const text = { type: "string" } as const;
  const options = {
    devices: text,
    points: text,
    seed: text,
    families: text,
    credentials: text,
    history: text,
    departments: text,
    people: text,
    "log-rows": text,
    readings: text,
    laboratory: text,
    camera: text,
    clip: text,
    demo: { type: "boolean" },
    bottles: { type: "boolean" },
  } as const;
  try {
    const { values } = parseArgs({ args: [...args], options });
    return {
      demo: values.demo === true,
      devices: readCount("--devices", values.devices, 10),
      points: readCount("--points", values.points, 10),
      seed: readCount("--seed", values.seed, 1),
      families: readFamilies(values.families ?? "waterSample"),
      credentials: values.credentials ?? null,
      history: values.history ?? null,
      bottles: values.bottles === true,
      laboratory: readCount("--laboratory", values.laboratory, 0, 400),
      camera: readCamera(values.camera, values.clip),
      readings: readCount("--readings", values.readings, 0, 100_000_000),
      loadData: readLoadData({
        departments: readCount("--departments", values.departments, 0),
        people: readCount("--people", values.people, 0),
        logRows: readCount("--log-rows", values["log-rows"], 0),
      }),
    };
  } catch (error) {
    throw new CommandError(error instanceof Error ? error.message : String(error));
  }
}

/** `waterSample,mass`, or `all`. */
function readFamilies(text: string): FamilyKey[] {
  if (text === "all") return [...familyKeys];
  const read = z.array(familyKey).min(1).safeParse(text.split(","));
  if (read.success) return read.data;
  throw new CommandError(
    `--families ${text} must be all, or a comma-separated list of ${familyKeys.join(", ")}`,
  );
}

function readLoadData(loadData: LoadData): LoadData | null {
  return Object.values(loadData).some((count) => count > 0) ? loadData : null;
}

function readCount(name: string, value: string | undefined, fallback: number, max = 1_000_000): number {
  const number = value === undefined ? fallback : Number(value);
  if (!Number.isInteger(number) || number < 0 || number > max) {
    throw new CommandError(`${name} ${value} must be a number from 0 to ${max}`);
  }
  return number;
}

function readCamera(address: string | undefined, clip: string | undefined): DemoCamera | null {
  if (address === undefined && clip === undefined) return null;
  if (address !== undefined && clip !== undefined) return { address, clip };
  throw new CommandError("--camera and --clip must be given together.");
}
