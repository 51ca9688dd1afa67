/*
 * The log of a chain: Merkle trees over its rows and over the counts of its things, extended by new rows only, and
 * checkpoints signed of both. Out of these come the proofs of a file that shows some rows and nobody else's.
 */
import { hash as hashOf } from "node:crypto";
import { canonicalize } from "@tracewater/custody/canonical";
import {
  type Checkpoint,
  type NoteKey,
  readCheckpoint,
  signNote,
  writeCheckpoint,
  writeNoteKey,
} from "@tracewater/custody/checkpoint";
import { type RowProof, type ThingProof, textOfThing } from "@tracewater/custody/evidence-file";
import type { SigningKey } from "@tracewater/custody/head";
import { createMerkle } from "@tracewater/custody/merkle";
import { createTileTree, type TileTree, tileWidth } from "@tracewater/custody/tile-tree";
import { createBreather } from "../breather.ts";
import type { Db, Trx } from "../store/database.ts";
import type { Chain } from "./chain.store.ts";
import { type CountedThing, createLogTreeStore, type LeafRow, type TilePlace } from "./log-tree.store.ts";

const batch = 500;
const sha256 = (bytes: Uint8Array): Uint8Array => hashOf("sha256", bytes, "buffer");
const merkle = createMerkle(sha256);

/** A row does not match its hash: it never becomes a leaf, and nothing is signed. */
export class ChangedRow extends Error {
  readonly seq: number;

  constructor(seq: number) {
    super(`row ${seq} does not match its hash`);
    this.seq = seq;
  }
}

/** The rows about one thing with their proofs, as an evidence file has them. */
export type ProvenRows = {
  rows: LeafRow[];
  proofs: RowProof[];
  counts: ThingProof[];
  checkpoint: MadeCheckpoint;
};

/** A signed checkpoint, the text of the key that it is verified by, and how many rows it covers. */
export type MadeCheckpoint = { note: string; key: string; size: number };

/** A key that is read with its first use. */
type SigningKeyOf = () => Promise<SigningKey>;

export type LogTree = ReturnType<typeof createLogTree>;

export function createLogTree(options: {
  db: Db;
  chain: Chain;
  /** Signs checkpoints. */
  key: SigningKeyOf;
  now: () => number;
}) {
  const { db, chain, now } = options;
  const store = createLogTreeStore(db, chain);
  const names = { rows: chain.name, things: `${chain.name}.things` };

  /** A tree whose tiles for these leaves, and for its end, are read at once. */
  async function openTree(
    trx: Trx,
    tree: string,
    size: number,
    leaves: readonly number[],
  ): Promise<TileTree> {
    const places = placesOf(size === 0 ? leaves : [...leaves, size - 1]);
    const known = new Map(
      (await store.readTiles(trx, tree, places)).map((tile) => [`${tile.level}/${tile.index}`, tile.hashes]),
    );
    return createTileTree({ merkle, size, load: async (level, index) => known.get(`${level}/${index}`) });
  }

  /** Adds the next rows in a transaction of their own; false once all up to `upTo` are in. */
  async function extendBatch(upTo: number): Promise<boolean> {
    return db.transaction().execute(async (trx) => {
      const sizes = await store.lock(trx);
      const rows = await store.readRows(trx, sizes.size, upTo, batch);
      if (rows.length === 0) return false;
      const tree = await openTree(trx, names.rows, sizes.size, []);
      const breathe = createBreather();
      for (const row of rows) {
        if (row.seq !== tree.size() + 1) throw new ChangedRow(tree.size() + 1);
        await tree.append(leafOf(chain.name, row));
        await breathe();
      }
      await store.saveTiles(trx, names.rows, await tree.takeChanged());
      const things = await countThings(trx, rows, sizes.things);
      await store.saveSizes(trx, { size: tree.size(), things });
      return rows.length === batch;
    });
  }

  /** Counts the events of each thing in these rows; answers how many things there are then. */
  async function countThings(trx: Trx, rows: readonly LeafRow[], size: number): Promise<number> {
    const added = new Map<string, { events: number; last: number }>();
    for (const { seq, about } of rows)
      for (const one of new Set(about))
        added.set(one, { events: (added.get(one)?.events ?? 0) + 1, last: seq });
    const known = new Map((await store.readThings(trx, [...added.keys()])).map((one) => [one.about, one]));
    let next = size;
    const things = [...added].map(([about, { events, last }]): CountedThing => {
      const before = known.get(about);
      if (before !== undefined) return { ...before, events: before.events + events, last };
      next += 1;
      return { about, index: next - 1, events, last };
    });
    const changed = things.filter(({ index }) => index < size);
    const tree = await openTree(
      ...([trx, names.things, size] as const),
      changed.map(({ index }) => index),
    );
    for (const thing of things) {
      const leaf = merkle.hashLeaf(Buffer.from(textOfThing(thing)));
      await (thing.index < size ? tree.replace(thing.index, leaf) : tree.append(leaf));
    }
    await store.saveThings(trx, things);
    await store.saveTiles(trx, names.things, await tree.takeChanged());
    return tree.size();
  }

  async function sign(trx: Trx, rows: TileTree, things: TileTree): Promise<MadeCheckpoint> {
    const [origin, signer] = await Promise.all([store.readOrigin(), options.key()]);
    const checkpoint: Checkpoint = {
      origin,
      rows: { size: rows.size(), root: await rows.root() },
      things: { size: things.size(), root: await things.root() },
    };
    const key = writeNoteKey({ name: origin, publicKey: signer.publicKey });
    const note = signNote(writeCheckpoint(checkpoint), { name: origin, secretKey: signer.secretKey });
    const made = { size: rows.size(), key, note, at: new Date(now()) };
    return { note: await store.saveCheckpoint(trx, made), key, size: rows.size() };
  }

  async function extend(upTo: number): Promise<void> {
    while (await extendBatch(upTo)) await new Promise<void>((resolve) => setImmediate(resolve));
  }

  return {
    /** Adds the rows up to one and signs a checkpoint of them; what is in already is not read again. */
    async checkpoint(upTo: number): Promise<MadeCheckpoint | null> {
      await extend(upTo);
      return db.transaction().execute(async (trx) => {
        const { size, things } = await store.lock(trx);
        if (size === 0) return null;
        return sign(
          trx,
          await openTree(trx, names.rows, size, []),
          await openTree(trx, names.things, things, []),
        );
      });
    },

    /** The rows about a thing, at most `limit`, with proofs to a checkpoint of all rows up to `upTo` at least. */
    async prove(about: string, upTo: number, limit: number): Promise<ProvenRows> {
      await extend(upTo);
      return db.transaction().execute(async (trx) => {
        const { size, things: count } = await store.lock(trx);
        const rows = await store.readAbout(trx, about, size, limit);
        const subjects = [...new Set([about, ...rows.flatMap((row) => row.about)])];
        const counted = await store.readThings(trx, subjects);
        const tree = await openTree(
          ...([trx, names.rows, size] as const),
          rows.map((row) => row.seq - 1),
        );
        const things = await openTree(
          ...([trx, names.things, count] as const),
          counted.map((one) => one.index),
        );
        const proofs = await proveRows(tree, rows);
        const counts = await proveCounts(things, counted);
        return { rows, proofs, counts, checkpoint: await sign(trx, tree, things) };
      });
    },

    /** The consistency proof, in base64, that the log of `size` rows goes on from that of `old` rows. */
    async proveGrowth(old: number, size: number): Promise<string[]> {
      return db.transaction().execute(async (trx) => {
        const { size: now } = await store.lock(trx);
        const edges = [Math.max(0, old - 1), Math.max(0, size - 1)];
        const tree = await openTree(trx, names.rows, now, edges);
        return (await tree.proveConsistency(old, size)).map(base64);
      });
    },

    /** How many rows the last checkpoint covers; 0 before the first. */
    lastSize: () => store.findLastSize(),

    /** Whether the log goes on from a checkpoint of before, and the proof of it in base64. */
    async proveFrom(text: string, size: number): Promise<string[] | null> {
      const old = readCheckpoint(text)?.rows;
      if (old === undefined || old.size > size) return null;
      return db.transaction().execute(async (trx) => {
        const { size: now } = await store.lock(trx);
        const tree = await openTree(trx, names.rows, now, [Math.max(0, old.size - 1), Math.max(0, size - 1)]);
        if (!Buffer.from(await tree.root(old.size)).equals(Buffer.from(old.root))) return null;
        return old.size === size ? [] : (await tree.proveConsistency(old.size, size)).map(base64);
      });
    },

    /** The key that checkpoints are verified by, with the name of the installation. */
    async key(): Promise<NoteKey> {
      return { name: await store.readOrigin(), publicKey: (await options.key()).publicKey };
    },
  };
}

