import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Client } from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import {
  giveTo,
  type PostgresFixture,
  pidOf,
  postgresFixture,
  query,
  settings,
  until,
} from "./postgres-fixture.ts";
import { postgresProcesses } from "./process-table.ts";
import { findRunning } from "./supervisor.ts";

let fixture: PostgresFixture;
let dataDir: string;

beforeEach(async () => {
  fixture = await postgresFixture();
  dataDir = join(fixture.root, "data");
});
afterEach(() => fixture.clear());

async function clusterName(clusterFolder: string): Promise<string> {
  return (
    /cluster_name=([\w-]+)/.exec(await readFile(join(clusterFolder, "postmaster.opts"), "utf8"))?.[1] ??
    "none"
  );
}

async function memoryMegabytes(name: string): Promise<number> {
  let kilobytes = 0;
  for (const pid of await postgresProcesses(name)) {
    const rollup = await readFile(`/proc/${pid}/smaps_rollup`, "utf8");
    kilobytes += Number(/^Pss: +(\d+)/m.exec(rollup)?.[1]);
  }
  return kilobytes / 1024;
}

test("a new store is a UTF8 cluster with checksums, private and without network", async () => {
  const store = await fixture.start(dataDir);
  const names = [
    "server_encoding",
    "data_checksums",
    "listen_addresses",
    "fsync",
    "synchronous_commit",
    "jit",
    "TimeZone",
  ];
  expect(await settings(store, names)).toEqual({
    server_encoding: "UTF8",
    data_checksums: "on",
    listen_addresses: "",
    fsync: "on",
    synchronous_commit: "on",
    jit: "off",
    TimeZone: "UTC",
  });
  const sql = "select datname, datlocprovider, datlocale from pg_database where datname = current_database()";
  expect((await query(store.connection, sql)).rows).toEqual([
    { datname: "tracewater", datlocprovider: "b", datlocale: "C.UTF-8" },
  ]);
  expect((await stat(store.connection.host)).mode & 0o777).toBe(0o700);
  expect((await stat(dataDir)).mode & 0o067).toBe(0);
  if (process.platform === "linux") {
    expect(await memoryMegabytes(await clusterName(store.clusterFolder))).toBeLessThan(60);
  }
  await store.stop();
  expect(store.postmasterPid()).toBeNull();
  expect(await postgresProcesses(await clusterName(store.clusterFolder))).toEqual([]);
});

test("a second start is quick and finds what the first one stored", async () => {
  const first = await fixture.start(dataDir);
  await query(first.connection, "create table kept as select 7 as n");
  expect(await findRunning(dataDir, fixture.stateFolder)).toEqual(first.connection);
  await first.stop();
  expect(await findRunning(dataDir, fixture.stateFolder)).toBeNull();

  const begun = performance.now();
  const second = await fixture.start(dataDir, { settings: { work_mem: "5MB" } });
  expect(performance.now() - begun).toBeLessThan(1_000);
  expect((await query(second.connection, "select n from kept")).rows).toEqual([{ n: 7 }]);
  expect(await settings(second, ["work_mem"])).toEqual({ work_mem: "5MB" });
  await Promise.all([second.stop(), second.stop()]);
});

test("nothing runs where there is no data folder", async () => {
  expect(await findRunning(join(fixture.root, "none"))).toBeNull();
  expect(existsSync(join(fixture.root, "none"))).toBe(false);
});

test("a killed postmaster is noticed, its busy backend waited out, and the database comes back by itself", async () => {
  const store = await fixture.start(dataDir);
  await query(store.connection, "create table kept as select 1 as n");
  const busy = new Client(store.connection);
  busy.on("error", () => undefined);
  await busy.connect();
  const lost = busy.query("select count(*) from generate_series(1, 1e10)").catch((error: unknown) => error);
  await until(async () => {
    const sql =
      "select 1 from pg_stat_activity where query like '%generate_series%' and pid <> pg_backend_pid()";
    return (await query(store.connection, sql)).rows.length > 0;
  }, "the query to run");

  const killed = pidOf(store);
  process.kill(killed, "SIGKILL");
  await until(() => fixture.states[0] === "down", "the end to be noticed", 1_000);
  expect(store.postmasterPid()).toBeNull();
  await until(() => fixture.states[1] === "up", "the store to be up again");
  expect(store.postmasterPid()).not.toBe(killed);
  expect((await query(store.connection, "select n from kept")).rows).toEqual([{ n: 1 }]);
  expect(await lost).toBeInstanceOf(Error);

  process.kill(pidOf(store), "SIGKILL");
  await until(() => fixture.states.length === 4, "the store to be up once more");
  await store.stop();
  expect(fixture.states).toEqual(["down", "up", "down", "up"]);
});

