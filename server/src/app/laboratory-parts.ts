import { join } from "node:path";
import type { SigningKey } from "@tracewater/custody/head";
import type { AlarmService } from "../features/fleet/alarms/alarm.service.ts";
import type { CommandService } from "../features/fleet/commands/command.service.ts";
import { serveAssays } from "../features/laboratory/assays/assay.feature.ts";
import { createAssayService } from "../features/laboratory/assays/assay.service.ts";
import { createSampleService } from "../features/laboratory/assays/sample.service.ts";
import { serveSheets } from "../features/laboratory/assays/sheet.feature.ts";
import { createSheetService } from "../features/laboratory/assays/sheet.service.ts";
import { serveCustody } from "../features/laboratory/custody/custody.feature.ts";
import { createCustodyService } from "../features/laboratory/custody/custody.service.ts";
import { serveDeliveries } from "../features/laboratory/deliveries/delivery.feature.ts";
import { createDeliveryService } from "../features/laboratory/deliveries/delivery.service.ts";
import { serveDeliveryData } from "../features/laboratory/deliveries/delivery-data.feature.ts";
import { serveFactors } from "../features/laboratory/factors/factor.feature.ts";
import { createFactorService } from "../features/laboratory/factors/factor.service.ts";
import { createExcessService } from "../features/laboratory/limits/excess.service.ts";
import { serveLimits } from "../features/laboratory/limits/limit.feature.ts";
import { createLimitService } from "../features/laboratory/limits/limit.service.ts";
import { createEuropeanSites } from "../features/laboratory/loads/european-sites.ts";
import { serveLoads } from "../features/laboratory/loads/load.feature.ts";
import { createLoadService } from "../features/laboratory/loads/load.service.ts";
import { createLoadStore } from "../features/laboratory/loads/load.store.ts";
import { createSeriesService } from "../features/laboratory/loads/series.service.ts";
import { servePlans } from "../features/laboratory/plans/plan.feature.ts";
import { createPlanService } from "../features/laboratory/plans/plan.service.ts";
import { serveQuality } from "../features/laboratory/quality/batch.feature.ts";
import { createBatchService } from "../features/laboratory/quality/batch.service.ts";
import { createChartService } from "../features/laboratory/quality/chart.service.ts";
import { serveControlSheets } from "../features/laboratory/quality/control-sheet.feature.ts";
import { createControlSheetService } from "../features/laboratory/quality/control-sheet.service.ts";
import { serveReports } from "../features/laboratory/reports/report.feature.ts";
import { createReportService } from "../features/laboratory/reports/report.service.ts";
import { createReportScheduleService } from "../features/laboratory/reports/report-schedule.service.ts";
import { scheduledReportsJob } from "../features/laboratory/reports/scheduled-reports.job.ts";
import { createFleetSamplingService } from "../features/laboratory/samplings/fleet-sampling.service.ts";
import { createRunningPlanStore } from "../features/laboratory/samplings/running-plan.store.ts";
import { serveSamplings } from "../features/laboratory/samplings/sampling.feature.ts";
import { createSamplingService } from "../features/laboratory/samplings/sampling.service.ts";
import { serveThread } from "../features/laboratory/thread/thread.feature.ts";
import { createThreadService } from "../features/laboratory/thread/thread.service.ts";
import { createChainStore, custodyChain } from "../platform/custody/chain.store.ts";
import { createChainKeeper } from "../platform/custody/chain-keeper.ts";
import { createKeptFiles } from "../platform/files/kept-files.ts";
import type { Serve } from "../platform/http/serve-call.ts";
import type { Log } from "../platform/log.ts";
import { createMomentPrinter, createOffsetPrinter } from "../platform/moments.ts";
import { createPdfFonts } from "../platform/pdf/pdf-document.ts";
import type { ResourceParts } from "../platform/resource/serve-resource.ts";
import type { Db } from "../platform/store/database.ts";
import { shippedData } from "../program-files.ts";
import type { Core } from "./core.ts";
import type { FieldParts } from "./field-parts.ts";

