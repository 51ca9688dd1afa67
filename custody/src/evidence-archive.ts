/*
 * The file of an entrustment as an archive: the page, the same data as JSON lines, and for programs that are not ours
 * the checkpoint, its time stamp, each record with its proof (C2SP tlog-proof), and the originals.
 */
import { utf8ToBytes } from "@noble/hashes/utils.js";
import { fromBase64 } from "./base64.ts";
import { readNote } from "./checkpoint.ts";
import { type BlockName, blockNames } from "./evidence-file.ts";
import {
  evidenceChain,
  linesOf,
  readCheckpointBlock,
  readDocument,
  readFileLine,
  readProof,
  readRow,
} from "./evidence-read.ts";
import type { StampLine } from "./evidence-time.ts";
import type { ZipEntry } from "./zip.ts";

export type EvidenceLines = Readonly<Record<BlockName, readonly string[]>>;

/** `html` is the page with these blocks in it, `name` that of the file without its ending. */
export function* archiveOf(name: string, html: string, blocks: EvidenceLines): Generator<ZipEntry> {
  const entry = (path: string, text: string): ZipEntry => ({ name: path, bytes: utf8ToBytes(text) });
  yield entry(`${name}.html`, html);
  yield entry("README.txt", readme);
  for (const block of blockNames) yield entry(dataPath(block), blocks[block].join("\n"));
  const note = readCheckpointBlock(blocks.checkpoint.join("\n"))?.note ?? "";
  const body = readNote(note)?.text ?? "";
  yield entry("checkpoint.txt", note);
  yield entry("checkpoint-body.txt", body);
  yield* stampsOf(blocks.stamps, body);
  for (const [at, line] of blocks.proofs.entries()) {
    const proof = readProof(line);
    const row = readRow(blocks.rows[at] ?? "", evidenceChain);
    if (proof === null || !("row" in row)) continue;
    const number = String(proof.index + 1).padStart(8, "0");
    yield entry(`records/${number}.json`, row.row.text);
    const lines = ["c2sp.org/tlog-proof@v1", `index ${proof.index}`, ...proof.path, "", note];
    yield entry(`records/${number}.tlog-proof`, lines.join("\n"));
  }
  const listed = readDocument(blocks.document.join("\n"))?.files ?? [];
  for (const line of linesOf(blocks.files.join("\n"))) {
    const read = readFileLine(line);
    const bytes = read === null ? null : fromBase64(read.data);
    const own = listed.find(({ sha256 }) => sha256 === read?.sha256);
    if (bytes !== null && own !== undefined)
      yield { name: `files/${own.sha256.slice(0, 16)}-${plain(own.name)}`, bytes };
  }
}

function* stampsOf(lines: readonly string[], body: string): Generator<ZipEntry> {
  for (const [at, line] of lines.entries()) {
    const { text, token }: StampLine = JSON.parse(line);
    const name = text === body ? "checkpoint" : `earlier-${at}`;
    if (text !== body) yield { name: `${name}-body.txt`, bytes: utf8ToBytes(text) };
    yield { name: `${name}.tst`, bytes: fromBase64(token) ?? new Uint8Array() };
  }
}

export const dataPath = (block: BlockName): string => `data/${block}.jsonl`;

/** A name that is none of another folder. */
const plain = (name: string): string => name.replace(/[^\p{L}\p{N}._-]/gu, "_").replace(/^\.+/, "_");

const readme = `Evidence file of one entrustment.

1. Open the .html file in a browser: it verifies itself, without a network.
2. Or run custody-verify on this archive, on the .html or on the .pdf:
     custody-verify FILE --key NAME+HASH+KEY --tsa-ca authority.pem
3. Without any program of the platform:
     The time stamp of the checkpoint (RFC 3161):
       openssl ts -verify -in checkpoint.tst -token_in -data checkpoint-body.txt -CAfile authority.pem
     The checkpoint is a C2SP signed note: golang.org/x/mod/sumdb/note verifies checkpoint.txt with the key NAME+HASH+KEY.
     Each record has its proof in records/: the leaf is the record's text; golang.org/x/mod/sumdb/tlog checks it.
     The SHA-256 of each file in files/ stands in data/document.jsonl.
`;
