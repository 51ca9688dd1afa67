import type { CustodyEvent } from "@tracewater/contract/laboratory/custody";
import type { Traceability } from "@tracewater/contract/laboratory/traceability";
import type { ChainState } from "@tracewater/contract/system/audit";
import { hashOfRow } from "@tracewater/custody/chain";
import { createBreather } from "../../../platform/breather.ts";
import type { Caller } from "../../../platform/caller.ts";
import { type ChainStore, custodyChain } from "../../../platform/custody/chain.store.ts";
import { type ChainCheck, type ChainKeeper, showRefusal } from "../../../platform/custody/chain-keeper.ts";
import type { PrintMoment } from "../../../platform/moments.ts";
import type { Db, Trx } from "../../../platform/store/database.ts";
import { createCustodyStore } from "./custody.store.ts";
import { type NewCustodyEvent, toCustodyRecord } from "./custody-record.ts";

export type CustodyService = ReturnType<typeof createCustodyService>;

const maxEvents = 1000;

/** The custody chain: events are appended in the transaction that changes the thing itself. */
export function createCustodyService(options: {
  db: Db;
  chains: ChainStore;
  keeper: ChainKeeper;
  key: { id: string; publicKey: string };
  printMoment: PrintMoment;
  now: () => number;
}) {
  const { chains, keeper, key, printMoment, now } = options;
  const store = createCustodyStore(options.db);

  return {
    /** The last thing that a transaction does: the chain's end stays locked until it is over. */
    async append(trx: Trx, caller: Caller, events: readonly NewCustodyEvent[]): Promise<void> {
      if (events.length === 0) return;
      const time = now();
      const who = {
        actor: { id: caller.userId, name: caller.nickName, userName: caller.userName },
        via: viaOf(caller),
      };
      const records = events.map((event) => toCustodyRecord(who, event, time));
      await chains.appendTo(custodyChain, trx, records, time);
    },

    /** The first thousand events about any of these things. */
    listAbout: (subjects: readonly string[]): Promise<CustodyEvent[]> => store.listAbout(subjects, maxEvents),

    /** Makes the hash of each of these events again, and compares its link with the event before. */
    async verify(seqs: readonly number[]): Promise<Traceability["verification"]> {
      const breathe = createBreather();
      const damaged: number[] = [];
      for (const { before, ...row } of await store.listRows(seqs)) {
        if (row.prev !== before || hashOfRow(custodyChain.name, row) !== row.hash) damaged.push(row.seq);
        await breathe();
      }
      const { signedTo } = await keeper.state();
      return { checkedAt: now(), damaged, signedTo };
    },

    async state(): Promise<ChainState> {
      const [{ end, signedTo }, last] = await Promise.all([keeper.state(), store.findCheck()]);
      return {
        rows: end,
        signedTo,
        publicKey: key.publicKey,
        keyId: key.id,
        refusal: showRefusal(keeper.refusal(), printMoment),
        check: last === null ? null : { ...last, checkedAt: printMoment(new Date(last.checkedAt)) },
      };
    },

    async check(): Promise<ChainCheck> {
      const found = await keeper.check();
      await store.saveCheck({ ...found, checkedAt: found.checkedAt.getTime() });
      return found;
    },

    /** A signed head of the chain as it is now, for what goes out on paper. */
    signNow: keeper.signNow,

    exportChain: keeper.export,
  };
}

/** By what the actor was known: an event of a key names the key and who made it. */
function viaOf({ key }: Caller): NonNullable<CustodyEvent["via"]> {
  return key === null ? { kind: "session" } : { kind: "key", ...key };
}
