/*
 * The file of one entrustment: a page with a verifier and, in blocks that are no program, what it verifies. A block is
 * lines of canonical JSON, so that each line has one text alone, and each block belongs to one verdict.
 */
import { canonicalize, type Json } from "./canonical.ts";

export const evidenceFormat = { format: "tracewater-evidence", version: 1 } as const;

/** The blocks in their order in the file. */
export const blockNames = ["document", "rows", "proofs", "counts", "checkpoint", "stamps", "files"] as const;
export type BlockName = (typeof blockNames)[number];
/** The text of each block; a block that is missing in the file is undefined. */
export type Blocks = Readonly<Partial<Record<BlockName, string>>>;

/** What the page shows besides events. Its SHA-256 stands in the event of the export. */
export type EvidenceDocument = {
  format: string;
  version: number;
  chain: string;
  /** Of whoever exported it: the page begins with it. */
  language: string;
  exportedAt: string;
  exportedBy: string;
  entrustment: { readonly [field: string]: Json };
  items: readonly { readonly [field: string]: Json }[];
  files: readonly EvidenceFile[];
};
/** A file that belongs to an item; its bytes are in a block of their own. */
export type EvidenceFile = { item: string; name: string; mediaType: string; sha256: string };

/** Proof that a row is in the log: its place, the hash of its leaf, and the path to the root, in base64. */
export type RowProof = { index: number; leaf: string; path: readonly string[] };
/** Proof of how many events a thing has at the checkpoint, and which row the last one is. */
export type ThingProof = {
  about: string;
  events: number;
  last: number;
  index: number;
  path: readonly string[];
};

/** The leaf of a thing in the tree of things. */
export function textOfThing({ about, events, last }: Pick<ThingProof, "about" | "events" | "last">): string {
  return canonicalize({ about, events, last });
}

/** A line of a block: canonical JSON without `<`, which would end the block or begin a comment in a page. */
export function writeBlockLine(value: unknown): string {
  return canonicalize(value).replaceAll("<", "\\u003c");
}

/** Undefined where the line is not the one text of a value. */
export function readBlockLine(line: string): unknown {
  try {
    const value: unknown = JSON.parse(line);
    return writeBlockLine(value) === line ? value : undefined;
  } catch {
    return undefined;
  }
}

const blockStart = (name: BlockName) => `<script type="application/x-ndjson" id="${name}">`;
const blockEnd = "</script>";
/** Where the blocks are put into a page. */
const placeOfBlocks = "<!--blocks-->";

/** The page around the blocks: what comes before them and after them. */
export function splitPage(page: string): { before: string; after: string } {
  const at = page.indexOf(placeOfBlocks);
  if (at < 0) throw new Error("the page has no place for its blocks");
  return { before: page.slice(0, at), after: page.slice(at + placeOfBlocks.length) };
}

/** The file in parts, to be sent as they come: no more than one line of a block is in memory. */
export async function* writeEvidencePage(
  page: string,
  blocks: Readonly<Record<BlockName, Iterable<string> | AsyncIterable<string>>>,
): AsyncGenerator<string> {
  const { before, after } = splitPage(page);
  yield before;
  for (const name of blockNames) {
    yield blockStart(name);
    let isFirst = true;
    for await (const line of blocks[name]) {
      yield isFirst ? line : `\n${line}`;
      isFirst = false;
    }
    yield `${blockEnd}\n`;
  }
  yield after;
}

/** The blocks of a file, and the page without them, to be compared with a page that is known. */
export function readEvidencePage(html: string): { blocks: Blocks; page: string } {
  const blocks: Partial<Record<BlockName, string>> = {};
  let page = html;
  let hasPlace = false;
  for (const name of blockNames) {
    const start = page.indexOf(blockStart(name));
    if (start < 0) continue;
    const from = start + blockStart(name).length;
    const end = page.indexOf(`${blockEnd}\n`, from);
    if (end < 0) continue;
    blocks[name] = page.slice(from, end);
    const rest = page.slice(end + blockEnd.length + 1);
    page = page.slice(0, start) + (hasPlace ? "" : placeOfBlocks) + rest;
    hasPlace = true;
  }
  return { blocks, page };
}
