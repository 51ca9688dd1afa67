import type { CommandService } from "../features/fleet/commands/command.service.ts";
import type { FleetEvents } from "../features/fleet/fleet-events.ts";
import { createOnlineAssayService } from "../features/laboratory/assays/online-assay.service.ts";
import { createSampleService } from "../features/laboratory/assays/sample.service.ts";
import { serveDetections } from "../features/laboratory/detections/detection.feature.ts";
import { createDetectionService } from "../features/laboratory/detections/detection.service.ts";
import { createDetectionApplyService } from "../features/laboratory/detections/detection-apply.service.ts";
import { createDetectionDayService } from "../features/laboratory/detections/detection-day.service.ts";
import {
  createDetectionFollowUp,
  createDetectionHoldService,
} from "../features/laboratory/detections/detection-follow.service.ts";
import { createDetectionForecastService } from "../features/laboratory/detections/detection-forecast.service.ts";
import { createDetectionIngest } from "../features/laboratory/detections/detection-ingest.service.ts";
import { detectionsJob } from "../features/laboratory/detections/detections.job.ts";
import type { DoubtService } from "../features/laboratory/doubts/doubt.service.ts";
import type { EventBus } from "../platform/event-bus.ts";
import type { Serve } from "../platform/http/serve-call.ts";
import type { Log } from "../platform/log.ts";
import { createOffsetPrinter } from "../platform/moments.ts";
import type { ResourceParts } from "../platform/resource/serve-resource.ts";
import type { Db } from "../platform/store/database.ts";
import type { Core } from "./core.ts";
import type { FieldParts } from "./field-parts.ts";

/** Detections: what online detectors report, and the results that people make of it. */
export function createDetectionParts(options: {
  db: Db;
  zone: string;
  events: EventBus<FleetEvents>;
  core: Core;
  field: Pick<FieldParts, "holds" | "orders">;
  commands: CommandService;
  doubts: DoubtService;
  log: Log;
  now: () => number;
}) {
  const { db, zone, events, core, commands, log, now } = options;
  const { devices, products, points, clock } = core;
  const { holds: bottleHolds, orders } = options.field;
  const held = { holds: bottleHolds, now };
  const followUp = createDetectionFollowUp({ ...held, commands, devices, products, orders });
  const ingest = createDetectionIngest({ db, events, followUp, doubts: options.doubts, log });
  const detections = createDetectionService({ db, zone });
  const holds = createDetectionHoldService({ ...held, db, detections });
  const days = createDetectionDayService({ db, zone });
  const forecasts = createDetectionForecastService({ db, now });
  const samples = createSampleService({ db, zone, points, today: clock.today });
  const assays = createOnlineAssayService({ db, samples, zone, now });
  const applies = createDetectionApplyService({ db, detections, assays, now });
  return {
    jobs: [detectionsJob({ ingest })],
    start: async () => ingest.start(),
    stop: ingest.stop,
    routes(serve: Serve, { files }: ResourceParts): void {
      serveDetections(serve, {
        detections,
        applies,
        days,
        forecasts,
        holds,
        files,
        printMoment: createOffsetPrinter(zone),
      });
    },
  };
}
