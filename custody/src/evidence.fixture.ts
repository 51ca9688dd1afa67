/** A log with the entrustments of several units, and the file of one of them, made without a platform. */
import { p256 } from "@noble/curves/nist.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { utf8ToBytes } from "@noble/hashes/utils.js";
import { toBase64 } from "./base64.ts";
import type { Json } from "./canonical.ts";
import { type ChainEnd, type ChainRow, chainStart, linkRow } from "./chain.ts";
import { type NoteKey, noteKinds, signNote, writeCheckpoint, writeNoteKey } from "./checkpoint.ts";
import { cosign } from "./cosignature.ts";
import { digest } from "./digest.ts";
import {
  type BlockName,
  type EvidenceDocument,
  evidenceFormat,
  textOfThing,
  writeBlockLine,
} from "./evidence-file.ts";
import { stampLine } from "./evidence-time.ts";
import type { VerdictKind } from "./evidence-verdict.ts";
import { type SigningKey, signingKey } from "./head.ts";
import { createMerkle } from "./merkle.ts";
import { challengeOf } from "./personal-signature.ts";
import { textOfRow } from "./row-text.ts";
import type { TestAuthority } from "./stamp-authority.fixture.ts";
import { createTileTree, type TileTree } from "./tile-tree.ts";
import { tokenOf, writeStampRequest } from "./time-stamp.ts";

const merkle = createMerkle(sha256);
const at = "2026-11-21T08:00:00+08:00";

export const institutionKey = signingKey("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60");
export const institution: NoteKey = { name: "tracewater-1", publicKey: institutionKey.publicKey };

const courtKey = signingKey("4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb");
/** A witness of the log. */
export const court: NoteKey = { name: "court", publicKey: courtKey.publicKey };

export type Made = { blocks: Record<BlockName, string>; rows: ChainRow[]; all: ChainRow[]; size: number };

type Recorded = { name: string; mediaType: string; sha256: string };

const photo = new Uint8Array(100).map((_, index) => index);

/** The file of entrustment 4 with its two items, among `others` records of other units before, between and behind. */
export async function makeEvidence(
  given: {
    others?: number;
    key?: SigningKey;
    witness?: boolean;
    /** The hash of the photo as the chain has it; null where no record holds one. */
    recordedHash?: string | null;
    /** Stamps the checkpoint. */
    authority?: Pick<TestAuthority, "answer">;
    /** A platform that forges the signature of a handover, and is right in all else. */
    forges?: boolean;
  } = {},
): Promise<Made> {
  const { others = 3, key = institutionKey, witness = true, recordedHash } = given;
  const document: EvidenceDocument = {
    ...{ ...evidenceFormat, chain: "custody", language: "en", exportedAt: at, exportedBy: "A. Roe" },
    entrustment: { entrustmentId: 4, entrustmentNo: "EN20261121-001", clientName: "District <court>" },
    items: [
      { itemId: 9, itemNo: "EV20261121-001", name: "Bag", photoHash: "" },
      { itemId: 10, itemNo: "EV20261121-002", name: "Knife", photoHash: "" },
    ],
    files: [{ item: "EV20261121-001", name: "seal.png", mediaType: "image/png", sha256: hexOf(photo) }],
  };
  const text = writeBlockLine(document);
  const all: ChainRow[] = [];
  const counts = new Map<string, { events: number; last: number }>();
  let end: ChainEnd = chainStart;
  type Added = { document?: string; note?: string; file?: Recorded; signs?: boolean };
  function add(about: string[], more: Added = {}): void {
    const nth = Object.fromEntries(about.map((one) => [one, (counts.get(one)?.events ?? 0) + 1]));
    const { document: hash, note = "", file } = more;
    const recorded = {
      ...(hash === undefined ? {} : { document: hash }),
      ...(file === undefined ? {} : { file }),
    };
    const evidence = { nth, after: null, ...recorded };
    const actor = { id: 7, name: "A. Roe", userName: "roe" };
    const kind = more.signs === true ? "handover" : "step";
    const said = { kind, time: 1, actor, via: { kind: "session" }, about, note, evidence };
    const record = more.signs === true ? { ...said, signed: signAs(said, given.forges === true) } : said;
    const row = linkRow("custody", end, { at, record });
    for (const one of about) counts.set(one, { events: nth[one] ?? 0, last: row.seq });
    all.push(row);
    end = row;
  }
  const crowd = () => {
    for (let one = 0; one < others; one += 1)
      add([`entrustment:${100 + one}`, `item:${200 + one}`], { note: "of another unit" });
  };
  crowd();
  add(["entrustment:4"]);
  for (const [at, item] of ["item:9", "item:10", "item:9", "item:9"].entries()) {
    const file = { name: "seal.png", mediaType: "image/png", sha256: recordedHash ?? hexOf(photo) };
    const kept = at === 2 && recordedHash !== null ? { file } : {};
    add([item, "entrustment:4"], { note: "moved", signs: true, ...kept });
    crowd();
  }
  add(["entrustment:4"], { document: digest(text) });
  crowd();
  return {
    ...(await blocksOf({ all, counts, document: text, key, witness, authority: given.authority })),
    all,
    size: all.length,
  };
}

