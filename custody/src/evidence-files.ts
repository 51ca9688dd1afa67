import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { fromBase64 } from "./base64.ts";
import type { Blocks, EvidenceDocument, EvidenceFile } from "./evidence-file.ts";
import { type EvidenceRow, linesOf, readFileLine } from "./evidence-read.ts";
import { type Finding, failed, type Verdict } from "./evidence-verdict.ts";

/** A file of an item that is as it was recorded. */
export type OpenedFile = EvidenceFile & { data: string };

/**
 * Compares each file with the hash that the document says, which the record of the export binds, and the document with
 * the hash that the record of the file itself says: a photo that was swapped before the export is found too.
 */
export function checkFiles(
  blocks: Blocks,
  document: EvidenceDocument | null,
  isDocumentKnown: boolean,
  recorded: RecordedFiles,
): { verdict: Verdict; files: OpenedFile[] } {
  const findings: Finding[] = isDocumentKnown ? compareRecorded(document?.files ?? [], recorded) : [];
  const files: OpenedFile[] = [];
  const listed = document?.files ?? [];
  const met = new Set<string>();
  for (const [at, line] of linesOf(blocks.files).entries()) {
    const read = readFileLine(line);
    const bytes = read === null ? null : fromBase64(read.data);
    const own = listed.find((one) => one.sha256 === read?.sha256);
    if (read === null || bytes === null || (own === undefined && isDocumentKnown)) {
      const name = listed[at]?.name;
      findings.push(
        name === undefined ? { code: "fileUnreadable", line: at + 1 } : { code: "fileChanged", name },
      );
      if (listed[at] !== undefined) met.add(listed[at].sha256);
      continue;
    }
    met.add(read.sha256);
    if (bytesToHex(sha256(bytes)) !== read.sha256)
      findings.push({ code: "fileChanged", name: own?.name ?? read.sha256 });
    else if (own !== undefined) files.push({ ...own, data: read.data });
  }
  if (isDocumentKnown) {
    const lost = listed.filter((one) => !met.has(one.sha256));
    findings.push(...lost.map(({ name }): Finding => ({ code: "fileMissing", name })));
  }
  return { verdict: verdictOf(findings, files.length, document, isDocumentKnown), files };
}

/** The records that are proven, and whether every record is there: only then a file without one is a stranger. */
export type RecordedFiles = { rows: readonly EvidenceRow[]; isWhole: boolean };

function compareRecorded(listed: readonly EvidenceFile[], { rows, isWhole }: RecordedFiles): Finding[] {
  const known = rows.flatMap(({ seq, file }) => (file === null ? [] : [{ seq, ...file }]));
  const lost = known.filter(({ sha256 }) => !listed.some((one) => one.sha256 === sha256));
  const strange = listed.filter(({ sha256 }) => !known.some((one) => one.sha256 === sha256));
  const swapped = lost.map(
    ({ seq, name }): Finding =>
      strange.some((one) => one.name === name)
        ? { code: "fileSwapped", name, seq }
        : { code: "fileMissing", name },
  );
  const named = new Set(lost.map(({ name }) => name));
  const added = isWhole ? strange.filter(({ name }) => !named.has(name)) : [];
  return [...swapped, ...added.map(({ name }): Finding => ({ code: "fileUnrecorded", name }))];
}

function verdictOf(
  findings: Finding[],
  count: number,
  document: EvidenceDocument | null,
  isDocumentKnown: boolean,
): Verdict {
  if (findings.length > 0) return failed("files", findings);
  if (!isDocumentKnown) return { kind: "files", state: "unconfirmed", findings: [{ code: "fileUnknown" }] };
  if (count > 0) return { kind: "files", state: "ok", findings: [{ code: "files", count }] };
  const hashes = (document?.items ?? []).filter(
    ({ photoHash }) => typeof photoHash === "string" && photoHash !== "",
  );
  return { kind: "files", state: "missing", findings: [{ code: "noFiles", count: hashes.length }] };
}
