import {
  createSamplingPointService,
  type SamplingPointService,
} from "../features/field/sampling-points/sampling-point.service.ts";
import { createDeviceService, type DeviceService } from "../features/fleet/devices/device.service.ts";
import type { FleetEvents } from "../features/fleet/fleet-events.ts";
import { createProductService, type ProductService } from "../features/fleet/products/product.service.ts";
import { createDeptService, type DeptService } from "../features/system/dept/dept.service.ts";
import type { SystemEvents } from "../features/system/system-events.ts";
import { createEventBus, type EventBus } from "../platform/event-bus.ts";
import type { Log } from "../platform/log.ts";
import type { SecretBox } from "../platform/secret-box.ts";
import type { Database } from "../platform/store/database.ts";

/** The services that both the running platform and its commands need. */
export type Core = {
  events: EventBus<FleetEvents>;
  systemEvents: EventBus<SystemEvents>;
  depts: DeptService;
  points: SamplingPointService;
  products: ProductService;
  devices: DeviceService;
};

export function createCore(options: { database: Database; secrets: SecretBox; log: Log }): Core {
  const { db } = options.database;
  const events = createEventBus<FleetEvents>(options.log);
  const systemEvents = createEventBus<SystemEvents>(options.log);
  const depts = createDeptService({ db });
  const points = createSamplingPointService({ db, depts });
  const products = createProductService({ db });
  const devices = createDeviceService({
    db,
    secrets: options.secrets,
    products,
    depts,
    requirePoint: points.require,
    events,
  });
  return { events, systemEvents, depts, points, products, devices };
}
