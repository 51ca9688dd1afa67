import {
  applyDetection,
  decideDetection,
  exportDetections,
  exportDetectionsByForm,
  getDetection,
  getDetectionDay,
  getSupplyForecasts,
  listDetectionBottles,
  listDetections,
  releaseDetectionHold,
} from "@tracewater/contract/laboratory/detections";
import type { ExportFiles } from "../../../platform/files/export-files.ts";
import type { AuditChange } from "../../../platform/http/audit-change.ts";
import type { Serve } from "../../../platform/http/serve-call.ts";
import { serveExport } from "../../../platform/http/serve-export.ts";
import type { PrintMoment } from "../../../platform/moments.ts";
import type { DetectionService } from "./detection.service.ts";
import type { StoredDetection } from "./detection.store.ts";
import type { DetectionApplyService } from "./detection-apply.service.ts";
import type { DetectionDayService } from "./detection-day.service.ts";
import type { DetectionHoldService } from "./detection-follow.service.ts";
import type { DetectionForecastService } from "./detection-forecast.service.ts";
import { sendDetections } from "./detection-workbook.ts";

export function serveDetections(
  serve: Serve,
  parts: {
    detections: DetectionService;
    applies: DetectionApplyService;
    days: DetectionDayService;
    forecasts: DetectionForecastService;
    holds: DetectionHoldService;
    files: ExportFiles;
    printMoment: PrintMoment;
  },
): void {
  const { detections, applies, days, forecasts, holds } = parts;
  serve.forCaller(listDetections, ({ query }, caller) => detections.list(caller, query));
  serveExport(serve, exportDetections, exportDetectionsByForm, (query, asked) =>
    sendDetections(parts, { ...asked, query }),
  );
  serve.forCaller(getDetection, async ({ params }, caller) => ({
    data: await detections.readAt(caller.scope, params.deviceName, params.time),
  }));
  serve.forCaller(getDetectionDay, async ({ query }, caller) => ({
    data: await days.read(caller.scope, query.deviceName, query.day),
  }));
  serve.forCaller(getSupplyForecasts, async ({ query }, caller) => ({
    data: await forecasts.read(caller.scope, query.deviceName),
  }));
  serve.forCaller(listDetectionBottles, async ({ params }, caller) => ({
    data: await detections.listBottles(caller.scope, params.id),
  }));
  serve.forCaller(decideDetection, async ({ body, audit }, caller) => {
    const before = await detections.require(caller.scope, body.detectionId);
    await applies.decide(caller, body);
    const { state } = await detections.require(caller.scope, body.detectionId);
    audit({
      subject: auditSubject(before),
      before: { state: before.state },
      after: { state, reason: body.reason },
    });
    return {};
  });
  serve.forCaller(releaseDetectionHold, async ({ body, audit }, caller) => {
    const { hold, unitId } = await holds.release(caller, body);
    const subject = { kind: "bottle", id: hold.bottleId, name: hold.bodyCode, unitId };
    audit({ subject, before: { kept: true }, after: { kept: false, reason: body.reason } });
    return {};
  });
  serve.forCaller(applyDetection, async ({ body, audit }, caller) => {
    const before = await detections.require(caller.scope, body.detectionId);
    const ids = await applies.apply(caller, body);
    const { bodyCode, sampledOn } = body;
    audit({
      subject: auditSubject(before),
      before: { state: before.state },
      after: { state: "applied", bodyCode, sampledOn, assayIds: ids },
    });
    return { data: { ids } };
  });
}

function auditSubject({
  detectionId,
  deviceName,
  sampleNo,
  unitId,
}: StoredDetection): AuditChange["subject"] {
  return { kind: "detection", id: detectionId, name: `${deviceName} ${sampleNo}`.trim(), unitId };
}
