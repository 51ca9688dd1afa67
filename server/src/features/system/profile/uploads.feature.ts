import { readFile } from "node:fs/promises";
import { downloadResource, uploadFiles, uploadPicture } from "@tracewater/contract/system/uploads";
import type { FastifyReply } from "fastify";
import { notFound } from "../../../platform/app-error.ts";
import type { Caller } from "../../../platform/caller.ts";
import type { ExportFiles } from "../../../platform/files/export-files.ts";
import { pictureKindOf } from "../../../platform/files/picture-kind.ts";
import { apiPrefix } from "../../../platform/http/answers.ts";
import { type AuditChange, ownAccount } from "../../../platform/http/audit-change.ts";
import type { Serve } from "../../../platform/http/serve-call.ts";
import { type TakenFile, takeUploads } from "../../../platform/http/take-upload.ts";
import type { Documents } from "./documents.ts";
import type { Portraits } from "./portraits.ts";
import { portraitPath } from "./profile.service.ts";

const documentPath = "/profile/upload/";

/** Uploads as clients of the family make them: a picture that may become a portrait, or a document, or several of them. */
export function serveUploads(
  serve: Serve,
  parts: {
    portraits: Portraits;
    documents: Documents;
    files: ExportFiles;
    countUpload: (userId: number) => void;
  },
): void {
  const { portraits, documents, files } = parts;

  async function keep(caller: Caller, { path, fileName: originalFilename }: TakenFile) {
    const isPicture = pictureKindOf(await readFile(path)) !== null;
    if (!isPicture) parts.countUpload(caller.userId);
    const newFileName = isPicture
      ? await portraits.keep(caller.userId, path)
      : await documents.keep(path, originalFilename);
    const fileName = (isPicture ? portraitPath : documentPath) + newFileName;
    const url = isPicture
      ? apiPrefix + fileName
      : `${apiPrefix}/common/download/resource?resource=${encodeURIComponent(fileName)}`;
    return { url, fileName, newFileName, originalFilename };
  }

  /** Takes the files in, and away again what was not kept. */
  async function keepAll(
    { request, audit }: { request: Parameters<typeof takeUploads>[0]; audit: (change: AuditChange) => void },
    caller: Caller,
  ) {
    const taken: TakenFile[] = [];
    try {
      await takeUploads(request, files.planUpload, taken);
      const kept = [];
      for (const file of taken) kept.push(await keep(caller, file));
      for (const { fileName, originalFilename } of kept) {
        audit({ subject: ownAccount(caller), after: { file: fileName, from: originalFilename } });
      }
      return kept;
    } finally {
      for (const { path } of taken) await files.discard(path);
    }
  }

  serve.forCaller(uploadPicture, async (input, caller) => {
    const [kept] = await keepAll(input, caller);
    if (kept === undefined) throw new Error("an upload without a file was taken in");
    return kept;
  });
  serve.forCaller(uploadFiles, async (input, caller) => {
    const kept = await keepAll(input, caller);
    const all = (name: keyof (typeof kept)[number]) => kept.map((one) => one[name]).join(",");
    return {
      urls: all("url"),
      fileNames: all("fileName"),
      newFileNames: all("newFileName"),
      originalFilenames: all("originalFilename"),
    };
  });
  serve.stream(downloadResource, async ({ query, reply, audit }, caller) => {
    const name = query.resource.split("/").at(-1) ?? "";
    const file = query.resource === documentPath + name ? await documents.open(name) : null;
    if (file === null) throw notFound({ en: "file", zh: "文件" });
    audit({ subject: ownAccount(caller), after: { file: query.resource } });
    await sendDocument(reply, file, name);
  });
}

async function sendDocument(
  reply: FastifyReply,
  file: NonNullable<Awaited<ReturnType<Documents["open"]>>>,
  name: string,
): Promise<void> {
  const { size } = await file.stat();
  reply
    .type("application/octet-stream")
    .header("content-length", size)
    .header("content-disposition", `attachment; filename*=UTF-8''${encodeURIComponent(name)}`)
    .header("download-filename", encodeURIComponent(name))
    .header("content-security-policy", "default-src 'none'; sandbox");
  reply.send(file.createReadStream());
}
