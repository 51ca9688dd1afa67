import { serveAssays } from "../features/laboratory/assays/assay.feature.ts";
import { createAssayService } from "../features/laboratory/assays/assay.service.ts";
import { createAssayDoubtService } from "../features/laboratory/assays/assay-doubt.service.ts";
import { serveInstrumentFiles } from "../features/laboratory/assays/instrument-file.feature.ts";
import { createInstrumentFileService } from "../features/laboratory/assays/instrument-file.service.ts";
import type { SampleService } from "../features/laboratory/assays/sample.service.ts";
import type { ExceedanceService } from "../features/laboratory/limits/exceedance.service.ts";
import type { Serve } from "../platform/http/serve-call.ts";
import type { PrintMoment } from "../platform/moments.ts";
import type { ResourceParts } from "../platform/resource/serve-resource.ts";
import type { Db } from "../platform/store/database.ts";
import type { createQualityParts } from "./quality-parts.ts";

/** Results of samples: entered, imported from files of instruments, reviewed, and confirmed where a control failed later. */
export function createAssayParts(options: {
  db: Db;
  zone: string;
  samples: SampleService;
  exceedances: ExceedanceService;
  quality: Pick<ReturnType<typeof createQualityParts>, "batchFiles" | "services">;
  printMoment: PrintMoment;
  now: () => number;
}) {
  const { quality, ...shared } = options;
  const { doubts } = quality.services;
  const assays = createAssayService({ ...shared, doubts });
  const assayDoubts = createAssayDoubtService({ ...shared, doubts });
  const instrumentFiles = createInstrumentFileService({ ...shared, batches: quality.batchFiles });
  return {
    services: { assays, ...quality.services },
    routes(serve: Serve, parts: ResourceParts): void {
      serveAssays(serve, { assays, doubts: assayDoubts }, parts);
      serveInstrumentFiles(serve, instrumentFiles, parts);
    },
  };
}
