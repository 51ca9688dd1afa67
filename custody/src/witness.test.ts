import { sha256 } from "@noble/hashes/sha2.js";
import { describe, expect, test } from "vitest";
import { toBase64 } from "./base64.ts";
import {
  noteKinds,
  readNote,
  readNoteKey,
  signNote,
  type TreeHead,
  writeCheckpoint,
  writeNoteKey,
} from "./checkpoint.ts";
import { cosign, cosignedAt } from "./cosignature.ts";
import { signingKey } from "./head.ts";
import { createMerkle } from "./merkle.ts";
import { createTileTree, type TileTree } from "./tile-tree.ts";
import { judgeAddCheckpoint, writeAddCheckpoint } from "./witness.ts";

const merkle = createMerkle(sha256);
const key = signingKey("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60");
const log = { name: "tracewater-1", publicKey: key.publicKey };
const court = {
  name: "court",
  ...signingKey("4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb"),
};

async function growTree(count: number, changed = -1): Promise<TileTree> {
  const tree = createTileTree({ merkle, size: 0, load: async () => undefined });
  for (let leaf = 0; leaf < count; leaf += 1)
    await tree.append(merkle.hashLeaf(new Uint8Array([leaf, leaf === changed ? 1 : 0])));
  await tree.takeChanged();
  return tree;
}

async function checkpointOf(tree: TileTree, size: number, by = key, origin = log.name): Promise<string> {
  const rows = { size, root: await tree.root(size) };
  const body = writeCheckpoint({ origin, rows, things: { size: 0, root: merkle.emptyRoot() } });
  return signNote(body, { name: origin, secretKey: by.secretKey });
}

async function ask(tree: TileTree, old: number, size: number, last: TreeHead | null, note?: string) {
  const path = (await tree.proveConsistency(Math.min(old, size), size)).map(toBase64);
  const body = writeAddCheckpoint(old, path, note ?? (await checkpointOf(tree, size)));
  return judgeAddCheckpoint(body, [log], () => last);
}

describe("A witness", () => {
  test("countersigns a log that grew, with the time, under its own name", async () => {
    const tree = await growTree(9);
    expect(await ask(tree, 0, 5, null)).toMatchObject({ status: 200, origin: log.name, head: { size: 5 } });
    const last = { size: 5, root: await tree.root(5) };
    const answer = await ask(tree, 5, 9, last);
    if (answer.status !== 200) throw new Error(`answered ${answer.status}`);
    const line = cosign(answer.text, court, 1_795_000_000);
    const note = readNote((await checkpointOf(tree, 9)) + line);
    expect(note !== null && cosignedAt(note, court)).toBe(1_795_000_000);
    expect(note !== null && cosignedAt(note, { ...court, name: "other" })).toBeNull();
    const other = readNote((await checkpointOf(tree, 8)) + line);
    expect(other !== null && cosignedAt(other, court)).toBeNull();
    const text = writeNoteKey(court, noteKinds.witness);
    expect(readNoteKey(text, noteKinds.witness)).toEqual({ name: "court", publicKey: court.publicKey });
    expect(readNoteKey(text)).toBeNull();
    // The same again, after an answer that was lost on its way.
    expect(await ask(tree, 9, 9, { size: 9, root: await tree.root(9) })).toMatchObject({ status: 200 });
  });

  test("refuses an old size, and says which one it knows", async () => {
    const tree = await growTree(9);
    const last = { size: 7, root: await tree.root(7) };
    expect(await ask(tree, 5, 9, last)).toEqual({ status: 409, size: 7 });
    expect(await ask(tree, 9, 9, last)).toEqual({ status: 409, size: 7 });
    expect(await ask(tree, 0, 9, last)).toEqual({ status: 409, size: 7 });
    expect(await ask(tree, 10, 9, last)).toEqual({ status: 400 });
  });

  test("refuses a log that was rewritten and signed again with the right key", async () => {
    const tree = await growTree(9);
    const rewritten = await growTree(9, 2);
    const last = { size: 7, root: await tree.root(7) };
    expect(await ask(rewritten, 7, 9, last)).toEqual({ status: 422 });
    expect(await ask(rewritten, 7, 7, last)).toEqual({ status: 409, size: 7 });
  });

  test("refuses an unknown log, a stranger's signature and what is no request", async () => {
    const tree = await growTree(3);
    expect(await ask(tree, 0, 3, null, await checkpointOf(tree, 3, key, "another"))).toEqual({ status: 404 });
    expect(await ask(tree, 0, 3, null, await checkpointOf(tree, 3, court))).toEqual({ status: 403 });
    const note = await checkpointOf(tree, 3);
    for (const body of [
      "",
      "old x\n\n",
      `old 0\nAAAA\n\n${note}`,
      `old 01\n\n${note}`,
      `old 0\n\n${note.slice(0, -5)}`,
    ])
      expect(
        judgeAddCheckpoint(body, [log], () => null),
        body.slice(0, 20),
      ).toEqual({ status: 400 });
  });
});
