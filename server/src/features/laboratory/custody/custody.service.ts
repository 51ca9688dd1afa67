import type { CustodyChainState, CustodyEvent } from "@tracewater/contract/laboratory/custody";
import type { Traceability } from "@tracewater/contract/laboratory/traceability";
import { hashOfRow } from "@tracewater/custody/chain";
import { writeNoteKey } from "@tracewater/custody/checkpoint";
import { type StampLine, stampLine } from "@tracewater/custody/evidence-time";
import { AppError } from "../../../platform/app-error.ts";
import { createBreather } from "../../../platform/breather.ts";
import type { Caller } from "../../../platform/caller.ts";
import { type ChainStore, custodyChain } from "../../../platform/custody/chain.store.ts";
import { type ChainCheck, type ChainKeeper, showRefusal } from "../../../platform/custody/chain-keeper.ts";
import { signRecord } from "../../../platform/custody/event-signing.ts";
import { ChangedRow, type LogTree, type ProvenRows } from "../../../platform/custody/log-tree.ts";
import type { StampClient } from "../../../platform/custody/stamp-client.ts";
import type { WitnessClient } from "../../../platform/custody/witness-client.ts";
import type { PrintMoment } from "../../../platform/moments.ts";
import type { Db, Trx } from "../../../platform/store/database.ts";
import { createCustodyStore } from "./custody.store.ts";
import { type NewCustodyEvent, toCustodyRecord } from "./custody-record.ts";

export type { EvidenceRecordFacts } from "./custody-record.ts";
export type CustodyService = ReturnType<typeof createCustodyService>;

const maxEvents = 1000;
/** Earlier checkpoints whose stamps a file has. */
const maxStamps = 60;

/** The custody chain: events are appended in the transaction that changes the thing itself. */
export function createCustodyService(options: {
  db: Db;
  chains: ChainStore;
  keeper: ChainKeeper;
  tree: LogTree;
  witnesses: WitnessClient;
  stamps: StampClient;
  key: { id: string; publicKey: string };
  printMoment: PrintMoment;
  now: () => number;
}) {
  const { chains, keeper, tree, witnesses, stamps, key, printMoment, now } = options;
  const store = createCustodyStore(options.db);

  /** The time stamps of a file, those that its log goes on from. */
  async function stampsOf({ checkpoint, rows }: ProvenRows): Promise<StampLine[]> {
    if (!stamps.isOn) return [];
    const found = await stamps.collect(
      checkpoint,
      rows.map(({ seq }) => seq),
      maxStamps,
    );
    const lines = found.map(async ({ text, token }) => {
      const path = await tree.proveFrom(text, checkpoint.size);
      return path === null ? [] : [stampLine(text, token, path)];
    });
    return (await Promise.all(lines)).flat();
  }

  return {
    /** The last thing that a transaction does: the chain's end stays locked until it is over. */
    async append(trx: Trx, caller: Caller, events: readonly NewCustodyEvent[]): Promise<void> {
      if (events.length === 0) return;
      const time = now();
      const who = {
        actor: { id: caller.userId, name: caller.nickName, userName: caller.userName },
        via: viaOf(caller),
      };
      const records = events.map((event) => signRecord(caller, toCustodyRecord(who, event, time)));
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

    async state(): Promise<CustodyChainState> {
      const [{ end, signedTo }, last, noteKey] = await Promise.all([
        ...([keeper.state(), store.findCheck(), tree.key()] as const),
      ]);
      return {
        rows: end,
        signedTo,
        publicKey: key.publicKey,
        keyId: key.id,
        checkpointKey: writeNoteKey(noteKey),
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

    /** Refuses where the chain is broken: then nothing is signed. */
    async requireSound(): Promise<number> {
      const head = await keeper.signNow();
      if (head.state === "refused") throw brokenChain(keeper.refusal()?.fault.seq ?? 0);
      return head.state === "signed" ? head.seq : 0;
    },

    /** Every event about a thing with its proof to a signed checkpoint; refused where there are more than `limit`. */
    async prove(
      about: string,
      limit: number,
    ): Promise<ProvenRows & { witnesses: readonly string[]; stamps: StampLine[] }> {
      const seq = await this.requireSound();
      const proven = await tree.prove(about, seq, limit + 1).catch((error: unknown) => {
        throw error instanceof ChangedRow ? brokenChain(error.seq) : error;
      });
      if (proven.rows.length > limit) throw tooManyEvents(limit);
      const lines = await witnesses.collect(proven.checkpoint);
      const note = [proven.checkpoint.note, ...lines].join("");
      const kept = await stampsOf(proven);
      return {
        ...proven,
        checkpoint: { ...proven.checkpoint, note },
        witnesses: witnesses.keys,
        stamps: kept,
      };
    },

    /** A time stamp over the signature of a document; null where there is none to be had. */
    stampBytes: stamps.stampBytes,

    exportChain: keeper.export,
  };
}

function brokenChain(seq: number): AppError {
  return new AppError("conflict", {
    en: `The custody chain is damaged at record ${seq}. Nothing is signed or exported until this is settled.`,
    zh: `保管链在记录 ${seq} 处受损，处理完毕前不签署、不导出。`,
  });
}

function tooManyEvents(limit: number): AppError {
  return new AppError("refused", {
    en: `There are more than ${limit} events. Export the whole chain instead.`,
    zh: `事件超过 ${limit} 个，请改为导出整条保管链。`,
  });
}

/** By what the actor was known: an event of a key names the key and who made it. */
function viaOf({ key }: Caller): NonNullable<CustodyEvent["via"]> {
  return key === null ? { kind: "session" } : { kind: "key", ...key };
}
