import type { FleetEvents } from "../features/fleet/fleet-events.ts";
import type { MediaService } from "../features/fleet/media/media.service.ts";
import { createDoubtService } from "../features/laboratory/doubts/doubt.service.ts";
import { serveQuality } from "../features/laboratory/quality/analytical-batch.feature.ts";
import { createAnalyticalBatchService } from "../features/laboratory/quality/analytical-batch.service.ts";
import { createBatchFileService } from "../features/laboratory/quality/batch-file.service.ts";
import { createChartService } from "../features/laboratory/quality/chart.service.ts";
import { instrumentEventsJob } from "../features/laboratory/quality/instrument-events.job.ts";
import { createInstrumentIngest } from "../features/laboratory/quality/instrument-ingest.service.ts";
import { createInstrumentRunService } from "../features/laboratory/quality/instrument-run.service.ts";
import { createMethodUncertaintyService } from "../features/laboratory/quality/method-uncertainty.service.ts";
import { serveProficiency } from "../features/laboratory/quality/proficiency.feature.ts";
import { createProficiencyService } from "../features/laboratory/quality/proficiency.service.ts";
import { serveQcImport } from "../features/laboratory/quality/qc-import.feature.ts";
import { createQcImportService } from "../features/laboratory/quality/qc-import.service.ts";
import type { OrgUnitService } from "../features/system/org-units/org-unit.service.ts";
import type { EventBus } from "../platform/event-bus.ts";
import type { Serve } from "../platform/http/serve-call.ts";
import type { Log } from "../platform/log.ts";
import type { PrintMoment } from "../platform/moments.ts";
import type { ResourceParts } from "../platform/resource/serve-resource.ts";
import type { Db } from "../platform/store/database.ts";

/** The laboratory's quality control: batches, control charts, proficiency rounds and the uncertainty of methods. */
export function createQualityParts(options: {
  db: Db;
  orgUnits: OrgUnitService;
  today: () => string;
  printMoment: PrintMoment;
  events: EventBus<FleetEvents>;
  media: Pick<MediaService, "findSheet" | "openSheet">;
  log: Log;
}) {
  const doubts = createDoubtService(options);
  const runs = createInstrumentRunService(options);
  const batches = createAnalyticalBatchService({ ...options, runs });
  const charts = createChartService(options);
  const qcImport = createQcImportService({ batches });
  const rounds = createProficiencyService(options);
  const uncertainties = createMethodUncertaintyService(options);
  const ingest = createInstrumentIngest({ ...options, doubts });
  return {
    services: { batches, charts, doubts },
    batchFiles: createBatchFileService(options),
    jobs: [instrumentEventsJob({ ingest })],
    start: ingest.start,
    stop: ingest.stop,
    /** `printIso` prints the times of files. */
    routes(serve: Serve, parts: ResourceParts, printIso: PrintMoment): void {
      serveQcImport(serve, { batches, qcImport, ...parts });
      serveQuality(serve, { batches, runs, charts, files: parts.files, printMoment: printIso });
      serveProficiency(serve, { rounds, uncertainties });
    },
  };
}
