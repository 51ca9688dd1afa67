import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeFolder } from "../support/data-folder.ts";
import { openDatabaseView } from "../support/database-view.ts";
import { startPlatform } from "../support/platform-process.ts";
import { runServer } from "../support/server-command.ts";

const minute = 60_000;
const day = 1440 * minute;

/** A line of history every ten minutes. */
function reports(deviceName: string, fromMs: number, untilMs: number): string {
  const lines: string[] = [];
  for (let time = fromMs; time < untilMs; time += 10 * minute) {
    lines.push(JSON.stringify({ deviceName, time, params: { ph: 7, boxTemp: 4 } }));
  }
  return `${lines.join("\n")}\n`;
}

test("history that is imported brings its rollups: long charts are right before any job has run", async () => {
  const platform = await startPlatform();
  const variables = { DATA_DIR: platform.dataDir };
  const name = "PAST-01";
  const added = await runServer(["device", "add", "--product", "waterSample", "--name", name], variables);
  expect(added.code, added.stderr).toBe(0);
  // Imported by a program of its own, as the demo does before its first start.
  expect(await platform.stop()).toBe(0);
  const until = Math.floor(Date.now() / day) * day;
  const folder = await makeFolder();
  const store = async (fromMs: number, untilMs: number) => {
    const file = join(folder, `${fromMs}.jsonl`);
    await writeFile(file, reports(name, fromMs, untilMs));
    const { code, stderr } = await runServer(["seed", "--history", file], variables);
    expect(code, stderr).toBe(0);
  };
  await store(until - 30 * day, until - 10 * day);
  await store(until - 10 * day, until);

  const running = await startPlatform({ dataDir: platform.dataDir });
  const view = await openDatabaseView(running);
  const [raw] = await view.rows<{ n: number }>("select count(*)::int as n from telemetry");
  expect(raw?.n).toBe(30 * 144 * 2);
  for (const table of ["telemetry_1m", "telemetry_1h", "telemetry_1d"]) {
    const [rolled] = await view.rows<{ n: number }>(`select sum(n)::int as n from ${table}`);
    expect(rolled, table).toEqual(raw);
  }
  expect(await view.rows("select 1 from rollup_late")).toEqual([]);
  await view.close();
  expect(await running.stop()).toBe(0);
});
