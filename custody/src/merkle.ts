/*
 * The Merkle tree of RFC 9162 (2.1), which is that of RFC 6962: leaves and nodes are hashed under prefixes of their
 * own, so that no node passes for a leaf. Pure: the hash comes in, since Node's own is many times faster than ours.
 */

/** SHA-256 of some bytes. */
export type Sha256 = (bytes: Uint8Array) => Uint8Array;

export const hashBytes = 32;

export type Merkle = ReturnType<typeof createMerkle>;

export function createMerkle(sha256: Sha256) {
  function hashLeaf(data: Uint8Array): Uint8Array {
    const bytes = new Uint8Array(1 + data.length);
    bytes.set(data, 1);
    return sha256(bytes);
  }

  function hashNode(left: Uint8Array, right: Uint8Array): Uint8Array {
    const bytes = new Uint8Array(1 + 2 * hashBytes);
    bytes[0] = 1;
    bytes.set(left, 1);
    bytes.set(right, 1 + hashBytes);
    return sha256(bytes);
  }

  return {
    hashLeaf,
    hashNode,
    /** The root of a tree without leaves. */
    emptyRoot: (): Uint8Array => sha256(new Uint8Array(0)),

    /** The root that this proof leads to from a leaf's hash (RFC 9162, 2.1.3.2); null where it fits no such tree. */
    rootOfInclusion(
      leaf: Uint8Array,
      index: number,
      size: number,
      path: readonly Uint8Array[],
    ): Uint8Array | null {
      if (!isIndex(index, size) || ![leaf, ...path].every(isHash)) return null;
      let place = index;
      let last = size - 1;
      let root = leaf;
      for (const sibling of path) {
        if (last === 0) return null;
        if (place % 2 === 1 || place === last) {
          root = hashNode(sibling, root);
          while (place % 2 === 0 && place !== 0) [place, last] = [half(place), half(last)];
        } else root = hashNode(root, sibling);
        [place, last] = [half(place), half(last)];
      }
      return last === 0 ? root : null;
    },

    /** True where the tree of `size` leaves goes on from that of `old` leaves (RFC 9162, 2.1.4.2). */
    isConsistent(
      old: { size: number; root: Uint8Array },
      now: { size: number; root: Uint8Array },
      path: readonly Uint8Array[],
    ): boolean {
      if (old.size < 0 || old.size > now.size) return false;
      if (![old.root, now.root, ...path].every(isHash)) return false;
      if (old.size === now.size) return path.length === 0 && isSame(old.root, now.root);
      if (old.size === 0) return path.length === 0;
      const proof = isPowerOfTwo(old.size) ? [old.root, ...path] : [...path];
      const first = proof.shift();
      if (first === undefined) return false;
      let place = old.size - 1;
      let last = now.size - 1;
      while (place % 2 === 1) [place, last] = [half(place), half(last)];
      let oldRoot = first;
      let newRoot = first;
      for (const sibling of proof) {
        if (last === 0) return false;
        if (place % 2 === 1 || place === last) {
          oldRoot = hashNode(sibling, oldRoot);
          newRoot = hashNode(sibling, newRoot);
          while (place % 2 === 0 && place !== 0) [place, last] = [half(place), half(last)];
        } else newRoot = hashNode(newRoot, sibling);
        [place, last] = [half(place), half(last)];
      }
      return last === 0 && isSame(oldRoot, old.root) && isSame(newRoot, now.root);
    },
  };
}

// Not by shifting: sizes may have more than 32 bits.
const half = (value: number): number => Math.floor(value / 2);

const isHash = (bytes: Uint8Array): boolean => bytes.length === hashBytes;

function isPowerOfTwo(value: number): boolean {
  return Number.isInteger(Math.log2(value));
}

function isIndex(index: number, size: number): boolean {
  return Number.isSafeInteger(index) && Number.isSafeInteger(size) && index >= 0 && index < size;
}

export function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, at) => byte === other[at]);
}
