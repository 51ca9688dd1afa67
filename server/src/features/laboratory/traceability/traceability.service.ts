import {
  type Traceability,
  type TraceabilityKind,
  thread,
} from "@tracewater/contract/laboratory/traceability";
import { notFound } from "../../../platform/app-error.ts";
import type { Scope } from "../../../platform/scope.ts";
import type { Db } from "../../../platform/store/database.ts";
import type { CustodyService } from "../custody/custody.service.ts";
import type { SampleDeliveryService } from "../deliveries/sample-delivery.service.ts";
import type { ExceedanceService } from "../limits/exceedance.service.ts";
import { presentStoredLoad } from "../loads/series.service.ts";
import type { PlanService } from "../plans/plan.service.ts";
import type { SamplingService } from "../samplings/sampling.service.ts";
import { createTraceabilityStore } from "./traceability.store.ts";

export type TraceabilityService = ReturnType<typeof createTraceabilityService>;

/** From any plan, bottle, sample, delivery, assay, load or report to every other, with the custody events between. */
export function createTraceabilityService(options: {
  db: Db;
  zone: string;
  plans: Pick<PlanService, "listByIds">;
  exceedances: Pick<ExceedanceService, "ofAssays">;
  samplings: SamplingService;
  deliveries: SampleDeliveryService;
  custody: CustodyService;
}) {
  const { plans, exceedances, samplings, deliveries, custody } = options;
  const store = createTraceabilityStore(options.db, options.zone);

  return {
    async find(scope: Scope, kind: TraceabilityKind, id: number): Promise<Traceability> {
      const start = await store.findStart(scope, kind, id);
      if (start === undefined) throw notFound(text[kind]);
      const samples = await samplings.listByIds(scope, start.samplingIds);
      samples.sort((a, b) => a.began - b.began || a.samplingId - b.samplingId);
      const bottleIds = new Set([...start.bottleIds, ...samples.flatMap((one) => one.bottleId ?? [])]);
      const deliveryIds = new Set(samples.flatMap((one) => one.deliveryId ?? []));
      if (kind === "delivery") deliveryIds.add(id);
      const planIds = new Set(samples.flatMap((one) => one.planId ?? []));
      if (kind === "plan") planIds.add(id);
      const about = [
        ...samples.map((one) => `sampling:${one.samplingId}`),
        ...[...deliveryIds].map((one) => `delivery:${one}`),
      ];
      const [planned, bottles, found, assays, events] = await Promise.all([
        plans.listByIds(scope, [...planIds].sort((a, b) => b - a).slice(0, maxPlans)),
        store.listBottles([...bottleIds]),
        deliveries.listByIds(scope, [...deliveryIds]),
        store.listAssays(scope, {
          samplingIds: samples.map((one) => one.samplingId),
          assayIds: start.assayIds,
        }),
        custody.listAbout(about),
      ]);
      const assayIds = assays.map((one) => one.assayId);
      const loads = await store.listLoads(scope, assayIds);
      const reports = await store.listReports(scope, [
        ...new Set(loads.flatMap((one) => one.reportId ?? [])),
      ]);
      const followed = await exceedances.ofAssays(scope, assayIds);
      const detections = await store.listDetections(assayIds);
      const parts = {
        plans: planned,
        bottles,
        samples,
        deliveries: found,
        assays,
        detections,
        loads: loads.map(presentStoredLoad),
        reports,
        excesses: followed,
        events,
        verification: await custody.verify(events.map((one) => one.seq)),
      };
      return thread.parse({ name: start.name, ...parts });
    },
  };
}

const maxPlans = 50;

const text = {
  plan: { en: "sampling plan", zh: "采样计划" },
  bottle: { en: "bottle", zh: "采样瓶" },
  sampling: { en: "water sample", zh: "水样" },
  delivery: { en: "delivery", zh: "送样单" },
  assay: { en: "assay result", zh: "检测结果" },
  load: { en: "load", zh: "负荷" },
  report: { en: "report", zh: "报告" },
} as const;
