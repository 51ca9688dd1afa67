/*
 * A Merkle tree that is kept in tiles of 256 hashes (C2SP tlog-tiles): adding a leaf and proving one read and write a
 * handful of tiles, whatever the size of the tree. A tile of level 0 has the hashes of leaves, one of level L + 1 the
 * roots of full tiles of level L.
 */
import { hashBytes, type Merkle } from "./merkle.ts";

export const tileWidth = 256;
const tileLevels = 8; // 256 = 2 to the eighth

export type Tile = { level: number; index: number; hashes: Uint8Array };

/** Reads a tile; undefined where it was never written. */
export type LoadTile = (level: number, index: number) => Promise<Uint8Array | undefined>;

export type TileTree = ReturnType<typeof createTileTree>;

export type TileTreeOptions = { merkle: Merkle; size: number; load: LoadTile };

/** A tree of `size` leaves at present. What is changed stays in memory until `takeChanged` gives it to be kept. */
export function createTileTree({ merkle, load, ...options }: TileTreeOptions) {
  let { size } = options;
  const tiles = new Map<string, Held>();
  const changed = new Map<string, { level: number; index: number }>();

  async function open(level: number, index: number): Promise<Held> {
    const key = `${level}/${index}`;
    const known = tiles.get(key);
    if (known !== undefined) return known;
    const held: Held = { rows: [splitHashes((await load(level, index)) ?? new Uint8Array(0))] };
    tiles.set(key, held);
    return held;
  }

  async function put(level: number, place: number, hash: Uint8Array): Promise<void> {
    const index = Math.floor(place / tileWidth);
    const held = await open(level, index);
    const leaves = held.rows[0] ?? [];
    const at = place % tileWidth;
    if (at > leaves.length)
      throw new Error(`tile ${level}/${index} has ${leaves.length} hashes, none at ${at}`);
    leaves[at] = hash;
    held.rows = [leaves];
    changed.set(`${level}/${index}`, { level, index });
  }

  /** Takes the roots of full tiles up, level by level. */
  async function raiseFullTiles(): Promise<void> {
    for (let level = 0; ; level += 1) {
      const own = [...changed.values()].filter((tile) => tile.level === level);
      if (own.length === 0 && level > 0) return;
      for (const { index } of own) {
        const held = await open(level, index);
        if ((held.rows[0] ?? []).length < tileWidth) continue;
        await put(level + 1, index, within(held, tileLevels, 0));
      }
    }
  }

  /** The root of 2^height hashes of a tile, the `place`-th of that height. */
  function within(held: Held, height: number, place: number): Uint8Array {
    const row = held.rows[height] ?? [];
    held.rows[height] = row;
    const known = row[place];
    if (known !== undefined) return known;
    if (height === 0) throw new Error("a hash is missing in a tile");
    const made = merkle.hashNode(
      within(held, height - 1, 2 * place),
      within(held, height - 1, 2 * place + 1),
    );
    row[place] = made;
    return made;
  }

  /** The root of the complete subtree over the leaves [place * 2^height, (place + 1) * 2^height). */
  async function complete(height: number, place: number): Promise<Uint8Array> {
    const level = Math.floor(height / tileLevels);
    const rest = height % tileLevels;
    const perTile = tileWidth / 2 ** rest;
    const held = await open(level, Math.floor(place / perTile));
    return within(held, rest, place % perTile);
  }

  /** The root over the leaves [from, to): RFC 9162, 2.1.1. */
  async function rangeRoot(from: number, to: number, count = to - from): Promise<Uint8Array> {
    if (count === 0) return merkle.emptyRoot();
    const height = Math.log2(count);
    if (Number.isInteger(height) && from % count === 0) return complete(height, from / count);
    const split = from + largestPower(count);
    return merkle.hashNode(await rangeRoot(from, split), await rangeRoot(split, to));
  }

  async function inclusion(index: number, from: number, to: number): Promise<Uint8Array[]> {
    if (to - from === 1) return [];
    const split = from + largestPower(to - from);
    return index < split
      ? [...(await inclusion(index, from, split)), await rangeRoot(split, to)]
      : [...(await inclusion(index, split, to)), await rangeRoot(from, split)];
  }

  async function consistency(old: number, from: number, to: number, isWhole: boolean): Promise<Uint8Array[]> {
    if (old === to) return isWhole ? [] : [await rangeRoot(from, to)];
    const split = from + largestPower(to - from);
    return old <= split
      ? [...(await consistency(old, from, split, isWhole)), await rangeRoot(split, to)]
      : [...(await consistency(old, split, to, false)), await rangeRoot(from, split)];
  }

  return {
    size: (): number => size,
    /** Adds a leaf by its hash. */
    async append(hash: Uint8Array): Promise<void> {
      await put(0, size, hash);
      size += 1;
    },

    /** Replaces the hash of a leaf; trees that only grow never do. */
    async replace(index: number, hash: Uint8Array): Promise<void> {
      if (index >= size) throw new Error(`leaf ${index} of a tree of ${size}`);
      await put(0, index, hash);
    },

    /** The tiles that differ from what was loaded; it takes the roots of full tiles up. */
    async takeChanged(): Promise<Tile[]> {
      await raiseFullTiles();
      const taken: Tile[] = [];
      for (const { level, index } of changed.values()) {
        taken.push({ level, index, hashes: joinHashes((await open(level, index)).rows[0] ?? []) });
      }
      changed.clear();
      return taken;
    },

    /** The hash of a leaf. */
    leaf: (index: number): Promise<Uint8Array> => complete(0, index),

    /** The root of the first `of` leaves. Settle changes with `takeChanged` first. */
    root: (of = size): Promise<Uint8Array> => rangeRoot(0, of),

    /** Proof that the leaf at `index` is among the first `of` (RFC 9162, 2.1.3.1). */
    async proveInclusion(index: number, of = size): Promise<Uint8Array[]> {
      if (index < 0 || index >= of || of > size) throw new Error(`leaf ${index} of a tree of ${of}`);
      return inclusion(index, 0, of);
    },

    /** Proof that the first `of` leaves begin with the first `old` ones (RFC 9162, 2.1.4.1). */
    async proveConsistency(old: number, of = size): Promise<Uint8Array[]> {
      if (old < 0 || old > of || of > size) throw new Error(`a tree of ${old} within one of ${of}`);
      return old === 0 ? [] : consistency(old, 0, of, true);
    },
  };
}

/** A tile with the roots of its subtrees, by their height, as far as they were needed. */
type Held = { rows: Uint8Array[][] };

function splitHashes(bytes: Uint8Array): Uint8Array[] {
  const hashes: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; at += hashBytes) hashes.push(bytes.slice(at, at + hashBytes));
  return hashes;
}

function joinHashes(hashes: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(hashes.length * hashBytes);
  for (const [at, hash] of hashes.entries()) bytes.set(hash, at * hashBytes);
  return bytes;
}

/** The largest power of two that is less than `count`, which is at least 2. */
function largestPower(count: number): number {
  let power = 1;
  while (power * 2 < count) power *= 2;
  return power;
}
