import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { canonicalize, type Json } from "@tracewater/custody/canonical";
import { type ChainEnd, linkRow } from "@tracewater/custody/chain";
import { sql } from "kysely";
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
  heads: readonly string[] = [],
): Promise<{ code: number; says: string; lines: number }> {
  const text = await exportChain(platform, as, path);
  const known = heads.flatMap((head) => ["--head", head]);
  const verified = await verifyFile("chain.jsonl", text, ["--key", platform.publicKey, ...known]);
  return { ...verified, lines: text.split("\n").length - 1 };
}

/** `custody-verify` on a file of this text. */
export async function verifyFile(
  name: string,
  text: string | Uint8Array,
  more: readonly string[] = [],
): Promise<{ code: number; says: string }> {
  const folder = await mkdtemp(join(tmpdir(), "tw-chain-"));
  try {
    const file = join(folder, name);
    await writeFile(file, text);
    built ??= run(process.execPath, ["build.mjs"], { cwd: custody });
    await built;
    const command = ["bin/custody-verify.mjs", file, ...more];
    return await run(process.execPath, command, { cwd: custody }).then(
      ({ stdout }) => ({ code: 0, says: stdout }),
      (error: { code: number; stderr: string }) => ({ code: error.code, says: error.stderr }),
    );
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

/** A superuser at work, past every guard that the database itself has. */
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

type ForgedRow = { seq: number; at: string; prev: string; hash: string; record: string };

/** Rows of a chain from one on, with every hash right again, whatever `forge` makes of them. */
export async function forgeRows(
  platform: TestPlatform,
  chain: { name: string; table: string },
  from: number,
  forge: (rows: { at: string; record: Json }[]) => { at: string; record: Json }[],
): Promise<string[]> {
  const { rows } = await sql<ForgedRow>`
    select seq::float8 as seq, at, prev, hash, record from ${sql.table(chain.table)}
    where seq >= ${from}::bigint order by seq`.execute(platform.db);
  let end: ChainEnd = { seq: from - 1, hash: rows[0]?.prev ?? "" };
  const statements = [`delete from ${chain.table} where seq >= ${from}`];
  for (const { at, record } of forge(rows.map((row) => ({ at: row.at, record: JSON.parse(row.record) })))) {
    const row = linkRow(chain.name, end, { at, record });
    const text = canonicalize(record).replaceAll("'", "''");
    statements.push(
      `insert into ${chain.table} (seq, at, prev, hash, record)
       values (${row.seq}, '${row.at}', '${row.prev}', '${row.hash}', '${text}')`,
    );
    end = row;
  }
  return [
    ...statements,
    `update chain_end set seq = ${end.seq}, hash = '${end.hash}' where chain = '${chain.name}'`,
    `delete from chain_head where chain = '${chain.name}' and seq >= ${from}`,
  ];
}
