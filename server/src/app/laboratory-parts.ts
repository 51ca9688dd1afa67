import type { SigningKey } from "@tracewater/custody/head";
import type { AlarmService } from "../features/fleet/alarms/alarm.service.ts";
import type { CommandService } from "../features/fleet/commands/command.service.ts";
import type { MediaService } from "../features/fleet/media/media.service.ts";
import { createSampleService } from "../features/laboratory/assays/sample.service.ts";
import { serveCustody } from "../features/laboratory/custody/custody.feature.ts";
import { createCustodyService } from "../features/laboratory/custody/custody.service.ts";
import { serveFactors } from "../features/laboratory/factors/factor.feature.ts";
import { createFactorService } from "../features/laboratory/factors/factor.service.ts";
import { createExceedanceService } from "../features/laboratory/limits/exceedance.service.ts";
import { serveLimits } from "../features/laboratory/limits/limit.feature.ts";
import { createLimitService } from "../features/laboratory/limits/limit.service.ts";
import { servePlans } from "../features/laboratory/plans/plan.feature.ts";
import { createPlanService } from "../features/laboratory/plans/plan.service.ts";
import { serveTraceability } from "../features/laboratory/traceability/traceability.feature.ts";
import { createTraceabilityService } from "../features/laboratory/traceability/traceability.service.ts";
import { custodyChain } from "../platform/custody/chain.store.ts";
import { openCheckpointKey } from "../platform/custody/checkpoint-key.ts";
import { createCheckpointJob, createGuardedChain } from "../platform/custody/guarded-chain.ts";
import { createLogTree } from "../platform/custody/log-tree.ts";
import { createStampClient, type StampAuthority } from "../platform/custody/stamp-client.ts";
import { createWitnessClient } from "../platform/custody/witness-client.ts";
import { readWitnesses } from "../platform/custody/witness-list.ts";
import type { Serve } from "../platform/http/serve-call.ts";
import type { Log } from "../platform/log.ts";
import { createMomentPrinter, createOffsetPrinter, type PrintMoment } from "../platform/moments.ts";
import type { ResourceParts } from "../platform/resource/serve-resource.ts";
import type { Db } from "../platform/store/database.ts";
import { createAssayParts } from "./assay-parts.ts";
import type { Core } from "./core.ts";
import type { FieldParts } from "./field-parts.ts";
import { createLoadParts } from "./load-parts.ts";
import { createQualityParts } from "./quality-parts.ts";
import { createReportParts } from "./report-parts.ts";
import { createSamplingParts } from "./sampling-parts.ts";

