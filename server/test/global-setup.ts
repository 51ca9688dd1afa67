import { appendFileSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { chmod, mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { declaredCalls } from "@tracewater/contract/declared-calls";
import { fixedJobs, keptLogs, noGeneration } from "@tracewater/contract/system/refused-calls";
import pg from "pg";
import { pino } from "pino";
import type { TestProject } from "vitest/node";
import { startEmbeddedPostgres } from "../src/platform/embedded-postgres/supervisor.ts";
import { openDatabase } from "../src/platform/store/database.ts";
import { migrate } from "../src/platform/store/migrator.ts";

/** A PostgreSQL on which the tests run; each of their databases is a copy of the migrated template. */
export type TestPostgres = { name: string; url: string; template: string };

declare module "vitest" {
  interface ProvidedContext {
    stores: TestPostgres[];
    /** Where each test notes which calls it met, and how they ended. */
    callRecords: string;
  }
}

type Closing = () => Promise<void>;

const template = `tracewater_template_${process.pid}`;
const testSources = fileURLToPath(new URL("../src", import.meta.url));

/** Starts what all tests of the server share: the stores with their template, and the folder of notes. */
export async function setup(project: TestProject): Promise<Closing> {
  const closings: Closing[] = [];
  const closeAll = async () => {
    const failures: unknown[] = [];
    for (const close of closings.reverse()) await close().catch((error) => failures.push(error));
    if (failures.length > 0) throw failures[0];
  };
  try {
    const folder = await realpath(await mkdtemp(join(tmpdir(), "tw-server-")));
    closings.push(() => rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 }));
    // As root the database runs as another user, who has to cross this folder.
    await chmod(folder, 0o755);
    const stores = [await startEmbedded(folder, closings), await findNamed(closings)];
    const notes = join(folder, "calls");
    mkdirSync(notes);
    closings.push(async () => judgeCallRecords(notes, project));
    project.provide("callRecords", notes);
    project.provide(
      "stores",
      stores.filter((store) => store !== null),
    );
    return closeAll;
  } catch (error) {
    await closeAll();
    throw error;
  }
}

/** Notes that a test met a call; every call has to be met with a success and with a refusal. */
export function noteCall(folder: string, file: string, call: string, ending: "success" | "refusal"): void {
  appendFileSync(join(folder, `${process.pid}.txt`), `${file}\t${call}\t${ending}\n`);
}

async function startEmbedded(folder: string, closings: Closing[]): Promise<TestPostgres> {
  const postgres = await startEmbeddedPostgres({
    dataDir: join(folder, "data"),
    stateFolder: join(folder, "state"),
    log: (level, message) => level === "error" && console.error(message),
    // Its databases stay until the end; a vacuum that went from one to the next would never rest.
    settings: { max_connections: "200", autovacuum_naptime: "1h" },
  });
  closings.push(postgres.stop);
  const { host, port, user } = postgres.connection;
  const url = `postgresql://${user}@localhost/postgres?host=${encodeURIComponent(host)}&port=${port}`;
  await makeTemplate(url);
  return { name: "embedded", url, template };
}

/** The PostgreSQL that TEST_DATABASE_URL names: where it answers, every test runs on it as well. */
async function findNamed(closings: Closing[]): Promise<TestPostgres | null> {
  const url = process.env["TEST_DATABASE_URL"] ?? "";
  if (url === "") return null;
  try {
    await runSql(url, "select 1");
  } catch (error) {
    console.warn(`TEST_DATABASE_URL does not answer, its tests are skipped: ${String(error)}`);
    return null;
  }
  closings.push(() => runSql(url, `drop database if exists ${template} with (force)`));
  await makeTemplate(url);
  return { name: "TEST_DATABASE_URL", url, template };
}

async function makeTemplate(url: string): Promise<void> {
  await runSql(url, `create database ${template}`);
  const log = pino({ level: "silent" });
  const database = openDatabase({ connectionString: databaseUrl(url, template) }, log, 1);
  try {
    await migrate(database.db, log);
  } finally {
    await database.close();
  }
}

/** The same server, another database. */
export function databaseUrl(serverUrl: string, database: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  return url.toString();
}

export async function runSql(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 });
  client.on("error", () => undefined);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** They never succeed. */
const refusedOnPurpose = new Set(
  [fixedJobs, keptLogs, noGeneration].flatMap(({ calls }) => Object.values(calls).map(({ name }) => name)),
);

/** After a whole run: fails it where some call was met by no test with a success, or by none with a refusal. */
function judgeCallRecords(folder: string, project: TestProject): void {
  const lines = readdirSync(folder).flatMap((file) =>
    readFileSync(join(folder, file), "utf8").trim().split("\n"),
  );
  const met = new Set(lines.map((line) => line.split("\t").slice(1).join(" ")));
  const ran = new Set(lines.map((line) => line.split("\t")[0]));
  const isWhole = platformTests().every((file) => ran.has(file));
  if (!isWhole || project.config.testNamePattern !== undefined) return;
  const unmet = declaredCalls.flatMap(({ name }) =>
    (refusedOnPurpose.has(name) ? ["refusal"] : ["success", "refusal"])
      .map((ending) => `${name} ${ending}`)
      .filter((wanted) => !met.has(wanted)),
  );
  if (unmet.length > 0) throw new Error(`No test met these calls with this ending: ${unmet.join(", ")}`);
}

function platformTests(): string[] {
  return readdirSync(testSources, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".test.ts") && !file.endsWith(".long.test.ts"))
    .map((file) => join(testSources, file))
    .filter((file) => readFileSync(file, "utf8").includes("onPlatform("));
}
