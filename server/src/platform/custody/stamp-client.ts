/*
 * Time stamps of an outside authority (RFC 3161) over checkpoints. An authority that is away holds nothing up for longer
 * than a few seconds: exports go out and say that the stamp is missing, and it is asked for again for weeks, the oldest
 * checkpoint first. What it answers is verified as files verify it before it is kept.
 */
import { randomBytes } from "node:crypto";
import type { Certificate } from "@tracewater/custody/certificate";
import { readNote } from "@tracewater/custody/checkpoint";
import {
  isTrustedStamp,
  nonceText,
  readStamp,
  tokenOf,
  writeStampRequest,
} from "@tracewater/custody/time-stamp";
import type { Log } from "../log.ts";
import type { Db } from "../store/database.ts";
import type { Chain } from "./chain.store.ts";
import type { MadeCheckpoint } from "./log-tree.ts";
import { createStampStore, type KeptStamp } from "./stamp.store.ts";

const timeoutMs = 4000;
const maxAnswer = 64 * 1024;
const perRun = 50;

/** TSA_URL, and the certificates of TSA_CA that its tokens have to lead to. */
export type StampAuthority = { url: string; trusted: readonly Certificate[] };
export type StampClient = ReturnType<typeof createStampClient>;

export function createStampClient(options: {
  db: Db;
  chain: Chain;
  authority: StampAuthority | null;
  log: Log;
}) {
  const { authority, log } = options;
  const store = createStampStore(options.db, options.chain);

  async function ask({ url, trusted }: StampAuthority, text: string | Uint8Array) {
    const nonce = randomBytes(8);
    const answer = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/timestamp-query" },
      body: Buffer.from(writeStampRequest(text, nonce)),
      redirect: "error",
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (!answer.ok) throw new Error(`the time stamp authority answered ${answer.status}`);
    const bytes = new Uint8Array(await answer.arrayBuffer());
    const token = bytes.length > maxAnswer ? null : tokenOf(bytes);
    if (token === null) throw new Error("the time stamp authority refused");
    const stamp = readStamp(token, text);
    if (stamp === null || stamp.nonce !== nonceText(nonce))
      throw new Error("the time stamp is not over what was sent");
    if (!isTrustedStamp(stamp, trusted))
      throw new Error(`the time stamp of ${stamp.signer.name} does not lead to a certificate of TSA_CA`);
    return { token, at: new Date(stamp.at) };
  }

  /** Stamps one checkpoint; false where the authority did not give a right stamp. */
  async function stamp(made: MadeCheckpoint): Promise<boolean> {
    if (authority === null) return false;
    const text = readNote(made.note)?.text ?? "";
    try {
      const { token, at } = await ask(authority, text);
      await store.keep({ ...made, text, token, at });
      return true;
    } catch (error) {
      log.warn({ err: error, size: made.size }, "a checkpoint was not stamped");
      return false;
    }
  }

  let catching: Promise<void> | null = null;

  /** Those that wait, the oldest first, until one fails: what comes later waits for it. */
  async function stampWaiting(): Promise<void> {
    for (const made of await store.listWaiting(perRun)) if (!(await stamp(made))) return;
  }

  function catchUp(): Promise<void> {
    if (authority === null) return Promise.resolve();
    catching ??= stampWaiting()
      .catch((error: unknown) => log.error({ err: error }, "checkpoints were not stamped"))
      .finally(() => {
        catching = null;
      });
    return catching;
  }

  return {
    isOn: authority !== null,
    catchUp,
    /** The token over some bytes, for a signature of a document; null where it cannot be had now. */
    async stampBytes(bytes: Uint8Array): Promise<Uint8Array | null> {
      if (authority === null) return null;
      return ask(authority, bytes).then(
        ({ token }) => token,
        (error: unknown) => {
          log.warn({ err: error }, "a document was not stamped");
          return null;
        },
      );
    },
    /** What is under way is finished. */
    stop: async () => void (await catching),

    /** The stamps for a file: of its checkpoint where it can be had, and of the first ones that cover its rows. */
    async collect(made: MadeCheckpoint, seqs: readonly number[], limit: number): Promise<KeptStamp[]> {
      // It answers again: what waited follows, without holding this file up.
      if ((await store.find(made)) === undefined && (await stamp(made))) void catchUp();
      const own = await store.find(made);
      const earlier = await store.listCovering(seqs, limit);
      return [...(own === undefined ? [] : [own]), ...earlier.filter(({ size }) => size < made.size)];
    },

    state: () => (authority === null ? Promise.resolve(null) : store.state()),
  };
}
