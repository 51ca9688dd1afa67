import type { SigningKey } from "@tracewater/custody/head";
import { type AuditTrail, createAuditTrail } from "../platform/audit/audit-trail.ts";
import { auditChain, createChainStore } from "../platform/custody/chain.store.ts";
import { type ChainKeeper, createChainKeeper } from "../platform/custody/chain-keeper.ts";
import type { Env } from "../platform/env.ts";
import type { Lifecycle } from "../platform/lifecycle.ts";
import type { Log } from "../platform/log.ts";
import { createOffsetPrinter } from "../platform/moments.ts";
import type { OpenStore } from "../platform/store/open-store.ts";

/** The audit log's chain with its keeper, and the way of records into it. */
export type AuditParts = {
  trail: AuditTrail;
  keeper: ChainKeeper;
  start(lifecycle: Lifecycle): Promise<void>;
};

export function createAuditParts(options: {
  env: Env;
  store: OpenStore;
  signingKey: SigningKey;
  now: () => number;
  log: Log;
}): AuditParts {
  const { env, now, log } = options;
  const { database, gate } = options.store;
  const { db } = database;
  const printIso = createOffsetPrinter(env.TZ);
  const chains = createChainStore(db, printIso);
  const trail = createAuditTrail({ db, chains, dataDir: env.DATA_DIR, canWrite: gate.canWrite, now, log });
  const keeper = createChainKeeper({
    store: chains,
    chain: auditChain,
    key: options.signingKey,
    printIso,
    now,
    log,
  });
  return {
    trail,
    keeper,
    async start(lifecycle) {
      await lifecycle.start({ name: "audit log", start: trail.start, stop: trail.stop });
      await lifecycle.start({ name: "chains", start: keeper.start, stop: keeper.stop });
    },
  };
}
