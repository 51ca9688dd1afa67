/*
 * Where the cluster of a DATA_DIR lives: in a home folder that holds `cluster` (PostgreSQL's own), the log, the
 * socket's folder and the ballast.
 *
 * The home is DATA_DIR/postgres. As root the database runs as an unprivileged user, who must be able to cross every
 * folder on the way: those above DATA_DIR are not ours to change, DATA_DIR and the home get the mode 0710 and that
 * user's group (see letCross). Where a folder above bars the way, the home is STATE/<hash of DATA_DIR's real path>
 * instead, and DATA_DIR keeps a pointer to it. So a later start looks in DATA_DIR, then follows the pointer, then
 * asks the clusters there (DATA_DIR was emptied), and only then makes a new cluster; and never makes one where a
 * pointer leads nowhere, which is what a container shows whose STATE was not kept.
 */
import { createHash } from "node:crypto";
import {
  chmod,
  mkdir,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  rmdir,
  stat,
  writeFile,
} from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { errorCode } from "../error-code.ts";
import {
  barrierAbove,
  chooseDatabaseUser,
  type DatabaseUser,
  isRoot,
  letCross,
  ownerOf,
} from "./database-user.ts";
import type { PostgresLog } from "./postgres-log.ts";
import { PostgresStartError } from "./postgres-start-error.ts";

/** `dataDir` and `home` are real paths; `name` marks the cluster's processes (PostgreSQL's cluster_name). */
export type ClusterPlace = {
  dataDir: string;
  home: string;
  folder: string;
  name: string;
  user: DatabaseUser;
};

const pointer = z.object({ home: z.string() });
const marker = z.object({ dataDir: z.string() });
const POINTER = "postgres-elsewhere.json";
const MARKER = "tracewater.json";

/** The cluster that belongs to this DATA_DIR, or null. Changes nothing. */
export async function findCluster(dataDir: string, stateFolder: string): Promise<ClusterPlace | null> {
  const inside = join(dataDir, "postgres");
  if (await hasCluster(inside)) return placeAt(dataDir, inside, await ownerOf(join(inside, "cluster")));
  const home = (await pointedHome(dataDir)) ?? (await homeByMarker(dataDir, stateFolder));
  if (home === null) return null;
  await refuseForeign(dataDir, home);
  return placeAt(dataDir, home, await ownerOf(join(home, "cluster")));
}

/** Before an existing cluster is started: DATA_DIR may have moved, or a way may have been barred since. */
export async function resolveCluster(place: ClusterPlace, log: PostgresLog): Promise<void> {
  const barrier = await barrierTo(place.home, place.user, isInside(place) ? place.dataDir : null);
  if (barrier !== null) {
    throw new PostgresStartError(
      "data-folder-unusable",
      `The database user ${place.user.uid} can no longer reach ${place.folder}. Allow others to traverse ${barrier} (chmod o+x).`,
    );
  }
  if (!isInside(place)) {
    log("info", `The database of ${place.dataDir} is stored in ${place.home}.`);
    if ((await readJson(join(place.dataDir, POINTER), pointer)) === null) {
      log(
        "warn",
        `${place.dataDir} had lost its reference to the database, which is restored from ${place.home}.`,
      );
      await writePointer(place);
    }
  }
  if ((await readMarker(place.home))?.dataDir !== place.dataDir) await writeMarker(place.folder, place);
}

/** Chooses and makes the home of a new cluster. */
export async function placeNewCluster(
  dataDir: string,
  stateFolder: string,
  log: PostgresLog,
): Promise<ClusterPlace> {
  const user = await chooseDatabaseUser();
  const inside = join(dataDir, "postgres");
  await makeFolder(inside, 0o700);
  const barrier = await barrierTo(inside, user, dataDir);
  if (barrier === null) return placeAt(dataDir, inside, user);

  await rmdir(inside);
  await makeFolder(stateFolder, 0o755);
  const home = await freeHome(dataDir, await realpath(stateFolder));
  await makeFolder(home, 0o700);
  const second = await barrierTo(home, user, null);
  if (second !== null) {
    throw new PostgresStartError(
      "data-folder-unusable",
      `The database user ${user.uid} can traverse neither ${barrier} nor ${second}. Allow others to traverse one of them (chmod o+x), or start as an ordinary user.`,
    );
  }
  log(
    "warn",
    `The database is stored in ${home} instead of ${dataDir}, because its user ${user.uid} cannot traverse ${barrier}.`,
  );
  return placeAt(dataDir, home, user);
}

/** After the cluster is made; until then a pointer would lead nowhere. */
export async function recordPlace(place: ClusterPlace): Promise<void> {
  if (!isInside(place)) await writePointer(place);
}

/** Says in the cluster which DATA_DIR it belongs to; `folder` is the cluster, or the one that will become it. */
export async function writeMarker(folder: string, place: ClusterPlace): Promise<void> {
  await replaceFile(join(folder, MARKER), { dataDir: place.dataDir });
}

