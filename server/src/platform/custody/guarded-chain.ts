import type { SigningKey } from "@tracewater/custody/head";
import type { Log } from "../log.ts";
import { createOffsetPrinter } from "../moments.ts";
import type { Db } from "../store/database.ts";
import { type Chain, createChainStore } from "./chain.store.ts";
import { createChainKeeper } from "./chain-keeper.ts";
import { createHeadGuardStore } from "./head-guard.store.ts";
import { createHeadGuard } from "./head-guard.ts";
import { createKeptHeadsFile } from "./kept-heads.ts";
import { ChangedRow, type LogTree } from "./log-tree.ts";
import type { WitnessClient } from "./witness-client.ts";

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

const lookEveryMs = 60_000;

/** Follows the signed heads of a chain: within a minute of each its rows are in the log, under a checkpoint, and witnesses asked. */
export function createCheckpointJob(options: {
  keeper: Pick<GuardedChain["keeper"], "state">;
  tree: Pick<LogTree, "checkpoint">;
  witnesses: Pick<WitnessClient, "collect">;
  log: Log;
}) {
  const { keeper, tree, witnesses, log } = options;
  let timer: NodeJS.Timeout | null = null;
  let done = 0;
  let running: Promise<void> = Promise.resolve();

  async function look(): Promise<void> {
    const { signedTo } = await keeper.state();
    if (signedTo === done) return;
    const made = await tree.checkpoint(signedTo).catch((error: unknown) => {
      if (error instanceof ChangedRow) done = signedTo; // it stays changed: reported once for each signed head
      throw error;
    });
    done = signedTo;
    if (made !== null) await witnesses.collect(made);
  }

  function run(): void {
    running = running
      .then(look)
      .catch((error: unknown) => log.error({ err: error }, "a checkpoint of a chain was not made"));
  }

  return {
    start(): void {
      run(); // not awaited: the first tree of a long chain takes seconds
      timer = setInterval(run, lookEveryMs).unref();
    },
    async stop(): Promise<void> {
      if (timer !== null) clearInterval(timer);
      await running;
    },
  };
}
