import {
  createSamplingPointService,
  type SamplingPointService,
} from "../features/field/sampling-points/sampling-point.service.ts";
import { createDeviceService, type DeviceService } from "../features/fleet/devices/device.service.ts";
import {
  createDeviceLifecycleService,
  type DeviceLifecycleService,
} from "../features/fleet/devices/device-lifecycle.service.ts";
import type { FleetEvents } from "../features/fleet/fleet-events.ts";
import { createProductService, type ProductService } from "../features/fleet/products/product.service.ts";
import { createLicenceService, type LicenceService } from "../features/system/licences/licence.service.ts";
import { createOrgUnitService, type OrgUnitService } from "../features/system/org-units/org-unit.service.ts";
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
  orgUnits: OrgUnitService;
  licences: LicenceService;
  points: SamplingPointService;
  products: ProductService;
  devices: DeviceService;
  lifecycle: DeviceLifecycleService;
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
  const orgUnits = createOrgUnitService({ db, clock, licences });
  const points = createSamplingPointService({ db, orgUnits });
  const products = createProductService({ db, secrets: options.secrets });
  const devices = createDeviceService({
    db,
    secrets: options.secrets,
    products,
    orgUnits,
    licences,
    requirePoint: points.require,
    events,
  });
  const lifecycle = createDeviceLifecycleService({
    ...{ db, orgUnits, licences, events },
    requirePoint: points.require,
    now: options.now,
  });
  return { events, systemEvents, clock, orgUnits, licences, points, products, devices, lifecycle };
}
