/*
 * Makes the package's binaries runnable for the user who is to run them. npm packages cannot carry symbolic links,
 * so the package lists them in pg-symlinks.json for an install script to make; where install scripts are blocked we
 * make them. Where the package's folder cannot be written, or the database's user cannot read it, a copy is used.
 */
import { constants } from "node:fs";
import {
  access,
  chmod,
  cp,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
} from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { z } from "zod";
import { errorCode } from "../error-code.ts";
import { barrierAbove, type DatabaseUser, mayUse } from "./database-user.ts";
import type { PlatformPackage } from "./platform-package.ts";
import { PostgresStartError } from "./postgres-start-error.ts";

export type Binaries = { postgres: string; initdb: string; major: string };

const links = z.array(z.object({ source: z.string(), target: z.string() }));
/** Only wanted for compiling against PostgreSQL; half of the files. */
const NOT_COPIED = /\/(include|pkgconfig|pgxs)(\/|$)|\.a$/;

/** `copiesFolder` is where a copy is kept if one is needed, by version. */
export async function readyBinaries(
  from: PlatformPackage,
  user: DatabaseUser,
  copiesFolder: string,
): Promise<Binaries> {
  const folder = (await isUsable(from.folder, user)) ? from.folder : await copyOf(from, user, copiesFolder);
  const bin = join(folder, "native/bin");
  return { postgres: join(bin, "postgres"), initdb: join(bin, "initdb"), major: from.major };
}

async function isUsable(folder: string, user: DatabaseUser): Promise<boolean> {
  return (await makeRunnable(folder)) && (!user.drop || (await isReadable(folder, user)));
}

/** False where links are missing and the folder cannot be written. */
async function makeRunnable(folder: string): Promise<boolean> {
  try {
    for (const { source, target } of await listedLinks(folder)) {
      const path = join(folder, target);
      if (!(await exists(path))) await symlink(basename(source), path).catch(unlessCode("EEXIST"));
    }
    for (const program of ["postgres", "initdb"]) {
      const path = join(folder, "native/bin", program);
      await access(path, constants.X_OK).catch(() => chmod(path, 0o755));
    }
    return true;
  } catch (error) {
    if (["EACCES", "EPERM", "EROFS"].includes(errorCode(error))) return false;
    throw error;
  }
}

/** Looks at the folders and a file of each kind; npm gives all files of a package like modes. */
async function isReadable(folder: string, user: DatabaseUser): Promise<boolean> {
  const native = join(folder, "native");
  if ((await barrierAbove(join(native, "bin/postgres"), user)) !== null) return false;
  const crossed = ["lib", "lib/postgresql", "share", "share/postgresql", "bin/postgres", "bin/initdb"];
  const read = ["lib", "lib/postgresql/plpgsql.so", "share/postgresql/postgres.bki"];
  for (const path of crossed) if (!mayUse(await stat(join(native, path)), user, "cross")) return false;
  for (const path of read) if (!mayUse(await stat(join(native, path)), user, "read")) return false;
  return true;
}

async function copyOf(from: PlatformPackage, user: DatabaseUser, copiesFolder: string): Promise<string> {
  const target = join(copiesFolder, `postgresql-${from.version}`);
  if (await exists(join(target, "package.json"))) return target;
  try {
    // The umask may have closed it to the user that is to read it.
    if ((await mkdir(copiesFolder, { recursive: true })) !== undefined) await chmod(copiesFolder, 0o755);
    // Into a folder alongside it first: a copy that was broken off must never be taken for a whole one.
    const making = await mkdtemp(`${target}.making-`);
    for (const part of ["native", "package.json"]) {
      await cp(join(from.folder, part), join(making, part), {
        recursive: true,
        verbatimSymlinks: true,
        filter: (path) => !NOT_COPIED.test(path.slice(from.folder.length)),
      });
    }
    await makeRunnable(making);
    await openToReaders(making);
    await rename(making, target).catch(unlessCode("ENOTEMPTY"));
    await rm(making, { recursive: true, force: true });
  } catch (error) {
    throw cannotCopy(copiesFolder, error);
  }
  if (user.drop && !(await isReadable(target, user))) {
    throw cannotCopy(copiesFolder, new Error(`user ${user.uid} cannot read it`));
  }
  return target;
}

/** Independent of the umask and of the modes that npm left. */
async function openToReaders(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await openToReaders(path);
    else if (entry.isFile()) {
      const runs = basename(dirname(path)) === "bin" || entry.name.includes(".so");
      await chmod(path, runs ? 0o755 : 0o644);
    }
  }
}

async function listedLinks(folder: string): Promise<z.infer<typeof links>> {
  const text = await readFile(join(folder, "native/pg-symlinks.json"), "utf8").catch((error: unknown) => {
    if (errorCode(error) === "ENOENT") return "[]";
    throw error;
  });
  return links.parse(JSON.parse(text));
}

function cannotCopy(copiesFolder: string, cause: unknown): PostgresStartError {
  const why = cause instanceof Error ? cause.message : String(cause);
  return new PostgresStartError(
    "binaries-missing",
    `The database programs cannot be copied to ${copiesFolder}: ${why}.`,
    cause,
  );
}

function unlessCode(code: string): (error: unknown) => void {
  return (error) => {
    if (errorCode(error) !== code) throw error;
  };
}

async function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}
