/*
 * What the tests of the embedded database share: temporary folders that leave nothing behind, and a server process of
 * its own to be killed, as this user or as an ordinary one.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { chmod, chown, cp, mkdtemp, realpath, rm } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { Client, type QueryResult } from "pg";
import { findCluster } from "./cluster-place.ts";
import type { Connection } from "./connection.ts";
import { findPlatformPackage } from "./platform-package.ts";
import { send } from "./postmaster.ts";
import { postgresProcesses } from "./process-table.ts";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "./supervisor.ts";

export const isRoot = process.geteuid?.() === 0;
export const NOBODY = 65_534;

export type PostgresFixture = Awaited<ReturnType<typeof postgresFixture>>;

export async function postgresFixture() {
  const root = await realpath(await mkdtemp("/tmp/tw-test-"));
  await chmod(root, 0o755);
  const stateFolder = join(root, "state");
  const dataDirs = new Set<string>();
  const servers: ChildProcess[] = [];
  const logged: string[] = [];
  const states: string[] = [];

  return {
    root,
    stateFolder,
    logged,
    states,
    start(dataDir: string, more: Partial<Parameters<typeof startEmbeddedPostgres>[0]> = {}) {
      dataDirs.add(dataDir);
      return startEmbeddedPostgres({
        dataDir,
        stateFolder,
        log: (_level, message) => logged.push(message),
        onState: ({ state }) => states.push(state),
        ...more,
      });
    },
    serve(dataDir: string, more: { uid?: number; packageFolder?: string } = {}) {
      dataDirs.add(dataDir);
      return serve(root, { dataDir, stateFolder, ...more }, servers);
    },
    /** Also kills what a failed test left. */
    async clear() {
      for (const server of servers) server.kill("SIGKILL");
      for (const dataDir of dataDirs) await killPostgresOf(dataDir, stateFolder);
      await rm(root, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
    },
  };
}

export type ServerEvent = Record<string, unknown> & { event: string };

export type ServerProcess = {
  child: ChildProcess;
  /** The first event of this name, past or to come. */
  event(name: string): Promise<ServerEvent>;
  /** The states reported so far. */
  states(): string[];
  ready(): Promise<{ pid: number; connection: Connection; clusterFolder: string }>;
};

async function serve(
  root: string,
  o: { uid?: number; dataDir: string; stateFolder: string; packageFolder?: string },
  servers: ChildProcess[],
): Promise<ServerProcess> {
  const { uid, ...given } = o;
  const packageFolder = given.packageFolder ?? (await findPlatformPackage()).folder;
  const child = spawn(process.execPath, [await bundle(root), JSON.stringify({ ...given, packageFolder })], {
    ...(uid === undefined ? {} : { uid, gid: uid }),
    cwd: root,
    detached: true,
    stdio: ["pipe", "pipe", "inherit"],
  });
  servers.push(child);
  const seen: ServerEvent[] = [];
  createInterface({ input: child.stdout }).on("line", (line) => seen.push(JSON.parse(line)));

  async function event(name: string): Promise<ServerEvent> {
    return until(() => {
      const failed = seen.find((line) => line.event === "failed");
      if (failed !== undefined && name !== "failed") throw new Error(String(failed["message"]));
      const found = seen.find((line) => line.event === name);
      if (found === undefined && child.exitCode !== null) throw new Error(`The server ended before: ${name}`);
      return found;
    }, `the server's event ${name}`);
  }
  return {
    child,
    event,
    states: () => seen.filter((line) => line.event === "state").map((line) => String(line["state"])),
    async ready() {
      const { pid, connection, clusterFolder } = await event("ready");
      return { pid: Number(pid), connection: Object(connection), clusterFolder: String(clusterFolder) };
    },
  };
}

/** One file that an ordinary user can read, wherever the repository lies. */
async function bundle(root: string): Promise<string> {
  const outfile = join(root, "server.mjs");
  await build({
    entryPoints: [fileURLToPath(new URL("./server-process.fixture.ts", import.meta.url))],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    external: ["pg-native"],
    logLevel: "error",
    banner: { js: 'import { createRequire as of } from "node:module"; const require = of(import.meta.url);' },
  });
  return outfile;
}

export function pidOf(running: { postmasterPid(): number | null } | ChildProcess): number {
  const pid = "postmasterPid" in running ? running.postmasterPid() : running.pid;
  if (typeof pid !== "number") throw new Error("It does not run");
  return pid;
}

/** A copy of the package with the binaries, to be spoiled. */
export async function copyPackage(folder: string): Promise<string> {
  const { folder: original } = await findPlatformPackage();
  await cp(original, folder, { recursive: true, verbatimSymlinks: true });
  return folder;
}

export async function giveTo(uid: number, path: string, gid = uid): Promise<void> {
  await chown(path, uid, gid);
}

export async function query(at: Connection, sql: string): Promise<QueryResult> {
  const client = new Client(at);
  client.on("error", () => undefined);
  await client.connect();
  try {
    return await client.query(sql);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** The named settings of a running store. */
export async function settings(store: EmbeddedPostgres, names: string[]): Promise<Record<string, string>> {
  const { rows } = await query(
    store.connection,
    `select ${names.map((n) => `current_setting('${n}') "${n}"`)}`,
  );
  return rows[0];
}

export async function until<T>(
  look: () => T | undefined | false | null | Promise<T | undefined | false | null>,
  what: string,
  withinMs = 20_000,
): Promise<T> {
  const end = performance.now() + withinMs;
  for (;;) {
    const found = await look();
    if (found !== undefined && found !== false && found !== null) return found;
    if (performance.now() > end) throw new Error(`Waited in vain for ${what}`);
    await delay(10);
  }
}

async function killPostgresOf(dataDir: string, stateFolder: string): Promise<void> {
  const real = await realpath(dataDir).catch(() => null);
  const place = real === null ? null : await findCluster(real, stateFolder).catch(() => null);
  if (place === null) return;
  await until(async () => {
    const left = await postgresProcesses(place.name);
    for (const pid of left) send(pid, "SIGKILL");
    return left.length === 0;
  }, "the database's processes to end");
}
