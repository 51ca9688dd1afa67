import { Readable } from "node:stream";
import { writeEvidencePage } from "@tracewater/custody/evidence-file";
import type { FastifyReply } from "fastify";
import type { MadeEvidenceFile } from "./evidence-file.service.ts";

/** Answers with the file as its reader takes it; nothing of it can fail any more. */
export function sendEvidenceFile(reply: FastifyReply, { name, page, blocks }: MadeEvidenceFile): void {
  reply
    .type("text/html; charset=utf-8")
    .header("content-disposition", `attachment; filename="${name}"`)
    .header("download-filename", name)
    // Opened from the platform itself it would run under the platform's address.
    .header("content-security-policy", "sandbox")
    .send(Readable.from(writeEvidencePage(page, blocks)));
}
