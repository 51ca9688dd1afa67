import { Readable } from "node:stream";
import type { EvidenceFormat } from "@tracewater/contract/evidence/entrustments";
import { archiveOf, type EvidenceLines } from "@tracewater/custody/evidence-archive";
import { blockNames, writeEvidencePage } from "@tracewater/custody/evidence-file";
import { linesOf, readDocument } from "@tracewater/custody/evidence-read";
import { writeZip } from "@tracewater/custody/zip";
import type { FastifyReply } from "fastify";
import type { PdfSigner, StampHash } from "../../../platform/pdf/pdf-signature.ts";
import type { MadeEvidenceFile } from "./evidence-file.service.ts";
import { evidencePdf } from "./evidence-pdf.ts";

/** What a PDF is printed and signed with. */
export type PrintParts = { font: () => Promise<Buffer>; signer: PdfSigner | null; stamp: StampHash };

const types: Record<EvidenceFormat, string> = {
  html: "text/html; charset=utf-8",
  zip: "application/zip",
  pdf: "application/pdf",
};

/** Answers with the file as its reader takes it. */
export async function sendEvidenceFile(
  reply: FastifyReply,
  made: MadeEvidenceFile,
  { format, print }: { format: EvidenceFormat; print: PrintParts },
): Promise<void> {
  const body =
    format === "html"
      ? Readable.from(writeEvidencePage(made.page, made.blocks))
      : await bytesOf(made, format, print);
  const name = `${made.name}.${format}`;
  reply
    .type(types[format])
    .header("content-disposition", `attachment; filename="${name}"`)
    .header("download-filename", name)
    // Opened from the platform itself it would run under the platform's address.
    .header("content-security-policy", "sandbox")
    .send(body);
}

async function bytesOf(made: MadeEvidenceFile, format: "zip" | "pdf", print: PrintParts): Promise<Buffer> {
  const { name } = made;
  const blocks = await linesOfBlocks(made.blocks);
  const html = (await collect(writeEvidencePage(made.page, blocks))).join("");
  const bytes = Buffer.concat([...writeZip(archiveOf(name, html, blocks))]);
  if (format === "zip") return bytes;
  const document = readDocument(blocks.document.join("\n"));
  if (document === null) throw new Error("the document of an export cannot be read");
  const [checkpoint = ""] = linesOf(blocks.checkpoint.join("\n"));
  return evidencePdf({
    ...{
      font: await print.font(),
      signer: print.signer,
      stamp: print.stamp,
      document,
      rows: blocks.rows,
      checkpoint: String(JSON.parse(checkpoint).note ?? ""),
    },
    ...{ archive: { name: `${name}.zip`, bytes }, made: new Date(document.exportedAt) },
  });
}

/** An archive and a PDF are made of all lines; the page alone goes out as they come. */
async function linesOfBlocks(blocks: MadeEvidenceFile["blocks"]): Promise<EvidenceLines> {
  const read: Partial<Record<keyof EvidenceLines, string[]>> = {};
  for (const name of blockNames) read[name] = await collect(blocks[name]);
  return read as EvidenceLines;
}

async function collect(lines: Iterable<string> | AsyncIterable<string>): Promise<string[]> {
  const all: string[] = [];
  for await (const line of lines) all.push(line);
  return all;
}
