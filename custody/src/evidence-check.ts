/*
 * Verifies the blocks of an evidence file and gives separate verdicts, never one: a changed record does not make the
 * checkpoint wrong, and a missing one no record. What depends on something that failed is unconfirmed, not failed.
 */
import { sha256 } from "@noble/hashes/sha2.js";
import { utf8ToBytes } from "@noble/hashes/utils.js";
import { fromBase64 } from "./base64.ts";
import type { Certificate } from "./certificate.ts";
import {
  type Checkpoint,
  isNoteSigned,
  type NoteKey,
  readCheckpoint,
  readNote,
  readNoteKey,
} from "./checkpoint.ts";
import { digest } from "./digest.ts";
import { checkCompleteness } from "./evidence-complete.ts";
import type { Blocks, EvidenceDocument, RowProof } from "./evidence-file.ts";
import { checkFiles, type OpenedFile } from "./evidence-files.ts";
import {
  type EvidenceRow,
  evidenceChain,
  linesOf,
  type ReadRow,
  readCheckpointBlock,
  readDocument,
  readProof,
  readRow,
} from "./evidence-read.ts";
import { checkSignatures } from "./evidence-signatures.ts";
import { checkTime } from "./evidence-time.ts";
import { type Finding, failed, type Verdict } from "./evidence-verdict.ts";
import { checkWitnesses, type Witnessed } from "./evidence-witnesses.ts";
import { createMerkle, isSame } from "./merkle.ts";

const merkle = createMerkle(sha256);

export type CheckedEvidence = {
  document: EvidenceDocument | null;
  /** The records that fit their hash, in the order of the file. */
  rows: EvidenceRow[];
  /** Records that do not lead to the checkpoint as they are. */
  changed: ReadonlySet<number>;
  files: OpenedFile[];
  checkpoint: Checkpoint | null;
  /** The key that the file names, as text. */
  fileKey: string;
  verdicts: Verdict[];
};

/**
 * `trusted`: keys of logs that came another way than in this file; without any, the file's own is used and said so.
 * `witnesses`: keys of witnesses whose countersignature the reader demands.
 * `authorities`: certificates of time stamp authorities, or of those that certify them.
 */
export function checkEvidence(
  blocks: Blocks,
  trusted: readonly NoteKey[] = [],
  witnesses: readonly NoteKey[] = [],
  authorities: readonly Certificate[] = [],
): CheckedEvidence {
  const log = checkLog(blocks, trusted, witnesses);
  const read = linesOf(blocks.rows).map((line) => readRow(line, evidenceChain));
  const rows = read.flatMap((one) => ("row" in one ? [one.row] : []));
  const records = checkRecords(blocks, read, log);
  const unproven = rows.find(({ seq }) => !log.proofs.has(seq));
  if (unproven !== undefined) log.findings.push({ code: "noProof", seq: unproven.seq });
  const isSound = log.findings.length === 0 && log.checkpoint !== null;
  const ofRecords = verdictOfRecords(records, rows.length, isSound);
  const ofCompleteness = checkCompleteness({
    ...{ blocks, rows, damaged: countDamaged(read) },
    things: isSound ? (log.checkpoint?.things ?? null) : null,
  });
  const { files, verdict: ofFiles } = checkFiles(blocks, records.document, records.isDocumentKnown, {
    rows: rows.filter(({ seq }) => !records.changed.has(seq)),
    isWhole: ofRecords.state === "ok" && ofCompleteness.state === "ok",
  });
  return {
    document: records.document,
    ...{ rows, files, changed: records.changed, checkpoint: log.checkpoint, fileKey: log.fileKey },
    verdicts: [
      ofRecords,
      ofCompleteness,
      verdictOfLog(log, trusted.length > 0),
      ofFiles,
      checkSignatures(
        rows.filter(({ seq }) => !records.changed.has(seq)),
        records.changed.size === 0 && countDamaged(read) === 0,
      ),
      checkTime(blocks, isSound ? log.checkpoint : null, rows, authorities),
    ],
  };
}

type Log = {
  checkpoint: Checkpoint | null;
  fileKey: string;
  /** By the number of the row: the leaf that is proven to be in the log. */
  proofs: Map<number, Uint8Array>;
  findings: Finding[];
  /** What witnesses countersigned. */
  witnessed: Witnessed;
};

