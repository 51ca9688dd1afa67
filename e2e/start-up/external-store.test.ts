import { randomBytes } from "node:crypto";
import pg from "pg";
import { expect, test } from "vitest";
import { cleanUpLater } from "../support/clean-up.ts";
import { makeDataDir } from "../support/data-folder.ts";
import { openDatabaseView } from "../support/database-view.ts";
import { startPlatform } from "../support/platform-process.ts";
import { balance, countBare, nothingWrong, startFleet } from "../support/reporting-fleet.ts";
import { runServer } from "../support/server-command.ts";

const given = process.env["TEST_DATABASE_URL"];
const answers = given !== undefined && (await isThere(given));
if (!answers) console.log("skipped: TEST_DATABASE_URL names no PostgreSQL that answers");

test.runIf(answers)(
  "on an external PostgreSQL: ready, commands alongside it, and R1 in two rounds",
  async () => {
    const url = await makeDatabase(given ?? "");
    const env = { DATABASE_URL: url };
    const dataDir = await makeDataDir();
    let platform = await startPlatform({ dataDir, env, seed: { devices: 20 } });
    expect(platform.ready["store"]).toBe("postgres");
    expect(await platform.storePid()).toBeNull();
    const add = ["device", "add", "--product", "waterSample", "--name", "EXTERNAL-1"];
    const added = await runServer(add, { ...env, DATA_DIR: dataDir });
    expect({ code: added.code, stderr: added.stderr }).toEqual({ code: 0, stderr: "" });
    expect(JSON.parse(added.stdout)).toMatchObject({ deviceName: "EXTERNAL-1" });

    let address: string | null = platform.mqtt;
    const fleet = startFleet(platform.devices, () => address);
    for (let round = 1; round <= 2; round++) {
      await fleet.proceed(300);
      address = null;
      await platform.kill9();
      platform = await startPlatform({ dataDir, env });
      address = platform.mqtt;
    }
    await fleet.proceed(300);
    await fleet.finish();
    const view = await openDatabaseView({ url });
    expect(await balance(fleet, view)).toMatchObject(nothingWrong);
    const bare = await countBare(fleet, view);
    expect(bare.stored).toBe(bare.acknowledged);
    await view.close();
    await fleet.close();
    expect(await platform.stop()).toBe(0);
  },
);

async function isThere(url: string): Promise<boolean> {
  return ask(url, "select 1").then(
    () => true,
    () => false,
  );
}

/** A database of its own besides the one that is named; dropped after the tests. */
async function makeDatabase(url: string): Promise<string> {
  const name = `tracewater_e2e_${randomBytes(6).toString("hex")}`;
  await ask(url, `create database ${name}`);
  cleanUpLater(() => ask(url, `drop database if exists ${name} with (force)`));
  const made = new URL(url);
  made.pathname = `/${name}`;
  return made.toString();
}

async function ask(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 3000 });
  client.on("error", () => undefined);
  try {
    await client.connect();
    await client.query(sql);
  } finally {
    await client.end().catch(() => undefined);
  }
}