function placeAt(dataDir: string, home: string, user: DatabaseUser): ClusterPlace {
  const folder = join(home, "cluster");
  return { dataDir, home, folder, name: `tracewater-${shortHash(folder)}`, user };
}

function isInside(place: ClusterPlace): boolean {
  return place.home === join(place.dataDir, "postgres");
}

async function pointedHome(dataDir: string): Promise<string | null> {
  const file = join(dataDir, POINTER);
  const home = (await readJson(file, pointer))?.home ?? null;
  if (home === null || (await hasCluster(home))) return home;
  throw new PostgresStartError(
    "wrong-data-folder",
    `The database of ${dataDir} was in ${home}, but there is none now. Restore that folder, or delete ${file} to start with an empty database.`,
  );
}

/** By what the clusters say and not by the hash alone: DATA_DIR may have been moved once, and emptied later. */
async function homeByMarker(dataDir: string, stateFolder: string): Promise<string | null> {
  const state = await realpath(stateFolder).catch(() => null);
  for (const name of state === null || !isRoot() ? [] : await readdir(state)) {
    const home = join(state ?? stateFolder, name);
    if ((await readMarker(home))?.dataDir === dataDir && (await hasCluster(home))) return home;
  }
  return null;
}

/** A copied DATA_DIR points to the original's cluster; a moved one to its own. */
async function refuseForeign(dataDir: string, home: string): Promise<void> {
  const owner = (await readMarker(home))?.dataDir ?? dataDir;
  if (owner === dataDir || (await readJson(join(owner, POINTER), pointer))?.home !== home) return;
  throw new PostgresStartError(
    "wrong-data-folder",
    `The database in ${home} belongs to the data folder ${owner}; ${dataDir} appears to be a copy of it. Use npm run backup and npm run restore to copy a platform.`,
  );
}

async function freeHome(dataDir: string, stateFolder: string): Promise<string> {
  const first = join(stateFolder, shortHash(dataDir));
  for (let number = 1; ; number++) {
    const home = number === 1 ? first : `${first}-${number}`;
    if (!(await hasCluster(home))) return home;
  }
}

/** The folder that bars the database's user from the home, or null; opens our own two folders on the way. */
async function barrierTo(home: string, user: DatabaseUser, dataDir: string | null): Promise<string | null> {
  if (!user.drop) return null;
  const above = await barrierAbove(dataDir ?? home, user);
  if (above !== null) return above;
  for (const folder of dataDir === null ? [home] : [dataDir, home]) {
    if (!(await letCross(folder, user))) return folder;
  }
  return null;
}

async function hasCluster(home: string): Promise<boolean> {
  try {
    await stat(join(home, "cluster", "PG_VERSION"));
    return true;
  } catch (error) {
    if (errorCode(error) === "ENOENT") return false;
    // A better sentence than "permission denied", where it is another user's.
    if (errorCode(error) === "EACCES") await ownerOf(join(home, "cluster")).catch(onlyStartErrors);
    throw unusable(home, error);
  }
}

async function makeFolder(path: string, mode: number): Promise<void> {
  try {
    const isNew = (await mkdir(path, { recursive: true, mode })) !== undefined;
    // Whatever the umask took away.
    if (isNew) await chmod(path, mode);
  } catch (error) {
    throw unusable(path, error);
  }
}

async function readMarker(home: string): Promise<z.infer<typeof marker> | null> {
  return readJson(join(home, "cluster", MARKER), marker);
}

async function writePointer(place: ClusterPlace): Promise<void> {
  await replaceFile(join(place.dataDir, POINTER), { home: place.home });
}

async function readJson<T>(path: string, schema: z.ZodType<T>): Promise<T | null> {
  const text = await readFile(path, "utf8").catch((error: unknown) => {
    if (["ENOENT", "ENOTDIR"].includes(errorCode(error))) return null;
    throw unusable(path, error);
  });
  if (text === null) return null;
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    throw unusable(path, new Error("it does not contain what the platform wrote there"));
  }
}

/** Exclusively made alongside and renamed, so that it is whole, and so that root never follows a link put there. */
async function replaceFile(path: string, content: unknown): Promise<void> {
  const making = `${path}.${process.pid}`;
  await rm(making, { force: true });
  await writeFile(making, `${JSON.stringify(content)}\n`, { flag: "wx", mode: 0o644 });
  await rename(making, path);
}

function unusable(path: string, cause: unknown): PostgresStartError {
  const why = cause instanceof Error ? cause.message : String(cause);
  return new PostgresStartError(
    "data-folder-unusable",
    `The database folder ${path} cannot be used: ${why}.`,
    cause,
  );
}

function onlyStartErrors(error: unknown): void {
  if (error instanceof PostgresStartError) throw error;
}

function shortHash(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}
