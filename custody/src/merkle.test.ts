import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import { describe, expect, test } from "vitest";
import { createMerkle } from "./merkle.ts";
import { createTileTree, type TileTree } from "./tile-tree.ts";

const merkle = createMerkle(sha256);

/** The eight leaves of the tests of Certificate Transparency's reference implementation (RFC 6962). */
const leaves = [
  "",
  "00",
  "10",
  "2021",
  "3031",
  "40414243",
  "5051525354555657",
  "606162636465666768696a6b6c6d6e6f",
].map((hex) => merkle.hashLeaf(hexToBytes(hex)));

/** Its roots of the first one to eight leaves. */
const roots = [
  "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
  "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
  "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
  "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
  "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
  "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
  "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
  "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
];

async function growTree(hashes: readonly Uint8Array[]): Promise<TileTree> {
  const tree = createTileTree({ merkle, size: 0, load: async () => undefined });
  for (const hash of hashes) await tree.append(hash);
  await tree.takeChanged();
  return tree;
}

const numbered = (count: number) =>
  Array.from({ length: count }, (_, at) => merkle.hashLeaf(new TextEncoder().encode(`leaf ${at}`)));

/** The root by the definition of RFC 9162, 2.1.1, without any tile. */
function rootByDefinition(hashes: readonly Uint8Array[]): Uint8Array {
  const [only] = hashes;
  if (only === undefined) return merkle.emptyRoot();
  if (hashes.length === 1) return only;
  let split = 1;
  while (split * 2 < hashes.length) split *= 2;
  return merkle.hashNode(rootByDefinition(hashes.slice(0, split)), rootByDefinition(hashes.slice(split)));
}

describe("The Merkle tree", () => {
  test("has the published roots of RFC 6962's reference leaves", async () => {
    const tree = await growTree(leaves);
    const made = await Promise.all(roots.map((_, at) => tree.root(at + 1)));
    expect(made.map(bytesToHex)).toEqual(roots);
    expect(bytesToHex(merkle.emptyRoot())).toBe(
      "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    );
  });

  test("proves each leaf in a tree of any size, over the edges of tiles, and nothing else", async () => {
    for (const size of [1, 2, 3, 7, 8, 255, 256, 257, 700, 66_000]) {
      const hashes = numbered(size);
      const tree = await growTree(hashes);
      const root = await tree.root();
      if (size < 1000) expect(bytesToHex(root)).toBe(bytesToHex(rootByDefinition(hashes)));
      for (const index of [0, Math.floor(size / 2), Math.floor(size / 3), size - 1]) {
        const path = await tree.proveInclusion(index);
        const leaf = hashes[index] ?? merkle.emptyRoot();
        expect(merkle.rootOfInclusion(leaf, index, size, path)).toEqual(root);
        const wrong = [
          merkle.rootOfInclusion(merkle.emptyRoot(), index, size, path),
          merkle.rootOfInclusion(leaf, index + 1, size, path),
          merkle.rootOfInclusion(leaf, index, size, [...path, root]),
          merkle.rootOfInclusion(leaf, index, size, path.slice(1)),
          merkle.rootOfInclusion(new Uint8Array(33), index, size, path),
          merkle.rootOfInclusion(
            leaf,
            index,
            size,
            path.map((hash) => new Uint8Array([...hash, 0])),
          ),
        ];
        expect(
          wrong.filter((made) => size > 1 && made !== null && bytesToHex(made) === bytesToHex(root)),
        ).toEqual([]);
      }
    }
  });

  test("proves that it only grew, and no rewritten tree passes", async () => {
    const hashes = numbered(600);
    const tree = await growTree(hashes);
    const rewritten = await growTree(hashes.map((hash, at) => (at === 3 ? merkle.emptyRoot() : hash)));
    for (const old of [0, 1, 4, 5, 128, 255, 256, 257, 511, 599, 600]) {
      for (const size of [old, old + 1, 600].filter((one) => one <= 600)) {
        const path = await tree.proveConsistency(old, size);
        const before = { size: old, root: await tree.root(old) };
        expect(merkle.isConsistent(before, { size, root: await tree.root(size) }, path)).toBe(true);
        if (old < 4) continue;
        const other = { size, root: await rewritten.root(size) };
        expect(merkle.isConsistent(before, other, await rewritten.proveConsistency(old, size))).toBe(false);
      }
    }
  });

  test("goes on from kept tiles as if it had never stopped, and follows a replaced leaf", async () => {
    const kept = new Map<string, Uint8Array>();
    const hashes = numbered(1000);
    let size = 0;
    for (const to of [1, 200, 256, 300, 1000]) {
      const tree = createTileTree({
        ...{ merkle, size },
        load: async (level, index) => kept.get(`${level}/${index}`),
      });
      for (const hash of hashes.slice(size, to)) await tree.append(hash);
      if (to === 1000) {
        const replaced = merkle.hashLeaf(new Uint8Array(9));
        hashes[100] = replaced;
        await tree.replace(100, replaced);
      }
      for (const tile of await tree.takeChanged()) kept.set(`${tile.level}/${tile.index}`, tile.hashes);
      size = to;
      expect(bytesToHex(await tree.root())).toBe(bytesToHex(rootByDefinition(hashes.slice(0, to))));
    }
  });
});
