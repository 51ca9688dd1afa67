import { chmod, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { cleanUpLater } from "./clean-up.ts";

/** A new folder that is gone after the file's tests; `mode` is that of the folder itself. */
export async function makeFolder(mode = 0o755): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "tracewater-e2e-"));
  await chmod(folder, mode);
  cleanUpLater(() => rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }));
  return folder;
}

/** What the platform makes of it: DATA_DIR, with a store in it or elsewhere. */
export async function makeDataDir(under?: string): Promise<string> {
  const dataDir = join(under ?? (await makeFolder()), "data");
  cleanUpLater(async () => {
    const home = await externalDatabase(dataDir);
    if (home !== null) await rm(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  });
  return dataDir;
}

/** The database's postmaster of this DATA_DIR as its pid file reports: pid and the folder of its socket. */
export async function readPostmaster(dataDir: string): Promise<{ pid: number; socketFolder: string } | null> {
  const home = (await externalDatabase(dataDir)) ?? join(dataDir, "postgres");
  const text = await readFile(join(home, "cluster", "postmaster.pid"), "utf8").catch(() => "");
  const [pid = "", , , , socketFolder = ""] = text.split("\n");
  return socketFolder === "" ? null : { pid: Number(pid), socketFolder };
}

/** The database's home where the platform could not keep it under DATA_DIR. */
export async function externalDatabase(dataDir: string): Promise<string | null> {
  const text = await readFile(join(dataDir, "postgres-elsewhere.json"), "utf8").catch(() => null);
  if (text === null) return null;
  const read: { home: string } = JSON.parse(text);
  // A pointer that leads nowhere sensible must not lead a test to delete something.
  if (dirname(read.home) !== "/var/lib/tracewater")
    throw new Error(`the store of ${dataDir} is in ${read.home}`);
  return read.home;
}
