import { execFile } from "node:child_process";
import { mkdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { inject } from "vitest";
import { runServer } from "./server-command.ts";
import { waitUntil } from "./wait-until.ts";

const run = promisify(execFile);

/** What a data folder holds before its platform starts. */
export type Seed = { devices: number; points?: number };

/**
 * Makes `dataDir` a copy of a folder whose cluster is made, migrated and seeded: each seed is made once in a run, by
 * anyone who needs it first, and each upon a copy of the empty one.
 */
export async function copyTemplate(seed: Seed | undefined, dataDir: string): Promise<void> {
  const template = await ready(seed);
  // Owners and modes have to stay; sparse or shared blocks are the file system's affair.
  await run("cp", ["-a", "--reflink=auto", template, dataDir]);
}

/** Fills a folder in place, as an operator does. */
export async function seedFolder(seed: Seed, env: Record<string, string | undefined>): Promise<void> {
  const args = ["seed", "--devices", String(seed.devices), "--points", String(seed.points ?? 5)];
  const { code, stderr } = await runServer(args, env);
  if (code !== 0) throw new Error(`the seed ended with ${code}: ${stderr}`);
}

async function ready(seed: Seed | undefined): Promise<string> {
  const name = seed === undefined ? "empty" : `${seed.devices}-${seed.points ?? 5}`;
  const folder = join(inject("templates"), name);
  const isMade = () => exists(`${folder}.made`);
  const isMine = await mkdir(`${folder}.making`).then(
    () => true,
    () => false,
  );
  if (isMine) {
    await make(seed, join(folder, "data"));
    await mkdir(`${folder}.made`);
  }
  await waitUntil(`the template ${name} is made`, isMade, { withinMs: 120_000, everyMs: 50 });
  return join(folder, "data");
}

async function make(seed: Seed | undefined, dataDir: string): Promise<void> {
  await mkdir(join(dataDir, ".."));
  if (seed === undefined) return seedFolder({ devices: 0, points: 0 }, { DATA_DIR: dataDir });
  await copyTemplate(undefined, dataDir);
  await seedFolder(seed, { DATA_DIR: dataDir });
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
