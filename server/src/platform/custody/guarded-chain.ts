import type { SigningKey } from "@tracewater/custody/head";
import type { Log } from "../log.ts";
import { createOffsetPrinter } from "../moments.ts";
import type { Db } from "../store/database.ts";
import { isDatabaseUnavailable } from "../store/store-errors.ts";
import { type Chain, createChainStore } from "./chain.store.ts";
import { createChainKeeper } from "./chain-keeper.ts";
import { createHeadGuardStore } from "./head-guard.store.ts";
import { createHeadGuard } from "./head-guard.ts";
import { createKeptHeadsFile } from "./kept-heads.ts";
import { ChangedRow, type LogTree } from "./log-tree.ts";
import type { StampClient } from "./stamp-client.ts";
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

const lookEveryMs = 5_000;
const maxRows = 1000;
const maxAgeMs = 3_600_000;

/**
 * Makes checkpoints: of each signed head, at least one for every thousand rows, and within an hour of a row. Then witnesses
 * are asked, and the authority of time stamps.
 */
export function createCheckpointJob(options: {
  keeper: Pick<GuardedChain["keeper"], "state" | "signNow">;
  tree: Pick<LogTree, "checkpoint" | "lastSize">;
  witnesses: Pick<WitnessClient, "collect">;
  stamps: Pick<StampClient, "catchUp">;
  now: () => number;
  log: Log;
}) {
  const { keeper, tree, witnesses, stamps, now, log } = options;
  let timer: NodeJS.Timeout | null = null;
  let done = 0;
  let doneAt = now();
  let stampedAt = 0;
  let isRunning = false;
  let running: Promise<void> = Promise.resolve();

  /** Up to where the chain is to be in the log now; signs the end where that is due. */
  async function due(): Promise<number> {
    const { end, signedTo } = await keeper.state();
    if (end - done < maxRows && (end === done || now() - doneAt < maxAgeMs)) return signedTo;
    const head = await keeper.signNow();
    return head.state === "signed" ? head.seq : signedTo;
  }

  async function look(): Promise<void> {
    if (done === 0) done = await tree.lastSize();
    const upTo = await due();
    if (upTo > done) {
      // A long chain that has no checkpoint yet gets one, not one for each thousand rows of its past.
      for (let at = done + maxRows; done > 0 && at < upTo; at += maxRows) await make(at);
      await make(upTo);
    }
    if (now() - stampedAt < 60_000 && stampedAt !== 0) return;
    stampedAt = now();
    await stamps.catchUp();
  }

  async function make(upTo: number): Promise<void> {
    const made = await tree.checkpoint(upTo).catch((error: unknown) => {
      if (error instanceof ChangedRow) done = upTo; // it stays changed: reported once for each signed head
      throw error;
    });
    done = upTo;
    doneAt = now();
    stampedAt = 0;
    if (made !== null) await witnesses.collect(made);
  }

  function run(): void {
    if (isRunning) return;
    isRunning = true;
    running = look()
      .catch((error: unknown) => {
        // While the database is away this waits for the next look; its absence is reported by itself.
        if (!isDatabaseUnavailable(error)) log.error({ err: error }, "a checkpoint of a chain was not made");
      })
      .finally(() => {
        isRunning = false;
      });
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
