import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import pg from "pg";
import { bearer, type Session } from "./test-http.ts";
import type { TestPlatform } from "./test-platform.ts";

const run = promisify(execFile);
const custody = fileURLToPath(new URL("../../custody/", import.meta.url));

const auditExport = "/prod-api/v2/admin/monitor/operlog/chain/export";

let built: Promise<unknown> | null = null;

/** The real command on the real file: what the platform exports now, verified by a process of its own. */
export async function verifyExport(
  platform: TestPlatform,
  as: Session,
  path = auditExport,
): Promise<{ code: number; says: string; lines: number }> {
  const text = await exportChain(platform, as, path);
  const folder = await mkdtemp(join(tmpdir(), "tw-chain-"));
  try {
    const file = join(folder, "chain.jsonl");
    await writeFile(file, text);
    built ??= run(process.execPath, ["build.mjs"], { cwd: custody });
    await built;
    const command = ["bin/custody-verify.mjs", file, "--key", platform.publicKey];
    const { code, says } = await run(process.execPath, command, { cwd: custody }).then(
      ({ stdout }) => ({ code: 0, says: stdout }),
      (error: { code: number; stderr: string }) => ({ code: error.code, says: error.stderr }),
    );
    return { code, says, lines: text.split("\n").length - 1 };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export async function exportChain(platform: TestPlatform, as: Session, path = auditExport): Promise<string> {
  const response = await fetch(platform.url + path, { headers: bearer(as) });
  if (!response.headers.get("content-type")?.startsWith("application/x-ndjson")) {
    throw new Error(`no file: ${await response.text()}`);
  }
  return response.text();
}

/** A superuser at work, past every guard that the store itself has. */
export async function asSuperuser(platform: TestPlatform, statements: readonly string[]): Promise<void> {
  const client = new pg.Client(platform.owner);
  await client.connect();
  try {
    await client.query("set session_replication_role = replica");
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}
