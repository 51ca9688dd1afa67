import { spawn } from "node:child_process";
import { once } from "node:events";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cleanUpLater } from "../support/clean-up.ts";
import { makeDataDir, readPostmaster } from "../support/data-folder.ts";
import { descendantsOf, isAlive } from "../support/process-table.ts";
import { waitUntil } from "../support/wait-until.ts";

test.each([
  { signal: "SIGTERM", code: 143 },
  { signal: "SIGINT", code: 130 },
  // Nobody can catch this one: its programs notice by themselves.
  { signal: "SIGKILL", code: null },
] as const)(
  "a demo that gets $signal while it prepares its history leaves no process behind",
  async (given) => {
    const { dataDir, demo, started } = await startPreparing();
    expect(started.length).toBeGreaterThan(2);
    demo.kill(given.signal);
    const [code] = await once(demo, "exit");
    expect(code).toBe(given.code);
    const living = async () => {
      const alive = await Promise.all(started.map(isAlive));
      return started.filter((_, place) => alive[place]);
    };
    await waitUntil("all that it started ended", async () => (await living()).length === 0, {
      withinMs: 15_000,
    });
    // A store that was stopped in order left no postmaster's file.
    expect(await readPostmaster(dataDir)).toBeNull();
  },
);

/** A first start whose history is on its way into the database, and every process of it. */
async function startPreparing() {
  const dataDir = await makeDataDir();
  const quick = { HTTP_PORT: "0", MQTT_PORT: "0", DEMO_DAYS: "3", DATA_DIR: dataDir };
  const env = { ...process.env, ...quick };
  const demo = spawn(process.execPath, ["tools/run/demo.mjs"], { env, stdio: "ignore" });
  cleanUpLater(() => demo.kill("SIGKILL"));
  const own = Number(demo.pid);
  await waitUntil(
    "the history is played",
    () => stat(join(dataDir, "fleet.json.unfinished")).catch(() => null),
    {
      withinMs: 100_000,
    },
  );
  // The demo, what stores, what plays, and the database.
  const started = await waitUntil(
    "the history is being stored",
    async () => {
      const all = await descendantsOf(own);
      return all.length > 3 ? all : null;
    },
    { withinMs: 30_000 },
  );
  return { dataDir, demo, started };
}
