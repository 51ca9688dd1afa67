import { randomUUID } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createPlatform } from "../app/platform.ts";
import { openLicenceKey } from "../features/system/licences/licence-key.ts";
import { openSigningKey } from "../platform/custody/signing-key.ts";
import { takeDataFolder } from "../platform/data-folder.ts";
import { createProcessTrim, limitHeapGrowth } from "../platform/heap-trim.ts";
import { createLifecycle } from "../platform/lifecycle.ts";
import { openSecretBox } from "../platform/secret-box.ts";
import { openPostgres } from "../platform/store/open-postgres.ts";
import { readTls } from "../platform/tls.ts";
import { consoleFolder } from "../program-files.ts";
import type { CommandContext } from "./command-error.ts";

const maxStopMs = 9_500;

/** Runs the platform until it is asked to stop; prints the ready line once all is up. */
export async function serve({ env, log }: CommandContext): Promise<number> {
  limitHeapGrowth();
  const tls = readTls(env, Date.now());
  const lifecycle = createLifecycle(log);
  const stopAsked = waitForSignal();
  try {
    const folder = await takeDataFolder(env.DATA_DIR);
    await lifecycle.start({ name: "data folder", stop: folder.release });
    const secrets = await openSecretBox(folder.path, env.SECRET_KEY_FILE);
    const store = await openPostgres({ databaseUrl: env.DATABASE_URL, dataDir: folder.path, log });
    await lifecycle.start({ name: "store", stop: store.close });
    const platform = await createPlatform({
      env,
      tls,
      store,
      secrets,
      licenceKey: await openLicenceKey(folder.path, env.LICENCE_KEY_FILE),
      signingKey: await openSigningKey(folder.path),
      node: await readNodeName(folder.path),
      log,
      now: Date.now,
      lifecycle,
      consoleFolder,
    });
    const urls = await platform.listen();
    await lifecycle.start({ name: "heap", ...createProcessTrim() });
    if (platform.setupCode !== null) printSetup(urls.http, platform.setupCode);
    process.stdout.write(`ready ${JSON.stringify({ ...urls, store: store.kind, brand: env.BRAND })}\n`);
    await stopAsked;
    platform.beginStop();
    log.info("stopping");
  } finally {
    const overdue = setTimeout(() => {
      log.error("stopping took too long");
      process.exit(1);
    }, maxStopMs);
    await lifecycle.stop();
    clearTimeout(overdue);
  }
  return 0;
}

function waitForSignal(): Promise<void> {
  return new Promise((resolve) => {
    let asked = 0;
    const onSignal = () => {
      asked += 1;
      if (asked > 1) process.exit(1);
      resolve();
    };
    process.on("SIGTERM", onSignal);
    process.on("SIGINT", onSignal);
  });
}

function printSetup(http: string, code: string): void {
  process.stdout.write(
    `\nNo administrator exists yet. Open ${http}/setup and enter this one-time code:\n\n  ${code}\n\n`,
  );
}

/** This node's name among others on one database; made once for each data folder. */
async function readNodeName(dataDir: string): Promise<string> {
  const file = join(dataDir, "keys", "node");
  const known = await readFile(file, "utf8").catch(() => null);
  if (known !== null) return known.trim();
  const name = randomUUID();
  await mkdir(join(dataDir, "keys"), { recursive: true, mode: 0o700 });
  await writeFile(file, name, { mode: 0o600 });
  return name;
}
