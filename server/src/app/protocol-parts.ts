import { createAttributes } from "../features/fleet/attributes/attribute.feature.ts";
import type { CommandService } from "../features/fleet/commands/command.service.ts";
import { serveDesired } from "../features/fleet/desired/desired.feature.ts";
import { createDesiredService } from "../features/fleet/desired/desired.service.ts";
import { desiredUplinks } from "../features/fleet/desired/desired.uplinks.ts";
import type { DeviceLinkService } from "../features/fleet/device-link/device-link.service.ts";
import { createDeviceLogs } from "../features/fleet/device-logs/device-log.feature.ts";
import type { DeviceService } from "../features/fleet/devices/device.service.ts";
import { createProductConfig } from "../features/fleet/product-config/product-config.feature.ts";
import type { ProductService } from "../features/fleet/products/product.service.ts";
import { serveRegistration } from "../features/fleet/registration/registration.feature.ts";
import { createShadows } from "../features/fleet/shadow/shadow.feature.ts";
import type { DeviceAddresses } from "../platform/files/device-address.ts";
import type { HttpServer } from "../platform/http/http-server.ts";
import type { Serve } from "../platform/http/serve-call.ts";
import type { Log } from "../platform/log.ts";
import type { SecretBox } from "../platform/secret-box.ts";
import type { Db } from "../platform/store/database.ts";

/** What devices and the platform notify each other besides readings and commands. */
export function createProtocolParts(options: {
  db: Db;
  link: DeviceLinkService;
  commands: CommandService;
  devices: DeviceService;
  products: ProductService;
  addresses: DeviceAddresses;
  secrets: SecretBox;
  log: Log;
  now: () => number;
}) {
  const { link, devices } = options;
  const desired = createDesiredService(options);
  link.serve(desiredUplinks(link.context, desired));
  const served = [
    createAttributes(options),
    createShadows(options),
    createDeviceLogs(options),
    createProductConfig(options),
  ];
  return {
    routes(serve: Serve, _parts: unknown, app: HttpServer): void {
      serveRegistration(app, options);
      serveDesired(serve, desired, devices);
      for (const routes of served) routes(serve);
    },
  };
}
