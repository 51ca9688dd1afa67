import { open } from "node:fs/promises";
import {
  type BoardTest,
  confirmBoardTest,
  exportBoardTests,
  exportBoardTestsByForm,
  getBoardTest,
  getBoardTestPicture,
  listBoardTests,
  readBoardTest,
  uploadBoardTest,
} from "@tracewater/contract/laboratory/board-tests";
import { notFound } from "../../../platform/app-error.ts";
import type { ExportFiles } from "../../../platform/files/export-files.ts";
import type { AuditChange } from "../../../platform/http/audit-change.ts";
import type { Serve } from "../../../platform/http/serve-call.ts";
import { serveExport } from "../../../platform/http/serve-export.ts";
import { takeUpload } from "../../../platform/http/take-upload.ts";
import type { PrintMoment } from "../../../platform/moments.ts";
import { checkPictureStart } from "./board-reader.ts";
import type { BoardTestService } from "./board-test.service.ts";
import { sendBoardTests } from "./board-test-workbook.ts";

export function serveBoardTests(
  serve: Serve,
  parts: { tests: BoardTestService; files: ExportFiles; printMoment: PrintMoment },
): void {
  const { tests, files } = parts;
  serve.forCaller(listBoardTests, ({ query }, caller) => tests.list(caller, query));
  serveExport(serve, exportBoardTests, exportBoardTestsByForm, (query, asked) =>
    sendBoardTests(parts, { ...asked, query }),
  );
  serve.forCaller(getBoardTest, async ({ params }, caller) => ({
    data: await tests.read(caller.scope, params.id),
  }));
  serve.stream(getBoardTestPicture, async ({ params, reply }, caller) => {
    const path = await tests.pictureOf(caller.scope, params.id);
    const file = await open(path, "r").catch(() => null); // gone from the disk, whatever the reason
    if (file === null) throw notFound({ en: "picture", zh: "图片" });
    const { size } = await file.stat();
    reply
      .type(path.endsWith(".png") ? "image/png" : "image/jpeg")
      .header("cache-control", "private, max-age=3600, immutable")
      .header("content-length", size)
      .header("content-disposition", "inline")
      .header("download-filename", `board-${params.id}`)
      .header("content-security-policy", "default-src 'none'; sandbox");
    reply.send(file.createReadStream());
  });
  serve.forCaller(readBoardTest, async ({ params, body, audit }, caller) => {
    const test = await tests.require(caller.scope, params.id);
    const data = await tests.readAgain(caller, params.id, body.region);
    const { readingId, judgement, measurement } = data;
    audit({
      subject: auditSubject(test),
      after: { readingId, algorithm: measurement.algorithm, outcome: judgement.outcome, region: body.region },
    });
    return { data };
  });
  serve.forCaller(uploadBoardTest, async ({ query, request, audit }, caller) => {
    const path = await files.planUpload();
    try {
      await takeUpload(request, path, checkPictureStart);
      const test = await tests.upload(caller, path, query);
      audit({ subject: auditSubject(test), after: test });
      return { data: { testId: test.testId, outcome: test.outcome } };
    } finally {
      await files.discard(path);
    }
  });
  serve.forCaller(confirmBoardTest, async ({ body, audit }, caller) => {
    const before = await tests.require(caller.scope, body.testId);
    await tests.confirm(caller, body);
    const after = await tests.require(caller.scope, body.testId);
    const link = ({ assayId, confirmation }: BoardTest) => ({ assayId, confirmation });
    audit({ subject: auditSubject(before), before: link(before), after: link(after) });
    return {};
  });
}

function auditSubject({ testId, lotNo, sampleNo, unitId }: BoardTest): AuditChange["subject"] {
  return { kind: "boardTest", id: testId, name: `${lotNo} ${sampleNo}`.trim(), unitId };
}
