/** Signs the head of a chain: never over a break, nor where the heads that are kept outside know another chain. */
import { type ChainEnd, type ChainRow, chainStart } from "@tracewater/custody/chain";
import { type ChainFault, checkChain, describeFault } from "@tracewater/custody/chain-check";
import { type SigningKey, signHead } from "@tracewater/custody/head";
import type { Log } from "../log.ts";
import type { PrintMoment } from "../moments.ts";
import type { Chain, ChainStore } from "./chain.store.ts";
import type { createChainReader } from "./chain-reader.ts";
import { type HeadGuard, HeadNotKept } from "./head-guard.ts";

/** Why nothing is signed at present, and since when this is known. */
export type SigningRefusal = { fault: ChainFault; since: Date };

export function createChainSigner(options: {
  store: ChainStore;
  guard: HeadGuard;
  chain: Chain;
  key: SigningKey;
  printIso: PrintMoment;
  now: () => number;
  log: Log;
  eachRow: ReturnType<typeof createChainReader>["eachRow"];
}) {
  const { store, guard, chain, key, printIso, now, log, eachRow } = options;
  let lastDay = "";
  let refusal: SigningRefusal | null = null;
  let signing: Promise<unknown> = Promise.resolve();

  const today = () => dayOf(printIso(new Date(now())));

  async function sign(end: ChainEnd, day: string): Promise<void> {
    const said = {
      chain: chain.name,
      day,
      seq: end.seq,
      hash: end.hash,
      signedAt: printIso(new Date(now())),
    };
    const head = signHead(said, key);
    await store.addHead(head);
    await guard.keep(head);
  }

  /**
   * Signs the last row of each day that is over, and with `upToNow` the end as it is. Never signs over a break, nor
   * where the kept heads know another chain: then it answers false, and `refusal` says why.
   */
  function signDue(upToNow: boolean, part: "whole" | "end" = "whole"): Promise<boolean> {
    const signed = signing.then(async () => {
      const fault = await findRefusal(upToNow, part);
      if (fault === null) refusal = null;
      else {
        log.error(
          { chain: chain.name, fault },
          `a chain is broken, nothing is signed: ${describeFault(fault)}`,
        );
        refusal = { fault, since: refusal?.since ?? new Date(now()) };
      }
      return fault === null;
    });
    signing = signed.catch(() => undefined); // its own caller handles it
    return signed;
  }

  async function findRefusal(upToNow: boolean, part: "whole" | "end"): Promise<ChainFault | null> {
    try {
      const { fault, last } = await guard.compare(part);
      return fault ?? (await signAfter(last, upToNow));
    } catch (error) {
      if (!(error instanceof HeadNotKept)) throw error;
      log.error({ err: error, chain: chain.name }, "a signed head could not be kept outside of the database");
      return { kind: "headsDamaged", seq: 0 };
    }
  }

  async function signAfter(kept: ChainEnd | null, upToNow: boolean): Promise<ChainFault | null> {
    const day = today();
    const from = kept ?? (await store.findLastHead(chain)) ?? chainStart;
    const check = checkChain({ chain: chain.name, keys: new Map(), from });
    let last: ChainRow | null = null;
    for await (const row of eachRow(from.seq)) {
      check.row(row);
      const { fault } = check.result({ mayEndUnsigned: true });
      if (fault !== null) return fault;
      if (last !== null && dayOf(last.at) < dayOf(row.at)) await sign(last, dayOf(last.at));
      last = row;
    }
    if (last !== null && (upToNow || dayOf(last.at) < day)) await sign(last, dayOf(last.at));
    lastDay = day;
    return null;
  }

  return {
    signDue,

    /** Why nothing is signed at present; null where nothing is in the way. */
    refusal: (): SigningRefusal | null => refusal,

    /** Whether the days before today are signed: nothing is due until the day is over. */
    hasSignedToday: (): boolean => today() === lastDay,
  };
}

/** `2026-11-21` of an ISO time. */
function dayOf(iso: string): string {
  return iso.slice(0, 10);
}
