import { parseArgs } from "node:util";
import { createDeviceStore } from "../../features/fleet/devices/device.store.ts";
import type { StateName } from "../../features/fleet/devices/device-record.ts";
import { createTelemetryStore } from "../../features/fleet/telemetry/telemetry.store.ts";
import type { Scope } from "../../platform/scope.ts";
import { openPostgresAlongside } from "../../platform/store/open-postgres.ts";
import { type CommandContext, CommandError } from "../command-error.ts";
import { waitForTables } from "../wait-for-tables.store.ts";
import { prepareDevices } from "./devices.store.ts";

/**
 * `measure-devices`, alongside a running platform. With `--prepare` it makes a fleet in use of the devices that are
 * there; else it reads lists of them by the statements that the API reads them with, in the data scope of one unit,
 * and prints the times of each in ms, rising.
 */
export async function measureDevicesCommand({ env, log, args }: CommandContext): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      prepare: { type: "boolean", default: false },
      rounds: { type: "string", default: "300" },
      unit: { type: "string", default: "1" },
      queries: { type: "string", default: "{}" },
    },
  });
  const store = await openPostgresAlongside({ databaseUrl: env.DATABASE_URL, dataDir: env.DATA_DIR, log });
  if (store === null) throw new CommandError("no platform is running on this data folder");
  try {
    const { db } = store.database;
    if (values.prepare) {
      await prepareDevices(db);
      await waitForTables(store.owner, ["device", "device_session", "device_search"]);
      return 0;
    }
    const devices = createDeviceStore(db);
    const telemetry = createTelemetryStore(db);
    const scope: Scope = { kind: "units", unitIds: [Number(values.unit)], ownerId: null };
    const read = async (query: URLSearchParams) => {
      const filter = { typeKey: "waterSample", keyword: query.get("keyword") ?? undefined };
      await devices.countByState(scope, filter);
      const state = (query.get("state") ?? undefined) as StateName | undefined; // one of the bench's own
      const offset = (Number(query.get("pageNum") ?? 1) - 1) * 20;
      const order = { column: "deviceName", descending: false } as const;
      const rows = await devices.list(scope, { ...filter, state }, { order, limit: 20, offset });
      await telemetry.listLatest(rows.map((row) => row.id));
    };
    const queries: Record<string, string> = JSON.parse(values.queries);
    const times: Record<string, number[]> = {};
    for (const [name, query] of Object.entries(queries)) {
      const own: number[] = [];
      for (let round = -20; round < Number(values.rounds); round++) {
        const began = performance.now();
        await read(new URLSearchParams(query));
        if (round >= 0) own.push(performance.now() - began);
      }
      times[name] = own.sort((a, b) => a - b);
    }
    process.stdout.write(`${JSON.stringify(times)}\n`);
  } finally {
    await store.close();
  }
  return 0;
}
