/** Reads the blocks of an evidence file into what they say, by hand: the verifier in the page has to be small. */
import type { Json } from "./canonical.ts";
import { digest } from "./digest.ts";
import {
  type EvidenceDocument,
  type EvidenceFile,
  evidenceFormat,
  type RowProof,
  readBlockLine,
  type ThingProof,
} from "./evidence-file.ts";
import { textOfRow } from "./row-text.ts";

type Members = { readonly [name: string]: unknown };

/** What an event says, as far as the page and its checks need it. */
export type EvidenceRecord = { readonly [name: string]: Json } & {
  readonly kind: string;
  readonly time: number;
  readonly about: readonly string[];
};

export type EvidenceRow = {
  seq: number;
  at: string;
  prev: string;
  hash: string;
  record: EvidenceRecord;
  /** What its hash and its leaf are over. */
  text: string;
  /** Of each thing that it is about: the how-manieth event of that thing it is. */
  nth: Readonly<Record<string, number>>;
  /** Of an export: the SHA-256 of the document that was exported. */
  document: string | null;
  /** A photo or a curve that belongs to the event. */
  file: { name: string; sha256: string } | null;
};

export type CheckpointBlock = { note: string; key: string; witnesses: string[] };

/** A line of the rows that fits its own hash; otherwise how many rows it may have been. */
export type ReadRow = { row: EvidenceRow } | { damaged: number };

export function linesOf(block: string | undefined): string[] {
  return block === undefined || block === "" ? [] : block.split("\n");
}

export function readRow(line: string, chain: string): ReadRow {
  const damaged = { damaged: Math.max(1, line.split('},"seq":').length - 1) };
  const value = readBlockLine(line);
  if (!isMembers(value)) return damaged;
  const { seq, at, prev, hash, record } = value;
  if (Object.keys(value).length !== 5 || !isCount(seq) || !isRecord(record)) return damaged;
  if (typeof at !== "string" || typeof prev !== "string" || typeof hash !== "string") return damaged;
  const text = textOfRow(chain, { seq, at, prev, record });
  if (digest(text) !== hash) return damaged;
  const facts: unknown = record["evidence"];
  const nth = isMembers(facts) && isMembers(facts["nth"]) ? facts["nth"] : {};
  const numbered = Object.entries(nth).filter((one): one is [string, number] => isCount(one[1]));
  const document = isMembers(facts) && typeof facts["document"] === "string" ? facts["document"] : null;
  const file = isMembers(facts) ? readRecordedFile(facts["file"]) : null;
  return { row: { seq, at, prev, hash, record, text, nth: Object.fromEntries(numbered), document, file } };
}

function readRecordedFile(value: unknown): EvidenceRow["file"] {
  if (!isMembers(value)) return null;
  const { name, sha256 } = value;
  return typeof name === "string" && typeof sha256 === "string" ? { name, sha256 } : null;
}

export function readProof(line: string): RowProof | null {
  const value = readBlockLine(line);
  if (!isMembers(value) || Object.keys(value).length !== 3) return null;
  const { index, leaf, path } = value;
  return isCount(index) && typeof leaf === "string" && isTexts(path) ? { index, leaf, path } : null;
}

export function readThing(line: string): ThingProof | null {
  const value = readBlockLine(line);
  if (!isMembers(value) || Object.keys(value).length !== 5) return null;
  const { about, events, last, index, path } = value;
  if (typeof about !== "string" || !isCount(events) || !isCount(last) || !isCount(index)) return null;
  return isTexts(path) ? { about, events, last, index, path } : null;
}

/** The note, and the keys that the file names for it: of the log, and of the witnesses that the installation asks. */
export function readCheckpointBlock(block: string | undefined): CheckpointBlock | null {
  const value = readBlockLine(block ?? "");
  if (!isMembers(value) || Object.keys(value).length !== 3) return null;
  const { note, key, witnesses } = value;
  return typeof note === "string" && typeof key === "string" && isTexts(witnesses)
    ? { note, key, witnesses }
    : null;
}

/** The bytes of a file, in base64, by their hash. */
export function readFileLine(line: string): { sha256: string; data: string } | null {
  const value = readBlockLine(line);
  if (!isMembers(value) || Object.keys(value).length !== 2) return null;
  const { sha256, data } = value;
  return typeof sha256 === "string" && typeof data === "string" ? { sha256, data } : null;
}

export function readDocument(block: string | undefined): EvidenceDocument | null {
  const value = readBlockLine(block ?? "");
  if (!isMembers(value)) return null;
  const { format, version, chain, language, exportedAt, exportedBy, entrustment, items, files } = value;
  if (format !== evidenceFormat.format || version !== evidenceFormat.version) return null;
  if (typeof chain !== "string" || typeof language !== "string") return null;
  if (typeof exportedAt !== "string" || typeof exportedBy !== "string") return null;
  if (!isJsonObject(entrustment) || !Array.isArray(items) || !items.every(isJsonObject)) return null;
  if (!Array.isArray(files) || !files.every(isFile)) return null;
  return { format, version, chain, language, exportedAt, exportedBy, entrustment, items, files };
}

/** The chain whose rows these are; a document that cannot be read says nothing, and the rows are of this one. */
export const evidenceChain = "custody";

function isFile(value: unknown): value is EvidenceFile {
  return isMembers(value) && isTexts([value["item"], value["name"], value["mediaType"], value["sha256"]]);
}

function isRecord(value: unknown): value is EvidenceRecord {
  if (!isMembers(value)) return false;
  return typeof value["kind"] === "string" && typeof value["time"] === "number" && isTexts(value["about"]);
}

function isMembers(value: unknown): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isJsonObject(value: unknown): value is { readonly [name: string]: Json } {
  return isMembers(value); // parsed from JSON, so its members are JSON
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((one) => typeof one === "string");
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}
