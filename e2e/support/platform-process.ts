import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { cleanUpLater } from "./clean-up.ts";
import { makeDataDir, readPostmaster } from "./data-folder.ts";
import { copyTemplate, type Seed, seedFolder } from "./data-template.ts";
import { spawnServer, type Variables } from "./server-command.ts";
import { waitUntil } from "./wait-until.ts";

export type Credentials = { productKey: string; deviceName: string; deviceSecret: string };

/** A running platform on free ports and a folder of its own. All of it is gone after the file's tests. */
export type Platform = {
  http: string;
  mqtt: string;
  dataDir: string;
  pid: number;
  /** What the ready line said. */
  ready: Record<string, string>;
  /** From the start of the process to its ready line. */
  secondsToReady: number;
  /** The devices of the data folder, where it was seeded. */
  devices: Credentials[];
  /** The embedded database's postmaster; null while there is none. */
  storePid(): Promise<number | null>;
  /** SIGTERM; the exit code. */
  stop(): Promise<number | string>;
  /** Leaves the database behind, as a crash does. */
  kill9(): Promise<void>;
  stdout(): string;
  stderr(): string;
};

export type PlatformOptions = {
  /** An earlier platform's folder, or one that is not there yet; otherwise a copy of one that was made before. */
  dataDir?: string;
  env?: Variables;
  /** Fills the folder before the start. */
  seed?: Seed;
};

/** Starts the built server and resolves once its ready line is there. */
export async function startPlatform(options: PlatformOptions = {}): Promise<Platform> {
  const dataDir = options.dataDir ?? (await makeDataDir());
  const env = { ...options.env, DATA_DIR: dataDir };
  cleanUpLater(() => endStore(dataDir));
  if (options.dataDir === undefined) await copyTemplate(options.seed, dataDir);
  else if (options.seed !== undefined) await seedFolder(options.seed, env);
  const began = performance.now();
  const server = spawnServer(["serve"], env);
  const ready = await waitUntil("the platform is ready", () => readyLine(server), {
    withinMs: 60_000,
    everyMs: 10,
  });
  let wasAsked = false;
  const end = async (signal: NodeJS.Signals) => {
    wasAsked = true;
    server.child.kill(signal);
    return server.ended;
  };
  cleanUpLater(async () => {
    // Whatever a test saw of it: this is the cause.
    if (server.hasEnded() && !wasAsked) throw new Error(`the platform ended by itself: ${server.stderr()}`);
  });
  return {
    http: ready["http"] ?? "",
    mqtt: ready["mqtt"] ?? "",
    dataDir,
    pid: server.pid,
    ready,
    secondsToReady: (performance.now() - began) / 1000,
    devices: await readCredentials(dataDir),
    storePid: async () => (await readPostmaster(dataDir))?.pid ?? null,
    stop: () => end("SIGTERM"),
    async kill9() {
      await end("SIGKILL");
    },
    stdout: server.stdout,
    stderr: server.stderr,
  };
}

function readyLine(server: ReturnType<typeof spawnServer>): Record<string, string> | null {
  const line = /^ready (\{.*\})$/m.exec(server.stdout())?.[1];
  if (line !== undefined) return JSON.parse(line);
  if (server.hasEnded()) throw new Error(`the platform ended before it was ready: ${server.stderr()}`);
  return null;
}

async function readCredentials(dataDir: string): Promise<Credentials[]> {
  const text = await readFile(join(dataDir, "fleet.json"), "utf8").catch(() => '{"devices":[]}');
  const read: { devices: Credentials[] } = JSON.parse(text);
  return read.devices;
}

/** A store that outlived its server. It may be frozen, so it gets what cannot be held back. */
async function endStore(dataDir: string): Promise<void> {
  const postmaster = await readPostmaster(dataDir);
  if (postmaster === null) return;
  const command = await readFile(`/proc/${postmaster.pid}/cmdline`, "utf8").catch(() => "");
  if (command.includes("postgres")) process.kill(postmaster.pid, "SIGKILL");
}