test("a smart shutdown from outside ends in a restart, although the clients stay", async () => {
  const store = await fixture.start(dataDir);
  const client = new Client(store.connection);
  client.on("error", () => undefined);
  await client.connect();
  process.kill(pidOf(store), "SIGTERM");
  await until(() => fixture.states.length === 2, "the store to be up again");
  expect(fixture.states).toEqual(["down", "up"]);
  await store.stop();
});

test("stop ends a postmaster that hangs, and one that is just coming back", async () => {
  const hanging = await fixture.start(dataDir);
  process.kill(pidOf(hanging), "SIGSTOP");
  await hanging.stop();

  const returning = await fixture.start(dataDir);
  process.kill(pidOf(returning), "SIGKILL");
  await until(() => fixture.states.length === 1, "the end to be noticed");
  await returning.stop();
  expect(await postgresProcesses(await clusterName(returning.clusterFolder))).toEqual([]);
});

test("a pid file with a pid that is in use again, or without one, does not keep the database from starting", async () => {
  const first = await fixture.start(dataDir);
  await first.stop();
  const file = join(first.clusterFolder, "postmaster.pid");
  const { uid, gid } = await stat(first.clusterFolder);
  for (const content of [`${process.pid}\n${first.clusterFolder}\n`, ""]) {
    await writeFile(file, content);
    await giveTo(uid, file, gid);
    const next = await fixture.start(dataDir);
    expect(next.postmasterPid()).not.toBe(process.pid);
    await next.stop();
  }
});

test("a path too long for a socket gets a short private folder, which goes with the postmaster", async () => {
  const long = join(fixture.root, "x".repeat(60), "y".repeat(60));
  await mkdir(dirname(long), { recursive: true });
  const store = await fixture.start(long);
  expect(store.connection.host).toMatch(/^\/tmp\/tracewater-/);
  expect((await stat(store.connection.host)).mode & 0o777).toBe(0o700);
  expect(await findRunning(long, fixture.stateFolder)).toEqual(store.connection);
  await store.stop();
  expect(existsSync(store.connection.host)).toBe(false);
});

test("what cannot start says why in a sentence", async () => {
  const wrong = fixture.start(dataDir, { settings: { shared_buffers: "plenty" } });
  await expect(wrong).rejects.toMatchObject({
    code: "start-failed",
    message: expect.stringContaining("shared_buffers"),
  });
  const forbidden = fixture.start(dataDir, { settings: { fsync: "off" } });
  await expect(forbidden).rejects.toMatchObject({
    code: "bad-setting",
    message: expect.stringContaining("fsync"),
  });

  const cluster = join(dataDir, "postgres/cluster");
  await writeFile(join(cluster, "PG_VERSION"), "17\n");
  const older = fixture.start(dataDir);
  await expect(older).rejects.toMatchObject({
    code: "wrong-major",
    message: expect.stringContaining("PostgreSQL 17"),
  });

  await writeFile(join(fixture.root, "file"), "");
  const file = fixture.start(join(fixture.root, "file"));
  await expect(file).rejects.toMatchObject({
    code: "data-folder-unusable",
    message: expect.stringContaining("file"),
  });
  const bare = fixture.start(dataDir, { packageFolder: fixture.root });
  await expect(bare).rejects.toMatchObject({
    code: "binaries-missing",
    message: expect.stringContaining("DATABASE_URL"),
  });
  expect(await readdir(cluster)).not.toContain("postmaster.pid");
});
