/*
 * Makes a new cluster with initdb, whole or not at all, and refuses one of another PostgreSQL major.
 */
import { spawn } from "node:child_process";
import { chown, mkdtemp, open, readdir, readFile, rename, rm } from "node:fs/promises";
import { userInfo } from "node:os";
import { join } from "node:path";
import type { Binaries } from "./binaries.ts";
import { type ClusterPlace, writeMarker } from "./cluster-place.ts";
import { spawnAs } from "./database-user.ts";
import { PostgresStartError } from "./postgres-start-error.ts";

/** The role and the database that the platform uses. */
export const ROLE = "tracewater";
export const DATABASE = "tracewater";

const HALF_MADE = "making-";

/**
 * Makes the cluster. initdb works in a folder alongside it, which is renamed when all is done and synced: a cluster
 * that initdb did not finish never carries the cluster's name.
 */
export async function initCluster(place: ClusterPlace, binaries: Binaries): Promise<void> {
  const making = await mkdtemp(join(place.home, HALF_MADE));
  if (place.user.drop) await chown(making, place.user.uid, place.user.gid);
  await runInitdb(binaries.initdb, making, place);
  await writeMarker(making, place);
  await rename(making, place.folder);
  const home = await open(place.home, "r");
  await home.sync();
  await home.close();
}

export async function removeHalfMade(home: string): Promise<void> {
  for (const name of await readdir(home)) {
    if (!name.startsWith(HALF_MADE)) continue;
    // Retries, because the initdb of a killed start may still be writing its last file.
    await rm(join(home, name), { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  }
}

export async function refuseOtherMajor(place: ClusterPlace, major: string): Promise<void> {
  const made = (await readFile(join(place.folder, "PG_VERSION"), "utf8")).trim();
  if (made === major) return;
  throw new PostgresStartError(
    "wrong-major",
    `The database in ${place.folder} was created by PostgreSQL ${made}, but this release includes PostgreSQL ${major}. Run npm run backup with the release that created it, then npm run restore with this release into a new data folder.`,
  );
}

async function runInitdb(initdb: string, folder: string, place: ClusterPlace): Promise<void> {
  if (!place.user.drop) refuseNameless();
  const args = [
    `--pgdata=${folder}`,
    `--username=${ROLE}`,
    "--auth=trust",
    "--encoding=UTF8",
    // The built-in provider sorts alike on every machine and never changes under an index; the machine's do.
    "--no-locale",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    "--data-checksums",
    "--no-instructions",
  ];
  const output: Buffer[] = [];
  const code = await new Promise<number | string | null>((resolve, reject) => {
    const child = spawn(initdb, args, {
      ...spawnAs(place.user),
      cwd: place.home,
      // Not the terminal's group: a Ctrl-C is for the platform, which ends in order.
      detached: true,
      env: { PATH: "/bin:/usr/bin", LC_ALL: "C", TZ: "UTC" },
      stdio: ["ignore", "pipe", "pipe"],
    });
    child.stdout.on("data", (chunk: Buffer) => output.push(chunk));
    child.stderr.on("data", (chunk: Buffer) => output.push(chunk));
    child.on("error", reject);
    child.on("close", (status, signal) => resolve(signal ?? status));
  }).catch((error: unknown) => {
    throw failed(place, error instanceof Error ? error.message : String(error));
  });
  if (code !== 0)
    throw failed(place, lastComplaint(Buffer.concat(output).toString()) ?? `initdb ended with ${code}`);
}

/** initdb looks up its own name, which a user made up by a container (docker run --user 12345) does not have. */
function refuseNameless(): void {
  try {
    userInfo();
  } catch {
    throw new PostgresStartError(
      "no-database-user",
      `User ${process.geteuid?.()} has no entry in /etc/passwd, so PostgreSQL cannot create a database. Add an entry, or set DATABASE_URL to your own PostgreSQL.`,
    );
  }
}

function lastComplaint(output: string): string | null {
  const lines = output.split("\n").filter((line) => /error|fatal|panic|could not/i.test(line));
  return lines.at(-1)?.trim() ?? null;
}

function failed(place: ClusterPlace, why: string): PostgresStartError {
  return new PostgresStartError("init-failed", `The database in ${place.home} could not be created: ${why}.`);
}