async function blocksOf(given: {
  all: readonly ChainRow[];
  counts: ReadonlyMap<string, { events: number; last: number }>;
  document: string;
  key: SigningKey;
  witness: boolean;
  authority: Pick<TestAuthority, "answer"> | undefined;
}): Promise<{ blocks: Record<BlockName, string>; rows: ChainRow[] }> {
  const { all, counts, document, key, witness } = given;
  const rows = await grow(all.map((row) => textOfRow("custody", row)));
  const things = [...counts].map(([about, count]) => ({ about, ...count }));
  const thingTree = await grow(things.map(textOfThing));
  const own = all.filter((row) => JSON.stringify(row.record).includes('"entrustment:4"'));
  const proofs = own.map(async ({ seq }) => ({
    index: seq - 1,
    leaf: toBase64(await rows.leaf(seq - 1)),
    path: (await rows.proveInclusion(seq - 1)).map(toBase64),
  }));
  const shown = [...things.entries()].filter(([, { about }]) =>
    ["entrustment:4", "item:9", "item:10"].includes(about),
  );
  const counted = shown.map(async ([index, thing]) => ({
    ...{ ...thing, index, path: (await thingTree.proveInclusion(index)).map(toBase64) },
  }));
  const body = writeCheckpoint({
    origin: institution.name,
    rows: { size: rows.size(), root: await rows.root() },
    things: { size: thingTree.size(), root: await thingTree.root() },
  });
  const named = writeNoteKey({ name: institution.name, publicKey: key.publicKey });
  const cosigned = witness ? cosign(body, { ...court, secretKey: courtKey.secretKey }, 1_795_000_000) : "";
  const note = signNote(body, { name: institution.name, secretKey: key.secretKey }) + cosigned;
  const witnesses = [writeNoteKey(court, noteKinds.witness)];
  const lines = (values: readonly unknown[]) => values.map(writeBlockLine).join("\n");
  const blocks = {
    document,
    rows: lines(own),
    proofs: lines(await Promise.all(proofs)),
    counts: lines(await Promise.all(counted)),
    checkpoint: lines([{ note, key: named, witnesses }]),
    stamps: lines(given.authority === undefined ? [] : [await stampOf(given.authority, body)]),
    files: lines([{ sha256: hexOf(photo), data: toBase64(photo) }]),
  };
  return { blocks, rows: own };
}

async function stampOf(authority: Pick<TestAuthority, "answer">, body: string) {
  const token = tokenOf(await authority.answer(writeStampRequest(body, new Uint8Array([9, 9]))));
  if (token === null) throw new Error("the authority refused");
  return stampLine(body, token, []);
}

const passkey = new Uint8Array(32).fill(7);
const origin = "https://evidence.example.org";

/** A record as a passkey signs it; `forges` signs another record. */
function signAs(record: { readonly note: string }, forges: boolean): Json {
  const challenge = challengeOf(forges ? { ...record, note: "something else" } : record);
  const clientData = utf8ToBytes(JSON.stringify({ type: "webauthn.get", challenge, origin }));
  const party = sha256(utf8ToBytes("example.org"));
  const authenticatorData = new Uint8Array([...party, 0x05, 0, 0, 0, 1]);
  const message = new Uint8Array([...authenticatorData, ...sha256(clientData)]);
  return {
    ...{ by: "passkey", alg: "ES256", key: toBase64(p256.getPublicKey(passkey, false)) },
    ...{ clientData: toBase64(clientData), authenticatorData: toBase64(authenticatorData) },
    signature: toBase64(p256.sign(message, passkey, { prehash: true, format: "der" })),
  };
}

async function grow(texts: readonly string[]): Promise<TileTree> {
  const tree = createTileTree({ merkle, size: 0, load: async () => undefined });
  for (const text of texts) await tree.append(merkle.hashLeaf(utf8ToBytes(text)));
  await tree.takeChanged();
  return tree;
}

const hexOf = (bytes: Uint8Array): string => Buffer.from(sha256(bytes)).toString("hex");

/** The verdict that each block belongs to. */
export const verdictOfBlock: Record<BlockName, VerdictKind> = {
  ...({ document: "records", rows: "records", proofs: "log", counts: "complete" } as const),
  ...({ checkpoint: "log", stamps: "time", files: "files" } as const),
};

/** A block with one bit changed. */
export function flipBit(block: string, bit: number): string {
  const bytes = Buffer.from(block, "utf8");
  bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7));
  return bytes.toString("utf8");
}
