import { serveBottles } from "../features/field/bottles/bottle.feature.ts";
import { type BottleService, createBottleService } from "../features/field/bottles/bottle.service.ts";
import {
  type BottleHoldService,
  createBottleHoldService,
} from "../features/field/bottles/bottle-hold.service.ts";
import { serveCarousel } from "../features/field/bottles/carousel.feature.ts";
import { type CarouselService, createCarouselService } from "../features/field/bottles/carousel.service.ts";
import { createEntryService } from "../features/field/bottles/entry.service.ts";
import {
  type AutoSampleService,
  createAutoSampleService,
} from "../features/field/samplers/auto-sample.service.ts";
import { serveDeviceOperations } from "../features/field/samplers/device-operations.feature.ts";
import { serveSamplers } from "../features/field/samplers/sampler.feature.ts";
import {
  createPointFigureService,
  type PointFigureService,
} from "../features/field/sampling-points/point-attribute.service.ts";
import { servePointDetails } from "../features/field/sampling-points/point-detail.feature.ts";
import { serveSamplingPoints } from "../features/field/sampling-points/sampling-point.feature.ts";
import { serveWorkOrders } from "../features/field/work-orders/work-order.feature.ts";
import {
  createWorkOrderService,
  type WorkOrderService,
} from "../features/field/work-orders/work-order.service.ts";
import {
  createWorkOrderLifeService,
  type WorkOrderLifeService,
} from "../features/field/work-orders/work-order-life.service.ts";
import type { AlarmService } from "../features/fleet/alarms/alarm.service.ts";
import type { CommandService } from "../features/fleet/commands/command.service.ts";
import type { TelemetryService } from "../features/fleet/telemetry/telemetry.service.ts";
import type { AuditService } from "../features/system/audit/audit.service.ts";
import type { Serve } from "../platform/http/serve-call.ts";
import type { Log } from "../platform/log.ts";
import type { ResourceParts } from "../platform/resource/serve-resource.ts";
import type { Db } from "../platform/store/database.ts";
import type { Core } from "./core.ts";
import type { UpwardCalls } from "./upward-calls.ts";

/** Sampling points, samplers with what they took, bottles, and work orders. */
export type FieldParts = {
  routes(serve: Serve, parts: ResourceParts): void;
  bottles: BottleService;
  carousel: CarouselService;
  autoSamples: AutoSampleService;
  figures: PointFigureService;
  holds: BottleHoldService;
  orders: WorkOrderService;
  orderLife: WorkOrderLifeService;
  start(): Promise<void>;
  stop(): Promise<void>;
};

export function createFieldParts(options: {
  db: Db;
  core: Core;
  commands: CommandService;
  telemetry: TelemetryService;
  alarms: AlarmService;
  audit: AuditService;
  log: Log;
  now: () => number;
  upward: Pick<UpwardCalls, "onTakenOut" | "onRestored" | "plansAt">;
}): FieldParts {
  const { db, core, commands, telemetry, alarms, audit, log, now } = options;
  const { plansAt, onTakenOut, onRestored } = options.upward;
  const { devices, products, points, orgUnits, events, clock } = core;
  const autoSamples = createAutoSampleService({ db });
  const holds = createBottleHoldService();
  const entries = createEntryService({ db, commands, products, holds, events, log });
  const carousel = createCarouselService({ db, autoSamples, entries, now, onTakenOut, onRestored });
  const bottles = createBottleService({ db, orgUnits, alarms });
  const figures = createPointFigureService({ db, points, now });
  const orders = createWorkOrderService({ db, points, devices, clock, now });
  const orderLife = createWorkOrderLifeService({ db, orders, now });
  return {
    ...{ bottles, carousel, autoSamples, figures, holds, orders, orderLife },
    routes(serve, parts) {
      servePointDetails(serve, { db, figures });
      serveSamplingPoints(serve, points, parts);
      serveBottles(serve, bottles, parts);
      serveCarousel(serve, { carousel, entries, devices });
      serveSamplers(serve, {
        ...{ db, devices, products, telemetry, autoSamples, plansAt, now },
        bottlesBetween: carousel.listBetween,
      });
      serveWorkOrders(serve, orders, orderLife);
      serveDeviceOperations(serve, { db, devices, audit });
    },
    start: entries.start,
    stop: entries.stop,
  };
}
