import { readFile, stat } from "node:fs/promises";
import { alinkCode } from "@tracewater/alink/codes";
import {
  addLotKey,
  exportLotFile,
  importLotFile,
  listLotKeys,
  removeLotKey,
} from "@tracewater/contract/laboratory/board-lot-files";
import { AppError, fieldError } from "../../../platform/app-error.ts";
import type { ExportFiles } from "../../../platform/files/export-files.ts";
import type { Serve } from "../../../platform/http/serve-call.ts";
import { takeUpload } from "../../../platform/http/take-upload.ts";
import type { DeviceLinkService } from "../../fleet/device-link/device-link.service.ts";
import type { LotFileService } from "./lot-file.service.ts";

/** 500 lots take less than half of it. */
const maxBytes = 1024 * 1024;

/** What detectors ask for after `pullLots`: the signed file of all lots in use. */
export function serveLotsToDevices(link: DeviceLinkService, files: LotFileService): void {
  link.serve([
    link.context.request("/sys/{}/thing/boardLots/get", "other", async (_request, { device }) => {
      if (device.about.typeKey !== "handFastDetector")
        return { code: alinkCode.badParameter, message: "this device reads no boards" };
      const file = await files.issue("");
      // Without a lot: a success without data.
      if (file === null) return { code: alinkCode.success, data: {} };
      const { version, sha256, content } = file;
      return { code: alinkCode.success, data: { version, sha256, file: content } };
    }),
  ]);
}

export function serveLotFiles(serve: Serve, parts: { lotFiles: LotFileService; files: ExportFiles }): void {
  const { lotFiles, files } = parts;
  serve.forCaller(listLotKeys, async () => ({ data: await lotFiles.listKeys() }));
  serve.forCaller(addLotKey, async ({ body, audit }, caller) => {
    const added = await lotFiles.addKey(caller, body);
    audit({ subject: auditSubject(added.keyId), after: added });
    return { data: { lotKeyId: added.lotKeyId ?? 0 } };
  });
  serve.forCaller(removeLotKey, async ({ params, audit }, caller) => {
    const removed = await lotFiles.removeKey(caller, params.id);
    audit({ subject: auditSubject(removed.keyId), before: removed });
    return {};
  });
  serve.stream(exportLotFile, async ({ reply }, caller) => {
    const file = await lotFiles.issue(caller.userName);
    if (file === null) throw new AppError("refused", noLots);
    reply
      .type("application/json")
      .header("cache-control", "private, no-store")
      .header("download-filename", `board-lots-${file.version}.json`)
      .header("content-disposition", `attachment; filename="board-lots-${file.version}.json"`);
    reply.send(file.content);
  });
  serve.forCaller(importLotFile, async ({ request, audit }, caller) => {
    const path = await files.planUpload();
    try {
      await takeUpload(request, path);
      if ((await stat(path)).size > maxBytes)
        throw fieldError("file", { en: "is larger than 1 MB", zh: "超过 1 MB" });
      const data = await lotFiles.import(caller, await readFile(path, "utf8"));
      audit({ subject: auditSubject(data.keyId), after: data });
      return { data };
    } finally {
      await files.discard(path);
    }
  });
}

function auditSubject(keyId: string) {
  return { kind: "boardLotFile", id: keyId, name: keyId, unitId: null };
}

const noLots = { en: "No lots are in use. Register one first.", zh: "没有可用批次，请先登记。" };