/** The path of each row to the root of the rows. */
async function proveRows(tree: TileTree, rows: readonly LeafRow[]): Promise<RowProof[]> {
  const breathe = createBreather();
  const proofs: RowProof[] = [];
  for (const { seq } of rows) {
    const path = await tree.proveInclusion(seq - 1);
    proofs.push({ index: seq - 1, leaf: base64(await tree.leaf(seq - 1)), path: path.map(base64) });
    await breathe();
  }
  return proofs;
}

/** The path of each count to the root of the counts, in the order of the tree. */
async function proveCounts(tree: TileTree, counted: readonly CountedThing[]): Promise<ThingProof[]> {
  const breathe = createBreather();
  const proofs: ThingProof[] = [];
  for (const { about, events, last, index } of [...counted].sort((a, b) => a.index - b.index)) {
    const path = (await tree.proveInclusion(index)).map(base64);
    proofs.push({ about, events, last, index, path });
    await breathe();
  }
  return proofs;
}

/** The hash of a row's leaf; what does not match the row's hash is no row. */
function leafOf(chain: string, { seq, at, prev, hash, record }: LeafRow): Uint8Array {
  // The record is kept as its canonical text; its members in the order of canonical JSON.
  const head = `{"at":${canonicalize(at)},"chain":${canonicalize(chain)},"prev":${canonicalize(prev)}`;
  const text = Buffer.from(`${head},"record":${record},"seq":${seq}}`);
  if (Buffer.from(sha256(text)).toString("hex") !== hash) throw new ChangedRow(seq);
  return merkle.hashLeaf(text);
}

/** The tiles that have these leaves and what leads from them to the root. */
function placesOf(leaves: readonly number[]): TilePlace[] {
  const places = new Map<string, TilePlace>();
  const last = leaves.reduce((max, leaf) => Math.max(max, leaf), 0);
  for (let level = 0, width = tileWidth; width <= (last + 1) * tileWidth; level += 1, width *= tileWidth)
    for (const leaf of leaves) {
      const index = Math.floor(leaf / width);
      places.set(`${level}/${index}`, { level, index });
    }
  return [...places.values()];
}

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64");