/** What the laboratory keeps: sampling plans, samplings, deliveries, their custody chain, what it found in them, the loads of it; correction factors, doses and limits. */
export function createLaboratoryParts(options: {
  db: Db;
  zone: string;
  core: Core;
  field: Pick<FieldParts, "bottles" | "carousel" | "autoSamples" | "holds" | "orders" | "figures">;
  commands: CommandService;
  alarms: AlarmService;
  media: Pick<MediaService, "findSheet" | "openSheet">;
  signingKey: SigningKey;
  dataDir: string;
  /** Inhabitants below which no figure per inhabitant leaves a unit. */
  publicationFloor: () => Promise<number>;
  /** WITNESSES. */
  witnesses: string;
  /** TSA_URL and TSA_CA. */
  stampAuthority: StampAuthority | null;
  publicUrl: string | undefined;
  node: string;
  log: Log;
  now: () => number;
}) {
  const { db, zone, core, field, commands, alarms, now, log } = options;
  const { points, devices, products, orgUnits, clock, events } = core;
  const printMoment = createMomentPrinter(zone);
  const printIso = createOffsetPrinter(zone);
  const factors = createFactorService({ db, printMoment });
  const loadParts = createLoadParts({
    ...{ db, zone, factors, figures: field.figures, publicationFloor: options.publicationFloor },
    ...{ printMoment, today: clock.today, now },
  });
  const { loads, sites } = loadParts;
  const samples = createSampleService({ db, zone, points, today: clock.today });
  const { custody, ...chain } = createCustodyParts(options, printMoment);
  const reportParts = createReportParts({
    ...options,
    custody,
    loads,
    sites,
    printMoment,
    printIso,
    today: clock.today,
  });
  const { reports } = reportParts;
  const quality = createQualityParts({
    ...{ db, orgUnits, today: clock.today, printMoment, events, log },
    media: options.media,
  });
  const { holds, orders } = field;
  const exceedances = createExceedanceService({
    ...{ db, zone, alarms, commands, devices, products, holds, orders, custody, clock },
  });
  const results = createAssayParts({ db, zone, samples, exceedances, quality, printMoment, now });
  const limits = createLimitService({ db, printMoment });
  const plans = createPlanService({ db, points, devices, products, commands, clock, now });
  const samplingParts = createSamplingParts({ db, zone, core, field, custody, now });
  const { samplings, deliveries } = samplingParts;
  const threads = createTraceabilityService({ db, zone, plans, exceedances, samplings, deliveries, custody });
  return {
    /** What it answers to the floor below. */
    answers: {
      onTakenOut: samplings.onTakenOut,
      onRestored: samplings.onRestored,
      plansAt: samplingParts.plansAt,
    },
    ...{ custody, reportsDue: reportParts.countDue },
    /** What a past is made with that is made by the rules. */
    services: { samplings, deliveries, loads, plans, limits, reports, ...results.services },
    async start(): Promise<void> {
      await factors.start();
      await chain.start();
      await reportParts.start();
      quality.start();
    },
    async stop(): Promise<void> {
      await quality.stop();
      await reportParts.stop();
      await chain.stop();
    },
    /** Its scheduled tasks. */
    jobs: [...reportParts.jobs, ...quality.jobs],
    /** `tables` reads the files that instruments wrote. */
    routes(serve: Serve, parts: ResourceParts): void {
      const exportParts = { files: parts.files, printMoment: printIso };
      serveFactors(serve, factors);
      serveLimits(serve, { limits, exceedances });
      results.routes(serve, parts);
      servePlans(serve, { db, zone, now, plans, ...exportParts });
      quality.routes(serve, parts, printIso);
      samplingParts.routes(serve, exportParts);
      serveCustody(serve, custody);
      serveTraceability(serve, threads);
      reportParts.routes(serve);
      loadParts.routes(serve, parts);
    },
  };
}

/** The custody chain with its log: signed heads and checkpoints. */
function createCustodyParts(
  { db, signingKey, dataDir, zone, now, log, ...options }: Parameters<typeof createLaboratoryParts>[0],
  printMoment: PrintMoment,
) {
  const { chains, keeper } = createGuardedChain({
    ...{ db, chain: custodyChain, key: signingKey, dataDir, zone, now, log },
  });
  let signer: Promise<SigningKey> | null = null;
  const key = () => {
    signer ??= openCheckpointKey(dataDir, signingKey, async () => (await tree.lastSize()) > 0);
    return signer;
  };
  const tree = createLogTree({ db, chain: custodyChain, key, now });
  const stamps = createStampClient({ db, chain: custodyChain, authority: options.stampAuthority, log });
  const witnesses = createWitnessClient({
    ...{ db, chain: custodyChain, tree, witnesses: readWitnesses(options.witnesses) ?? [], log },
  });
  const checkpoints = createCheckpointJob({ keeper, tree, witnesses, stamps, now, log });
  const { id, publicKey } = signingKey;
  const services = { chains, keeper, tree, witnesses, stamps };
  return {
    custody: createCustodyService({ db, ...services, key: { id, publicKey }, printMoment, now }),
    async start(): Promise<void> {
      await keeper.start();
      checkpoints.start();
    },
    async stop(): Promise<void> {
      await checkpoints.stop();
      await stamps.stop();
      await keeper.stop();
    },
  };
}