/** What the laboratory keeps: sampling plans, samplings, deliveries, their custody chain, what it found in them, the loads of it; correction factors, doses and limits. */
export function createLaboratoryParts(options: {
  db: Db;
  zone: string;
  core: Core;
  field: Pick<FieldParts, "bottles" | "carousel" | "fillings" | "holds" | "orders">;
  commands: CommandService;
  alarms: AlarmService;
  signingKey: SigningKey;
  dataDir: string;
  node: string;
  log: Log;
  now: () => number;
}) {
  const { db, zone, core, field, commands, alarms, now, log } = options;
  const { points, devices, products, depts, clock } = core;
  const printMoment = createMomentPrinter(zone);
  const printIso = createOffsetPrinter(zone);
  const factors = createFactorService({ db, printMoment });
  const samples = createSampleService({ db, zone, points, today: clock.today });
  const loadStore = createLoadStore(db);
  const sites = createEuropeanSites({ folder: shippedData });
  const loads = createLoadService({ store: loadStore, factors, printMoment, now });
  const series = createSeriesService({ store: loadStore, sites });
  const reports = createReportService({
    ...{ db, loads, sites, node: options.node, log, printMoment, printIso, now },
    files: createKeptFiles({ folder: join(options.dataDir, "reports") }),
    font: createPdfFonts({ folder: shippedData }),
  });
  const schedules = createReportScheduleService({ db, loads, reports, printMoment, today: clock.today, now });
  const resultSheets = createSheetService({ db, zone, samples, printMoment, now });
  const batches = createBatchService({ db, printMoment });
  const controlSheets = createControlSheetService({ batches });
  const charts = createChartService({ db, printMoment });
  const chains = createChainStore(db, printIso);
  const { id, publicKey } = options.signingKey;
  const keeper = createChainKeeper({
    ...{ store: chains, chain: custodyChain, key: options.signingKey, printIso, now, log },
  });
  const custody = createCustodyService({ db, chains, keeper, key: { id, publicKey }, printMoment, now });
  const { holds, orders } = field;
  const excesses = createExcessService({
    ...{ db, zone, alarms, commands, devices, products, holds, orders, custody, clock },
  });
  const assays = createAssayService({ db, zone, samples, excesses, printMoment, now });
  const limits = createLimitService({ db, printMoment });
  const plans = createPlanService({ db, points, devices, products, commands, clock, now });
  const samplings = createSamplingService({
    db,
    custody,
    bottleHolds: holds,
    ...field,
    points,
    devices,
    clock,
    now,
  });
  const { plansAt } = createRunningPlanStore(db);
  const fleet = createFleetSamplingService({ ...field, samplings, plansAt, now });
  const deliveries = createDeliveryService({ db, custody, depts, clock, now });
  const threads = createThreadService({ db, zone, plans, excesses, samplings, deliveries, custody });
  return {
    onTakenOut: samplings.onTakenOut,
    plansAt,
    /** What a past is made with that is made by the rules. */
    services: { samplings, deliveries, assays, loads, batches, charts, plans, limits, reports },
    async start(): Promise<void> {
      await factors.start();
      await keeper.start();
      await reports.start();
    },
    async stop(): Promise<void> {
      await reports.stop();
      await keeper.stop();
    },
    /** Its scheduled tasks. */
    jobs: [scheduledReportsJob({ schedules })],
    routes(serve: Serve, parts: ResourceParts): void {
      const sheets = { files: parts.files, printMoment: printIso };
      serveFactors(serve, factors);
      serveLimits(serve, { limits, excesses });
      serveAssays(serve, assays, parts);
      servePlans(serve, { plans, ...sheets });
      serveControlSheets(serve, { batches, sheets: controlSheets, files: parts.files });
      serveQuality(serve, { batches, charts, files: parts.files, printMoment: printIso });
      serveSheets(serve, resultSheets, parts.files);
      serveSamplings(serve, { samplings, fleet, ...sheets });
      serveDeliveries(serve, { deliveries, ...sheets });
      serveDeliveryData(serve, { carousel: field.carousel, deliveries, zone });
      serveCustody(serve, custody);
      serveThread(serve, threads);
      serveReports(serve, { reports, schedules });
      serveLoads(serve, { loads, series }, parts);
    },
  };
}
