/*
 * Sends checkpoints to the witnesses of this installation and keeps what they countersign. A witness that is away holds
 * nothing up for longer than a few seconds; one that refuses shows that it saw another log, which is logged as an error.
 */
import { readNote } from "@tracewater/custody/checkpoint";
import { cosignedAt } from "@tracewater/custody/cosignature";
import { writeAddCheckpoint } from "@tracewater/custody/witness";
import type { Log } from "../log.ts";
import type { Db } from "../store/database.ts";
import type { Chain } from "./chain.store.ts";
import type { LogTree, MadeCheckpoint } from "./log-tree.ts";
import { createCosignatureStore } from "./witness-client.store.ts";
import type { Witness } from "./witness-list.ts";

const timeoutMs = 4000;
const maxAnswer = 10_000;

export type WitnessClient = ReturnType<typeof createWitnessClient>;

export function createWitnessClient(options: {
  db: Db;
  chain: Chain;
  tree: Pick<LogTree, "proveGrowth">;
  witnesses: readonly Witness[];
  log: Log;
}) {
  const { tree, witnesses, log } = options;
  const store = createCosignatureStore(options.db, options.chain);

  async function ask(witness: Witness, made: MadeCheckpoint, old: number): Promise<Response> {
    const path = await tree.proveGrowth(old, made.size);
    return fetch(`${witness.url}/add-checkpoint`, {
      method: "POST",
      body: writeAddCheckpoint(old, path, made.note),
      redirect: "error",
      signal: AbortSignal.timeout(timeoutMs),
    });
  }

  /** The line of a witness under this checkpoint; null where it gave none. */
  async function cosign(witness: Witness, made: MadeCheckpoint): Promise<string | null> {
    const last = await store.findLast(made.key, witness.key.name);
    let answer = await ask(witness, made, Math.min(last, made.size));
    const known = answer.status === 409 ? Number((await readAnswer(answer)).trim()) : Number.NaN;
    // Its answer may have been lost once, or this database was restored from a backup.
    if (Number.isSafeInteger(known) && known >= 0 && known <= made.size && known !== last)
      answer = await ask(witness, made, known);
    if (answer.status !== 200) {
      log.error(
        { witness: witness.key.name, status: answer.status, size: made.size },
        "a witness did not countersign a checkpoint: it knows another log",
      );
      return null;
    }
    const lines = (await readAnswer(answer)).split("\n").filter((line) => line !== "");
    const right = lines.find((line) => {
      const note = readNote(`${made.note}${line}\n`);
      return note !== null && cosignedAt(note, witness.key) !== null;
    });
    if (right !== undefined) return `${right}\n`;
    log.error({ witness: witness.key.name }, "the answer of a witness has no right countersignature");
    return null;
  }

  return {
    /** The keys of the witnesses, as files name them. */
    keys: witnesses.map(({ text }) => text),

    /** The lines of the witnesses under a checkpoint, those that could be had. */
    async collect(made: MadeCheckpoint): Promise<string[]> {
      if (witnesses.length === 0) return [];
      const known = await store.read(made);
      const lines = await Promise.all(
        witnesses.map(async (witness) => {
          const kept = known.get(witness.key.name);
          if (kept !== undefined) return kept;
          const line = await cosign(witness, made).catch((error: unknown) => {
            log.warn({ err: error, witness: witness.key.name }, "a witness did not answer");
            return null;
          });
          return line === null ? null : store.keep({ ...made, witness: witness.key.name, line });
        }),
      );
      return lines.filter((line) => line !== null);
    },
  };
}

async function readAnswer(answer: Response): Promise<string> {
  return (await answer.text()).slice(0, maxAnswer);
}
