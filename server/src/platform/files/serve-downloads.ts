import { downloadFile } from "@tracewater/contract/resource/downloads";
import { notFound } from "../app-error.ts";
import type { Serve } from "../http/serve-call.ts";
import type { ExportFiles } from "./export-files.ts";
import { sendXlsx } from "./send-file.ts";

export function serveDownloads(serve: Serve, files: ExportFiles): void {
  serve.stream(downloadFile, async ({ query, reply }, caller) => {
    const file = await files.open(caller.userId, query.fileName, query.delete === "true");
    if (file === null) throw notFound({ en: "file", zh: "文件" });
    await sendXlsx(reply, file, query.fileName);
  });
}
