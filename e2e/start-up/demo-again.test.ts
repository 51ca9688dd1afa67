import { mkdir, rm } from "node:fs/promises";
import { expect, test } from "vitest";
import { externalDatabase, makeDataDir, makeFolder } from "../support/data-folder.ts";
import { openDatabaseView } from "../support/database-view.ts";
import { startPlatform } from "../support/platform-process.ts";
import { runServer } from "../support/server-command.ts";

test("a demo whose folder lost its credentials says what to delete, and makes no second history", async () => {
  // Where root keeps the database elsewhere.
  const dataDir = await makeDataDir(await makeFolder(0o700));
  const seed = () => runServer(["seed", "--demo"], { DATA_DIR: dataDir });
  expect((await seed()).code).toBe(0);
  const platform = await startPlatform({ dataDir });
  const view = await openDatabaseView(platform);
  // The laboratory's first step in the history.
  await view.rows(`insert into sampling_plan (plan_no, name, unit_id, point_id, purpose, mode, starts_at, ends_at, zone,
      aliquot, bottles, days, analytes, preservative, holding_hours, made_by, made_by_id)
    select 'SP-1', 'Plan', unit_id, id, 'routine', 'ctcv', now(), now() + interval '7 days', 'UTC', 100, 24, '{mon}',
      '{mdma}', 'none', 24, 'x', 1 from sampling_point order by id limit 1`);
  await view.close();
  expect(await platform.stop()).toBe(0);

  const elsewhere = await externalDatabase(dataDir);
  if (elsewhere !== null) {
    // As somebody deletes it who wants a fresh demo.
    await rm(dataDir, { recursive: true });
    await mkdir(dataDir, { recursive: true });
  }
  const { code, stderr } = await seed();
  expect(code).not.toBe(0);
  expect(stderr).toContain("fleet.json is missing");
  expect(stderr).toContain(
    `Delete ${elsewhere === null ? dataDir : `${dataDir} and ${elsewhere}`} to begin again`,
  );
  expect(stderr).not.toContain("    at ");
});
