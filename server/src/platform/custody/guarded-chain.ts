import type { SigningKey } from "@tracewater/custody/head";
import type { Log } from "../log.ts";
import { createOffsetPrinter } from "../moments.ts";
import type { Db } from "../store/database.ts";
import { type Chain, createChainStore } from "./chain.store.ts";
import { createChainKeeper } from "./chain-keeper.ts";
import { createHeadGuardStore } from "./head-guard.store.ts";
import { createHeadGuard } from "./head-guard.ts";
import { createKeptHeadsFile } from "./kept-heads.ts";

export type GuardedChain = ReturnType<typeof createGuardedChain>;

/** One chain with what keeps it and what guards its heads. */
export function createGuardedChain(options: {
  db: Db;
  chain: Chain;
  key: SigningKey;
  dataDir: string;
  zone: string;
  now: () => number;
  log: Log;
}) {
  const { db, chain, key, now, log } = options;
  const printIso = createOffsetPrinter(options.zone);
  const chains = createChainStore(db, printIso);
  const file = createKeptHeadsFile({ dataDir: options.dataDir, chain: chain.name });
  const guard = createHeadGuard({ store: createHeadGuardStore(db), chains, file, chain, key, log });
  const keeper = createChainKeeper({ store: chains, guard, chain, key, printIso, now, log });
  return { chains, guard, keeper };
}
