/*
 * The embedded database: one real PostgreSQL for one DATA_DIR, on a unix socket, without network and password. The
 * caller holds the DATA_DIR (see data-folder.ts); the supervisor relies on being the only one.
 */
import { mkdir, realpath } from "node:fs/promises";
import { join } from "node:path";
import { errorCode } from "../error-code.ts";
import { type Binaries, readyBinaries } from "./binaries.ts";
import { findPostmaster } from "./bring-up.ts";
import {
  type ClusterPlace,
  findCluster,
  placeNewCluster,
  recordPlace,
  resolveCluster,
} from "./cluster-place.ts";
import { PORT } from "./cluster-settings.ts";
import { type Connection, connectionTo, probe } from "./connection.ts";
import { initCluster, refuseOtherMajor, removeHalfMade } from "./init-cluster.ts";
import { findPlatformPackage, type PlatformPackage } from "./platform-package.ts";
import type { PostgresLog } from "./postgres-log.ts";
import { PostgresStartError } from "./postgres-start-error.ts";
import { type PostgresState, supervise } from "./supervision.ts";

export type EmbeddedPostgres = {
  connection: Connection;
  /** PostgreSQL's own folder; the folder above it is the place for the ballast. */
  clusterFolder: string;
  postmasterPid(): number | null;
  /** Fast shutdown; waits for its end. */
  stop(): Promise<void>;
};

type Options = {
  dataDir: string;
  log: PostgresLog;
  /** Called at every change after the start: down, and up again. */
  onState?: (state: PostgresState) => void;
  /** Overrides of PostgreSQL's settings, such as { shared_buffers: "128MB" }. */
  settings?: Record<string, string>;
  /** Where root keeps what its DATA_DIR cannot hold. */
  stateFolder?: string;
  /** The package with the binaries, when it is not to be sought in node_modules. */
  packageFolder?: string;
};

const STATE_FOLDER = "/var/lib/tracewater";

/** Resolves when the database takes queries. Throws PostgresStartError. */
export async function startEmbeddedPostgres(o: Options): Promise<EmbeddedPostgres> {
  const platformPackage = await findPlatformPackage(o.packageFolder);
  const dataDir = await openDataDir(o.dataDir);
  const stateFolder = o.stateFolder ?? STATE_FOLDER;
  const found = await findCluster(dataDir, stateFolder);
  const place = found ?? (await placeNewCluster(dataDir, stateFolder, o.log));
  if (found !== null) await refuseOtherMajor(found, platformPackage.major);
  const binaries = await binariesFor(place, platformPackage, stateFolder);
  await makeReady(place, found === null, binaries, o.log);

  const supervision = await supervise({
    place,
    binaries,
    settings: o.settings ?? {},
    log: o.log,
    onState: o.onState ?? (() => undefined),
  }).catch((error: unknown) => {
    throw error instanceof PostgresStartError ? error : failed(place, error);
  });
  return {
    connection: connectionTo(supervision.socketFolder, PORT),
    clusterFolder: place.folder,
    postmasterPid: supervision.postmasterPid,
    stop: supervision.stop,
  };
}

/**
 * For command line tools alongside a running platform: the connection of the postmaster that already serves this
 * DATA_DIR, or null. Never starts anything.
 */
export async function findRunning(dataDir: string, stateFolder = STATE_FOLDER): Promise<Connection | null> {
  const real = await realpath(dataDir).catch((error: unknown) => {
    if (errorCode(error) === "ENOENT") return null;
    throw unusable(dataDir, error);
  });
  const place = real === null ? null : await findCluster(real, stateFolder);
  const postmaster = place === null ? null : await findPostmaster(place);
  if (postmaster === null || postmaster.status !== "ready") return null;
  const connection = connectionTo(postmaster.socketFolder, postmaster.port);
  return (await probe(connection)) === "ready" ? connection : null;
}

/** The folder that holds the database of a DATA_DIR: the cluster with its log and its socket; null without one. */
export async function findDatabaseHome(dataDir: string, stateFolder = STATE_FOLDER): Promise<string | null> {
  return (await findCluster(await realpath(dataDir), stateFolder))?.home ?? null;
}

async function openDataDir(path: string): Promise<string> {
  try {
    await mkdir(path, { recursive: true, mode: 0o700 });
    return await realpath(path);
  } catch (error) {
    throw unusable(path, error);
  }
}

/** A copy is kept by root for all its data folders together, by others in the cluster's home. */
async function binariesFor(
  place: ClusterPlace,
  from: PlatformPackage,
  stateFolder: string,
): Promise<Binaries> {
  return readyBinaries(from, place.user, place.user.drop ? stateFolder : join(place.home, "programs"));
}

async function makeReady(
  place: ClusterPlace,
  isNew: boolean,
  binaries: Binaries,
  log: PostgresLog,
): Promise<void> {
  try {
    await removeHalfMade(place.home);
    if (!isNew) return await resolveCluster(place, log);
    await initCluster(place, binaries);
    await recordPlace(place);
  } catch (error) {
    if (error instanceof PostgresStartError) throw error;
    throw unusable(place.home, error);
  }
}

function failed(place: ClusterPlace, cause: unknown): PostgresStartError {
  const why = cause instanceof Error ? cause.message : String(cause);
  return new PostgresStartError(
    "start-failed",
    `The database in ${place.home} did not start: ${why}.`,
    cause,
  );
}

function unusable(folder: string, cause: unknown): PostgresStartError {
  const why = cause instanceof Error ? cause.message : String(cause);
  return new PostgresStartError(
    "data-folder-unusable",
    `The database folder ${folder} cannot be used: ${why}.`,
    cause,
  );
}
