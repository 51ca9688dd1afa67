import type { CustodyEvent, CustodyKind } from "@tracewater/contract/laboratory/custody";
import type { ChainState } from "@tracewater/contract/system/audit";
import type { Caller } from "../../../platform/caller.ts";
import { type ChainStore, custodyChain } from "../../../platform/custody/chain.store.ts";
import type { ChainKeeper } from "../../../platform/custody/chain-keeper.ts";
import type { PrintMoment } from "../../../platform/moments.ts";
import type { Db, Trx } from "../../../platform/store/database.ts";
import { createCustodyStore } from "./custody.store.ts";

export type CustodyService = ReturnType<typeof createCustodyService>;

/** What happened to things: what is not told of it is null in the record. */
export type NewCustodyEvent = {
  kind: CustodyKind;
  /** `sampling:7`, `bottle:12`, `delivery:3`. */
  about: readonly string[];
  from?: string | null;
  to?: string | null;
  place?: string | null;
  sealNo?: string | null;
  condition?: string | null;
  note?: string | null;
};

const mostEvents = 1000;

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
      const actor = { id: caller.userId, name: caller.nickName };
      const records = events.map(({ kind, about, ...told }) => ({
        kind,
        time,
        actor,
        about: [...about],
        from: told.from ?? null,
        to: told.to ?? null,
        place: told.place ?? null,
        sealNo: told.sealNo ?? null,
        condition: told.condition ?? null,
        note: told.note ?? null,
      }));
      await chains.appendTo(custodyChain, trx, records, time);
    },

    /** The first thousand events about any of these things. */
    listAbout: (things: readonly string[]): Promise<CustodyEvent[]> => store.listAbout(things, mostEvents),

    async state(): Promise<ChainState> {
      const [{ end, signedTo }, last] = await Promise.all([keeper.state(), store.findCheck()]);
      return {
        rows: end,
        signedTo,
        publicKey: key.publicKey,
        keyId: key.id,
        check: last === null ? null : { ...last, checkedAt: printMoment(new Date(last.checkedAt)) },
      };
    },

    async check(): Promise<void> {
      const found = await keeper.check();
      await store.saveCheck({ ...found, checkedAt: found.checkedAt.getTime() });
    },

    exportChain: keeper.export,
  };
}
