import type { CustodyService } from "../features/laboratory/custody/custody.service.ts";
import { serveDeliveries } from "../features/laboratory/deliveries/sample-delivery.feature.ts";
import { createSampleDeliveryService } from "../features/laboratory/deliveries/sample-delivery.service.ts";
import { serveDeliveryData } from "../features/laboratory/deliveries/sample-delivery-data.feature.ts";
import { createRunningPlanStore } from "../features/laboratory/plans/running-plan.store.ts";
import { createCorrectionService } from "../features/laboratory/samplings/correction.service.ts";
import { createFleetSamplingService } from "../features/laboratory/samplings/fleet-sampling.service.ts";
import { serveSamplings } from "../features/laboratory/samplings/sampling.feature.ts";
import { createSamplingService } from "../features/laboratory/samplings/sampling.service.ts";
import type { ExportFiles } from "../platform/files/export-files.ts";
import type { Serve } from "../platform/http/serve-call.ts";
import type { PrintMoment } from "../platform/moments.ts";
import type { Db } from "../platform/store/database.ts";
import type { Core } from "./core.ts";
import type { FieldParts } from "./field-parts.ts";

/** Samplings, by hand and by samplers, with their corrections, and the deliveries of the samples. */
export function createSamplingParts(options: {
  db: Db;
  zone: string;
  core: Core;
  field: Pick<FieldParts, "bottles" | "carousel" | "autoSamples" | "holds">;
  custody: CustodyService;
  now: () => number;
}) {
  const { db, zone, field, custody, now } = options;
  const { points, devices, orgUnits, clock } = options.core;
  const { autoSamples, carousel, bottles, holds: bottleHolds } = field;
  const shared = { db, custody, points, autoSamples, now };
  const samplings = createSamplingService({ ...shared, bottles, bottleHolds, carousel, devices, clock });
  const corrections = createCorrectionService(shared);
  const { plansAt } = createRunningPlanStore(db);
  const fleet = createFleetSamplingService({ autoSamples, carousel, samplings, plansAt, now });
  const deliveries = createSampleDeliveryService({ db, custody, orgUnits, clock, now });
  return {
    samplings,
    deliveries,
    plansAt,
    routes(serve: Serve, exportParts: { files: ExportFiles; printMoment: PrintMoment }): void {
      serveSamplings(serve, { samplings, corrections, fleet, ...exportParts });
      serveDeliveries(serve, { deliveries, ...exportParts });
      serveDeliveryData(serve, { carousel, deliveries, zone });
    },
  };
}
