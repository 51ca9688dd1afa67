import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AuditRecord } from "../../platform/audit/audit-record.ts";
import { createAuditTrail } from "../../platform/audit/audit-trail.ts";
import { auditChain, createChainStore } from "../../platform/custody/chain.store.ts";
import { createOffsetPrinter } from "../../platform/moments.ts";
import { openPostgres } from "../../platform/store/open-postgres.ts";
import type { CommandContext } from "../command-error.ts";
import { prepareRows, touchRow } from "./audit.store.ts";

const atOnce = 50;
const rounds = 40;
const appends = 20_000;

/**
 * `measure-audit`: how long a changing statement takes, 50 at once, alone and with its record in the audit log (the
 * answer waits for it), and how many records a second the chain takes. On a database of its own, or on DATABASE_URL.
 * Prints `{alone, audited, appended}`: times in ms, sorted, and a rate.
 */
export async function measureAuditCommand({ env, log }: CommandContext): Promise<number> {
  const dataDir = await mkdtemp(join(tmpdir(), "tracewater-measure-"));
  const store = await openPostgres({ databaseUrl: env.DATABASE_URL, dataDir, log });
  try {
    const { db } = store.database;
    const chains = createChainStore(db, createOffsetPrinter(env.TZ));
    const trail = createAuditTrail({ db, chains, dataDir, canWrite: () => true, now: Date.now, log });
    const ids = await prepareRows(db, atOnce);
    const timed = async (work: (id: number) => Promise<void>) => {
      const times: number[] = [];
      for (let round = -3; round < rounds; round += 1) {
        const took = await Promise.all(ids.map((id) => milliseconds(() => work(id))));
        if (round >= 0) times.push(...took);
      }
      return times.sort((one, other) => one - other);
    };
    const alone = await timed((id) => touchRow(db, id));
    const audited = await timed(async (id) => {
      await touchRow(db, id);
      await trail.record(recordOf(id));
    });
    await trail.stop();
    const began = performance.now();
    for (let from = 0; from < appends; from += 200) {
      const records = Array.from({ length: 200 }, (_, place) => recordOf(from + place));
      await db.transaction().execute((trx) => chains.appendTo(auditChain, trx, records, Date.now()));
    }
    const appended = appends / ((performance.now() - began) / 1000);
    process.stdout.write(`${JSON.stringify({ alone, audited, appended })}\n`);
  } finally {
    await store.close();
    await rm(dataDir, { recursive: true, force: true });
  }
  return 0;
}

/** As large as the record of a changed sampling point. */
function recordOf(id: number): AuditRecord {
  const row = {
    pointId: id,
    code: `SP-${id}`,
    name: "Plant inlet",
    kind: "plantInlet",
    remark: "-".repeat(200),
  };
  return {
    id: randomUUID(),
    time: Date.now(),
    user: { id: 1, name: "admin", nick: "Administrator" },
    unit: null,
    unitId: null,
    via: { kind: "session", id: "1", name: "" },
    address: "127.0.0.1",
    agent: "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36",
    call: "changeSamplingPoint",
    method: "PUT",
    path: "/v2/admin/samplePoint",
    title: { en: "Change sampling points", zh: "修改采样点" },
    thing: `samplePoint ${id} SP-${id}`,
    changes: [
      { kind: "samplePoint", id: String(id), name: row.code, before: row, after: { ...row, name: "Outlet" } },
    ],
    input: { params: {}, query: {}, body: row },
    code: 200,
    message: "",
    cost: 3,
  };
}

async function milliseconds(work: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}
