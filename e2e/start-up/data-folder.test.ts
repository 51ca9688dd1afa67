import { chmod, stat } from "node:fs/promises";
import { expect, test } from "vitest";
import { openApi } from "../support/api-client.ts";
import { externalDatabase, makeDataDir, makeFolder } from "../support/data-folder.ts";
import { expectSentence } from "../support/expect-sentence.ts";
import { startPlatform } from "../support/platform-process.ts";
import { runServer } from "../support/server-command.ts";

test("a data folder in use by a running platform is refused by name, and that one does not notice", async () => {
  const platform = await startPlatform();
  const store = await platform.storePid();
  const { code, stderr } = await runServer(["serve"], { DATA_DIR: platform.dataDir });
  expectSentence(stderr, [platform.dataDir, String(platform.pid), "in use"]);
  expect(code).toBe(1);
  expect(await platform.storePid()).toBe(store);
  expect((await fetch(`${platform.http}/readyz`)).status).toBe(200);
  expect(await platform.stop()).toBe(0);
});

test("a data folder under one that only its owner may cross works, and again at the second start", async () => {
  const closed = await makeFolder(0o700);
  const dataDir = await makeDataDir(closed);
  let platform = await startPlatform({ dataDir, seed: { devices: 1 } });
  await openApi(platform.http);
  expect(await platform.stop()).toBe(0);
  platform = await startPlatform({ dataDir });
  await openApi(platform.http);
  expect(await platform.stop()).toBe(0);
  expect((await stat(closed)).mode & 0o777).toBe(0o700);
  // Root's database runs as another user, who cannot cross that folder.
  expect((await externalDatabase(dataDir)) !== null).toBe(process.geteuid?.() === 0);
});

test("a data folder that is a file is refused by name", async () => {
  const { code, stderr } = await runServer(["serve"], { DATA_DIR: import.meta.filename });
  expectSentence(stderr, [import.meta.filename]);
  expect(code).toBe(1);
});

test("a data folder is closed to others", async () => {
  const dataDir = await makeFolder(0o755);
  await chmod(dataDir, 0o755);
  const platform = await startPlatform({ dataDir });
  expect((await stat(dataDir)).mode & 0o007).toBe(0);
  expect(await platform.stop()).toBe(0);
});
