import type { DeviceLinkService } from "../features/fleet/device-link/device-link.service.ts";
import type { DeviceService } from "../features/fleet/devices/device.service.ts";
import { serveFirmware } from "../features/fleet/firmware/firmware.feature.ts";
import { createFirmwareService } from "../features/fleet/firmware/firmware.service.ts";
import { createFirmwareFiles } from "../features/fleet/firmware/firmware-files.ts";
import { firmwareTopics } from "../features/fleet/firmware/firmware-topics.ts";
import { serveUpgrades } from "../features/fleet/firmware/upgrade.feature.ts";
import { createUpgradeService } from "../features/fleet/firmware/upgrade.service.ts";
import type { FleetEvents } from "../features/fleet/fleet-events.ts";
import { serveGateways } from "../features/fleet/gateways/gateway.feature.ts";
import { createGatewayService } from "../features/fleet/gateways/gateway.service.ts";
import { gatewayTopics } from "../features/fleet/gateways/gateway-topics.ts";
import type { ProductService } from "../features/fleet/products/product.service.ts";
import type { EventBus } from "../platform/event-bus.ts";
import type { DeviceAddresses } from "../platform/files/device-address.ts";
import type { Serve } from "../platform/http/serve-call.ts";
import type { Log } from "../platform/log.ts";
import type { SecretBox } from "../platform/secret-box.ts";
import type { Db } from "../platform/store/database.ts";

/** What devices install, with the upgrades to it, and devices that are behind gateways. */
export function createTerminalParts(options: {
  db: Db;
  dataDir: string;
  node: string;
  link: DeviceLinkService;
  devices: DeviceService;
  products: ProductService;
  addresses: DeviceAddresses;
  secrets: SecretBox;
  events: EventBus<FleetEvents>;
  log: Log;
  now: () => number;
}) {
  const { db, link, devices, products } = options;
  const files = createFirmwareFiles(options.dataDir);
  const firmware = createFirmwareService({ db, files, products, now: options.now });
  const upgrades = createUpgradeService(options);
  link.serve(firmwareTopics(link.context, upgrades.device));
  link.listen(upgrades.listener);
  const gateways = createGatewayService(options);
  link.serve(gatewayTopics(link, gateways));
  link.serveSubDevices({
    mayLogIn: async (connection, owner) =>
      (await gateways.countBehind(connection.about.deviceId, [owner])) > 0,
    assignmentOf: gateways.assignmentOf,
  });
  return {
    services: { firmware, upgrades },
    start: upgrades.start,
    stop: upgrades.stop,
    routes(serve: Serve): void {
      serveFirmware(serve, { firmware, upgrades, files });
      serveUpgrades(serve, { firmware, upgrades, devices });
      serveGateways(serve, gateways, devices);
    },
  };
}
