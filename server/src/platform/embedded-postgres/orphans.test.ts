import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { Client } from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type PostgresFixture, pidOf, postgresFixture, query, until } from "./postgres-fixture.ts";
import { send } from "./postmaster.ts";
import { findRunning } from "./supervisor.ts";

let fixture: PostgresFixture;
let dataDir: string;

beforeEach(async () => {
  fixture = await postgresFixture();
  dataDir = join(fixture.root, "data");
});
afterEach(() => fixture.clear());

/** Leaves a postmaster without its server. The server's whole process group is killed, as a terminal would. */
async function orphan() {
  const server = await fixture.serve(dataDir);
  const ready = await server.ready();
  await query(ready.connection, "create table if not exists kept as select 1 as n");
  process.kill(-pidOf(server.child), "SIGKILL");
  await until(() => server.child.signalCode === "SIGKILL", "the server to die");
  return ready;
}

test("the postmaster of a killed server is adopted, watched and stopped", async () => {
  const before = await orphan();
  expect(await findRunning(dataDir, fixture.stateFolder)).toEqual(before.connection);

  const store = await fixture.start(dataDir);
  expect(store.postmasterPid()).toBe(before.pid);
  expect(store.connection).toEqual(before.connection);
  expect((await query(store.connection, "select n from kept")).rows).toEqual([{ n: 1 }]);

  send(before.pid, "SIGKILL");
  await until(() => fixture.states[0] === "down", "the end to be noticed", 1_000);
  await until(() => fixture.states[1] === "up", "the store to be up again");
  expect((await query(store.connection, "select n from kept")).rows).toEqual([{ n: 1 }]);
  await store.stop();
  expect(await findRunning(dataDir, fixture.stateFolder)).toBeNull();
});

test("an adopted postmaster is stopped in order", async () => {
  const before = await orphan();
  const store = await fixture.start(dataDir);
  await store.stop();
  expect(await readdir(store.clusterFolder)).not.toContain("postmaster.pid");
  const log = await readFile(join(store.clusterFolder, "../postgres.log"), "utf8");
  expect(log.trimEnd().split("\n").at(-1)).toContain(`[${before.pid}] LOG:  database system is shut down`);
});

test("a postmaster that is shutting down is waited out and not raced", async () => {
  const before = await orphan();
  const client = new Client(before.connection);
  client.on("error", () => undefined);
  await client.connect();
  send(before.pid, "SIGTERM");
  await until(
    async () => (await readFile(join(before.clusterFolder, "postmaster.pid"), "utf8")).includes("stopping"),
    "the shutdown to begin",
  );
  const starting = fixture.start(dataDir);
  await until(() => fixture.logged.some((line) => line.includes("earlier run")), "the start to see it");
  await client.end();
  const store = await starting;
  expect(store.postmasterPid()).not.toBe(before.pid);
  expect((await query(store.connection, "select n from kept")).rows).toEqual([{ n: 1 }]);
  await store.stop();
});

test("backends without server and postmaster are waited out", async () => {
  const before = await orphan();
  const busy = new Client(before.connection);
  busy.on("error", () => undefined);
  await busy.connect();
  const lost = busy.query("select count(*) from generate_series(1, 1e10)").catch((error: unknown) => error);
  await until(async () => {
    const sql =
      "select 1 from pg_stat_activity where query like '%generate_series%' and pid <> pg_backend_pid()";
    return (await query(before.connection, sql)).rows.length > 0;
  }, "the query to run");
  send(before.pid, "SIGKILL");
  const store = await fixture.start(dataDir);
  expect((await query(store.connection, "select n from kept")).rows).toEqual([{ n: 1 }]);
  expect(await lost).toBeInstanceOf(Error);
  await store.stop();
});

test("a cluster that was not finished is never used", async () => {
  const server = await fixture.serve(dataDir);
  const home = join(dataDir, "postgres");
  const isMaking = async () =>
    (await readdir(home).catch(() => [])).some((name) => name.startsWith("making-"));
  await until(isMaking, "initdb to begin");
  process.kill(pidOf(server.child), "SIGKILL");
  expect(await readdir(home)).not.toContain("cluster");

  const store = await fixture.start(dataDir);
  expect((await query(store.connection, "select 1 as n")).rows).toEqual([{ n: 1 }]);
  expect(await isMaking()).toBe(false);
  await store.stop();
});

test("a second server on the folder is refused and leaves the first one alone", async () => {
  const first = await fixture.serve(dataDir);
  const { connection } = await first.ready();
  const second = await fixture.serve(dataDir);
  expect((await second.event("failed"))["message"]).toContain(`in use by process ${first.child.pid}`);
  expect((await query(connection, "select 1 as n")).rows).toEqual([{ n: 1 }]);
  first.child.stdin?.write("stop\n");
  await first.event("stopped");
});
