import { randomUUID } from "node:crypto";
import { parseArgs } from "node:util";
import type { Json } from "@tracewater/custody/canonical";
import { type ChainFault, describeFault } from "@tracewater/custody/chain-check";
import { toCustodyRecord } from "../features/laboratory/custody/custody-record.ts";
import type { AuditRecord } from "../platform/audit/audit-record.ts";
import { auditChain, type Chain, custodyChain } from "../platform/custody/chain.store.ts";
import { createGuardedChain, type GuardedChain } from "../platform/custody/guarded-chain.ts";
import { openSigningKey } from "../platform/custody/signing-key.ts";
import { takeDataFolder } from "../platform/data-folder.ts";
import { createOffsetPrinter } from "../platform/moments.ts";
import { openPostgres } from "../platform/store/open-postgres.ts";
import { type CommandContext, CommandError } from "./command-error.ts";

const wanted = "chains accept-restore --reason TEXT (1 to 1000 characters)";
const operator = "operator (command line)";

/**
 * `chains accept-restore`: the database was restored from a backup and lacks what was signed since, and the operator
 * says so with a reason. The chains must be whole by themselves; each that differs from its kept heads gets an event
 * with the reason, and is signed from there on. The platform has to be stopped.
 */
export async function chainsCommand({ env, log, args }: CommandContext): Promise<number> {
  const reason = readReason(args);
  const folder = await takeDataFolder(env.DATA_DIR);
  try {
    const store = await openPostgres({
      databaseUrl: env.DATABASE_URL,
      dataDir: folder.path,
      log,
      poolSize: 4,
    });
    try {
      const { db } = store.database;
      const key = await openSigningKey(folder.path);
      const open = (chain: Chain) =>
        createGuardedChain({ db, chain, key, dataDir: folder.path, zone: env.TZ, now: Date.now, log });
      const chains = { custody: open(custodyChain), audit: open(auditChain) };
      const found = {
        custody: await inspect("custody", chains.custody),
        audit: await inspect("audit", chains.audit),
      };
      if (found.custody.fault === null && found.audit.fault === null) {
        throw new CommandError(
          "both chains lead to the signed heads that are kept: there is nothing to accept",
        );
      }
      const nowMs = Date.now();
      const at = createOffsetPrinter(env.TZ)(new Date(nowMs));
      await db.transaction().execute(async (trx) => {
        if (found.custody.fault !== null) {
          const note = `${sentenceOf("custody", found.custody.fault)}; accepted: ${reason}`;
          const event = { kind: "exception" as const, about: ["chain:custody"], note };
          const record = toCustodyRecord(
            { actor: { id: 0, name: operator, userName: "" }, via: null },
            event,
            nowMs,
          );
          await chains.custody.chains.appendTo(custodyChain, trx, [record], nowMs);
        }
        await chains.audit.chains.appendTo(auditChain, trx, [auditRecordOf(found, reason, nowMs)], nowMs);
      });
      for (const name of ["custody", "audit"] as const) {
        const { fault, good } = found[name];
        if (fault !== null) await chains[name].guard.accept({ keepTo: good, reason, at, atMs: nowMs });
        const { state } = await chains[name].keeper.signNow();
        const says = fault === null ? "leads to its kept heads" : `accepted: ${describeFault(fault)}`;
        process.stdout.write(`${name}: ${says}; ${state === "signed" ? "signed" : "NOT signed"}\n`);
        if (state === "refused") return 1;
      }
    } finally {
      await store.close();
    }
  } finally {
    await folder.release();
  }
  return 0;
}

type Inspected = { fault: ChainFault | null; good: number };

/** How a chain differs from its kept heads. One that is broken by itself was not restored, and is not accepted. */
async function inspect(name: string, { guard, keeper }: GuardedChain): Promise<Inspected> {
  const { fault: broken } = await keeper.walkRows();
  if (broken !== null) {
    throw new CommandError(
      `the ${name} chain is broken by itself: ${describeFault(broken)}. Restore a whole one.`,
    );
  }
  const { fault, good } = await guard.compare("whole");
  return { fault, good };
}

function sentenceOf(name: string, fault: ChainFault): string {
  return `chain "${name}": ${describeFault(fault)}`;
}

function auditRecordOf(
  found: Record<"custody" | "audit", Inspected>,
  reason: string,
  nowMs: number,
): AuditRecord {
  const changes = (["custody", "audit"] as const).flatMap((name) => {
    const { fault, good } = found[name];
    if (fault === null) return [];
    const after: Json = { reason, found: describeFault(fault), leadsToKeptHeadsUpTo: good };
    return [{ kind: "chain", id: name, name, before: null, after }];
  });
  return {
    id: randomUUID(),
    time: nowMs,
    ...{ user: { id: 0, name: operator, nick: operator }, unit: null, unitId: null, via: null },
    ...{ address: "", agent: "", call: "acceptRestore", method: "", path: "" },
    title: { en: "Accept a restored database", zh: "确认已恢复的数据库" },
    thing: changes.map(({ id }) => `chain ${id}`).join("; "),
    changes,
    input: { params: null, query: null, body: { reason } },
    ...{ code: 200, message: "", cost: 0 },
  };
}

function readReason(args: readonly string[]): string {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { reason: { type: "string" } },
    });
    const reason = values.reason?.trim() ?? "";
    if (positionals.join(" ") === "accept-restore" && reason.length > 0 && reason.length <= 1000)
      return reason;
  } catch (error) {
    throw new CommandError(`${error instanceof Error ? error.message : error}; what is wanted is: ${wanted}`);
  }
  throw new CommandError(`what is wanted is: ${wanted}`);
}
