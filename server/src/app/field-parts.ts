import { serveBottles } from "../features/field/bottles/bottle.feature.ts";
import { type BottleService, createBottleService } from "../features/field/bottles/bottle.service.ts";
import {
  type BottleHoldService,
  createBottleHoldService,
} from "../features/field/bottles/bottle-hold.service.ts";
import { serveCarousel } from "../features/field/bottles/carousel.feature.ts";
import { type CarouselService, createCarouselService } from "../features/field/bottles/carousel.service.ts";
import { createEntryService } from "../features/field/bottles/entry.service.ts";
import { serveDeviceOperations } from "../features/field/samplers/device-operations.feature.ts";
import {
  createFillingService,
  type FillingService,
  type PlansAt,
} from "../features/field/samplers/filling.service.ts";
import { serveSamplers } from "../features/field/samplers/sampler.feature.ts";
import { servePointDetails } from "../features/field/sampling-points/point-detail.feature.ts";
import {
  createPointFigureService,
  type PointFigureService,
} from "../features/field/sampling-points/point-figure.service.ts";
import { serveSamplingPoints } from "../features/field/sampling-points/sampling-point.feature.ts";
import { serveWorkOrders } from "../features/field/work-orders/work-order.feature.ts";
import {
  createWorkOrderService,
  type WorkOrderService,
} from "../features/field/work-orders/work-order.service.ts";
import type { AlarmService } from "../features/fleet/alarms/alarm.service.ts";
import type { CommandService } from "../features/fleet/commands/command.service.ts";
import type { TelemetryService } from "../features/fleet/telemetry/telemetry.service.ts";
import type { AuditService } from "../features/system/audit/audit.service.ts";
import type { Serve } from "../platform/http/serve-call.ts";
import type { Log } from "../platform/log.ts";
import type { ResourceParts } from "../platform/resource/serve-resource.ts";
import type { Db } from "../platform/store/database.ts";
import type { Core } from "./core.ts";

/** Sampling points, samplers with what they took, bottles, and work orders. */
export type FieldParts = {
  routes(serve: Serve, parts: ResourceParts): void;
  bottles: BottleService;
  carousel: CarouselService;
  fillings: FillingService;
  figures: PointFigureService;
  holds: BottleHoldService;
  orders: WorkOrderService;
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
  onTakenOut: Parameters<typeof createCarouselService>[0]["onTakenOut"];
  plansAt: PlansAt;
}): FieldParts {
  const { db, core, commands, telemetry, alarms, audit, log, now, onTakenOut, plansAt } = options;
  const { devices, products, points, depts, events, clock } = core;
  const fillings = createFillingService({ db });
  const holds = createBottleHoldService();
  const entries = createEntryService({ db, commands, products, holds, events, log });
  const carousel = createCarouselService({ db, fillings, entries, now, onTakenOut });
  const bottles = createBottleService({ db, depts, alarms });
  const figures = createPointFigureService({ db, points, now });
  const orders = createWorkOrderService({ db, points, devices, clock });
  return {
    ...{ bottles, carousel, fillings, figures, holds, orders },
    routes(serve, parts) {
      servePointDetails(serve, { db, figures });
      serveSamplingPoints(serve, points, parts);
      serveBottles(serve, bottles, parts);
      serveCarousel(serve, { carousel, entries, devices });
      serveSamplers(serve, { db, devices, products, telemetry, fillings, carousel, plansAt, now });
      serveWorkOrders(serve, orders);
      serveDeviceOperations(serve, { db, devices, audit });
    },
    start: entries.start,
    stop: entries.stop,
  };
}
