import {
  createSamplingPointService,
  type SamplingPointService,
} from "../features/field/sampling-points/sampling-point.service.ts";
import { createDeviceService, type DeviceService } from "../features/fleet/devices/device.service.ts";
import {
  createDeviceLifeService,
  type DeviceLifeService,
} from "../features/fleet/devices/device-life.service.ts";
import type { FleetEvents } from "../features/fleet/fleet-events.ts";
import { createProductService, type ProductService } from "../features/fleet/products/product.service.ts";
import { createDeptService, type DeptService } from "../features/system/dept/dept.service.ts";
import { createLicenceService, type LicenceService } from "../features/system/licences/licence.service.ts";
import type { SystemEvents } from "../features/system/system-events.ts";
import { createDayClock, type DayClock } from "../platform/day-clock.ts";
import { createEventBus, type EventBus } from "../platform/event-bus.ts";
import type { Log } from "../platform/log.ts";
import type { SecretBox } from "../platform/secret-box.ts";
import type { Database } from "../platform/store/database.ts";

/** The services that both the running platform and its commands need. */
export type Core = {
  events: EventBus<FleetEvents>;
  systemEvents: EventBus<SystemEvents>;
  clock: DayClock;
  depts: DeptService;
  licences: LicenceService;
  points: SamplingPointService;
  products: ProductService;
  devices: DeviceService;
  lives: DeviceLifeService;
};

export function createCore(options: {
  database: Database;
  secrets: SecretBox;
  log: Log;
  zone: string;
  now: () => number;
}): Core {
  const { db } = options.database;
  const events = createEventBus<FleetEvents>(options.log);
  const systemEvents = createEventBus<SystemEvents>(options.log);
  const clock = createDayClock(options.zone, options.now);
  const licences = createLicenceService({ db, clock });
  const depts = createDeptService({ db, clock, licences });
  const points = createSamplingPointService({ db, depts });
  const products = createProductService({ db, secrets: options.secrets });
  const devices = createDeviceService({
    db,
    secrets: options.secrets,
    products,
    depts,
    licences,
    requirePoint: points.require,
    events,
  });
  const lives = createDeviceLifeService({
    ...{ db, depts, licences, events },
    requirePoint: points.require,
    now: options.now,
  });
  return { events, systemEvents, clock, depts, licences, points, products, devices, lives };
}
