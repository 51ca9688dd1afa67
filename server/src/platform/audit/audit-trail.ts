/*
 * The audit log's way into the database. The record of a call is stored before its answer leaves: those that come
 * together are appended together, in one transaction. If the database does not take a record in time, it goes to a
 * file, and from there into the database as soon as that is back; the answer shows what became of the call, not of its
 * record.
 */
import { sql } from "kysely";
import { auditChain, type ChainStore } from "../custody/chain.store.ts";
import { createGroupCommit } from "../group-commit.ts";
import type { Log } from "../log.ts";
import type { Db } from "../store/database.ts";
import type { AuditRecord } from "./audit-record.ts";
import { createAuditSpool } from "./audit-spool.ts";

export type AuditTrail = {
  /** Resolves when the record is kept: in the database, or in the file for it. Never rejects. */
  record(record: AuditRecord): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
};

const maxPerBatch = 200;
/** Longer than any commit of a healthy database; with the call itself still within the 2 s of a 503. */
const timeoutMs = 1_500;
const lookEveryMs = 5_000;

export function createAuditTrail(options: {
  db: Db;
  chains: ChainStore;
  dataDir: string;
  canWrite: () => boolean;
  now: () => number;
  log: Log;
}): AuditTrail {
  const { db, chains, canWrite, now, log } = options;
  const spool = createAuditSpool(options.dataDir);
  const groupCommit = createGroupCommit<AuditRecord>({ max: maxPerBatch, write: append });
  let timer: NodeJS.Timeout | null = null;
  let waits = true; // what the run before left is looked for at the start
  let bringing: Promise<void> = Promise.resolve();

  async function append(records: readonly AuditRecord[]): Promise<void> {
    await db.transaction().execute((trx) => chains.appendTo(auditChain, trx, records, now()));
  }

  async function storeInTime(record: AuditRecord): Promise<boolean> {
    if (!canWrite()) return false;
    let timeout: NodeJS.Timeout | undefined;
    const late = new Promise<boolean>((resolve) => {
      timeout = setTimeout(() => resolve(false), timeoutMs);
    });
    const stored = groupCommit.add(record).then(
      () => true,
      (error: unknown) => {
        log.warn(
          { err: error, requestId: record.id },
          "the database did not accept a record of the audit log",
        );
        return false;
      },
    );
    const inTime = await Promise.race([stored, late]);
    clearTimeout(timeout);
    return inTime;
  }

  /** Into the database with what waits. A record that made it after all, after its timeout, is known by its id. */
  async function bring(): Promise<void> {
    for (let records = await spool.take(); records.length > 0; records = await spool.take()) {
      for (let from = 0; from < records.length; from += maxPerBatch) {
        await appendNew(records.slice(from, from + maxPerBatch));
      }
      await spool.done();
    }
    waits = false;
  }

  async function appendNew(records: readonly AuditRecord[]): Promise<void> {
    await db.transaction().execute(async (trx) => {
      // The lock first: what is being appended is visible once it is ours.
      await sql`select 1 from chain_end where chain = ${auditChain.name} for update`.execute(trx);
      const ids = records.map((record) => record.id);
      const known = await trx
        .selectFrom("auditLog")
        .select("requestId")
        .where("requestId", "in", ids)
        .execute();
      const there = new Set(known.map((row) => row.requestId));
      const missing = records.filter((record) => !there.has(record.id));
      if (missing.length > 0) await chains.appendTo(auditChain, trx, missing, now());
    });
  }

  function lookForWaiting(): Promise<void> {
    if (waits && canWrite()) {
      bringing = bringing.then(bring).catch((error: unknown) => {
        log.warn({ err: error }, "records of the audit log are still waiting for the database");
      });
    }
    return bringing;
  }

  return {
    async record(record) {
      if (await storeInTime(record)) return;
      try {
        await spool.add(record);
        waits = true;
      } catch (error) {
        log.error({ err: error, record }, "a record of the audit log could not be stored");
      }
    },
    async start() {
      await lookForWaiting();
      timer = setInterval(lookForWaiting, lookEveryMs).unref();
    },
    async stop() {
      if (timer !== null) clearInterval(timer);
      await groupCommit.drained();
      await lookForWaiting();
    },
  };
}
