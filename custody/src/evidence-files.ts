import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { fromBase64 } from "./base64.ts";
import type { Blocks, EvidenceDocument, EvidenceFile } from "./evidence-file.ts";
import { linesOf, readFileLine } from "./evidence-read.ts";
import { type Finding, failed, type Verdict } from "./evidence-verdict.ts";

/** A file of an item that is as it was recorded. */
export type OpenedFile = EvidenceFile & { data: string };

/** Compares each file with the hash that the document says; the document is bound by the record of the export. */
export function checkFiles(
  blocks: Blocks,
  document: EvidenceDocument | null,
  isDocumentKnown: boolean,
): { verdict: Verdict; files: OpenedFile[] } {
  const findings: Finding[] = [];
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