function checkLog(blocks: Blocks, trusted: readonly NoteKey[], witnesses: readonly NoteKey[]): Log {
  const given = readCheckpointBlock(blocks.checkpoint);
  const witnessed: Witnessed = { failures: [], seen: [], isComplete: true };
  const log: Log = {
    checkpoint: null,
    fileKey: given?.key ?? "",
    proofs: new Map(),
    findings: [],
    witnessed,
  };
  const fail = (code: "noCheckpoint" | "signature" | "otherKey"): Log => ({ ...log, findings: [{ code }] });
  const note = given === null ? null : readNote(given.note);
  const named = readNoteKey(log.fileKey);
  const found = note === null ? null : readCheckpoint(note.text);
  if (given === null || note === null || found === null || named === null) return fail("noCheckpoint");
  if (!isNoteSigned(note, named) || named.name !== found.origin) return fail("signature");
  if (trusted.length > 0 && !trusted.some((key) => key.name === found.origin && isNoteSigned(note, key)))
    return fail("otherKey");
  log.checkpoint = found;
  log.witnessed = checkWitnesses(note, given.witnesses, witnesses, named);
  log.findings.push(...log.witnessed.failures);
  for (const [at, line] of linesOf(blocks.proofs).entries()) {
    const proof = readProof(line);
    const leaf = proof === null ? null : provenLeaf(proof, found);
    if (proof === null) log.findings.push({ code: "badProof", line: at + 1 });
    else if (leaf === null) log.findings.push({ code: "notInLog", seq: proof.index + 1 });
    else log.proofs.set(proof.index + 1, leaf);
  }
  return log;
}

function provenLeaf({ index, leaf, path }: RowProof, { rows }: Checkpoint): Uint8Array | null {
  const bytes = fromBase64(leaf);
  const siblings = path.flatMap((one) => fromBase64(one) ?? []);
  if (bytes === null || siblings.length !== path.length) return null;
  const root = merkle.rootOfInclusion(bytes, index, rows.size, siblings);
  return root !== null && isSame(root, rows.root) ? bytes : null;
}

function checkRecords(blocks: Blocks, read: readonly ReadRow[], log: Log) {
  const findings: Finding[] = [];
  const changed = new Set<number>();
  const exported = new Set<string>();
  const expected = linesOf(blocks.proofs).map((line) => readProof(line)?.index);
  let last = 0;
  for (const [at, one] of read.entries()) {
    if (!("row" in one)) {
      const seq = (expected[at] ?? last) + 1;
      findings.push({ code: "changed", seq });
      last = Math.max(last, seq);
      continue;
    }
    const { seq, text, document } = one.row;
    const proven = log.proofs.get(seq);
    if (proven !== undefined && !isSame(proven, merkle.hashLeaf(utf8ToBytes(text)))) {
      findings.push({ code: "changed", seq });
      changed.add(seq);
    } else if (seq <= last) findings.push({ code: "outOfOrder", seq });
    else if (document !== null) exported.add(document);
    last = seq;
  }
  const document = readDocument(blocks.document);
  const isDocumentKnown = document !== null && exported.has(digest(blocks.document ?? ""));
  if (read.length === 0) findings.push({ code: "noRecords" });
  // Where no record of an export is left nothing is said against the document, nor for it.
  const isExportLost = exported.size === 0;
  if (!isDocumentKnown && !isExportLost) findings.push({ code: "document" });
  return { findings, changed, document, isDocumentKnown, isExportLost };
}

function verdictOfRecords(
  { findings, isExportLost }: Pick<ReturnType<typeof checkRecords>, "findings" | "isExportLost">,
  count: number,
  isSound: boolean,
): Verdict {
  if (findings.length > 0) return failed("records", findings);
  const kind = "records";
  if (!isSound) return { kind, state: "unconfirmed", findings: [{ code: "logFailed" }] };
  if (isExportLost) return { kind, state: "unconfirmed", findings: [{ code: "noExport" }] };
  return { kind, state: "ok", findings: [{ code: "records", count }] };
}

const countDamaged = (read: readonly ReadRow[]): number =>
  read.reduce((total, one) => total + ("row" in one ? 0 : one.damaged), 0);

function verdictOfLog({ findings, checkpoint, witnessed }: Log, isTrusted: boolean): Verdict {
  if (findings.length > 0 || checkpoint === null) return failed("log", findings);
  const { origin, rows } = checkpoint;
  const code = isTrusted ? "log" : "ownKey";
  return {
    kind: "log",
    state: isTrusted && witnessed.isComplete ? "ok" : "unconfirmed",
    findings: [{ code, origin, size: rows.size }, ...witnessed.seen],
  };
}
