import { createAlarmService } from "../features/fleet/alarms/alarm.service.ts";
import { createBulkCommandService } from "../features/fleet/commands/bulk-command.service.ts";
import { createCommandService } from "../features/fleet/commands/command.service.ts";
import { createDeviceLinkService } from "../features/fleet/device-link/device-link.service.ts";
import { createMaintenanceItemService } from "../features/fleet/maintenance-items/maintenance-item.service.ts";
import { createTelemetryService } from "../features/fleet/telemetry/telemetry.service.ts";
import { createTimedTaskService } from "../features/fleet/timed-tasks/timed-task.service.ts";
import type { SessionService } from "../features/system/session/session.service.ts";
import type { ConnectionBook } from "../platform/connection-book.ts";
import type { Env } from "../platform/env.ts";
import type { DeviceAddresses } from "../platform/files/device-address.ts";
import type { Log } from "../platform/log.ts";
import type { SecretBox } from "../platform/secret-box.ts";
import type { OpenPostgres } from "../platform/store/open-postgres.ts";
import type { PgNotifications } from "../platform/store/pg-notifications.ts";
import type { AuditParts } from "./audit-parts.ts";
import type { Core } from "./core.ts";
import { createMediaParts } from "./media-parts.ts";

/**
 * What devices report and are reported: their link, readings, alarms, pictures and commands, each made of those
 * before.
 */
export async function createFleetParts(options: {
  env: Env;
  core: Core;
  store: OpenPostgres;
  notifications: PgNotifications;
  secrets: SecretBox;
  addresses: DeviceAddresses;
  /** Something has to be reported to people. */
  onNotified: () => void;
  callerAs: SessionService["callerAs"];
  record: AuditParts["trail"]["record"];
  /** The connections of devices. */
  book: ConnectionBook;
  node: string;
  log: Log;
  now: () => number;
}) {
  const { env, core, secrets, addresses, node, log, now } = options;
  const { database, gate } = options.store;
  const { db } = database;
  const { events, clock, products, devices, orgUnits } = core;
  const alarms = createAlarmService({
    ...{ db, node, notifications: options.notifications, orgUnits, products, devices, events, log, now },
    onNotified: options.onNotified,
  });
  const maintenanceItems = createMaintenanceItemService({
    db,
    devices,
    products,
    alarms,
    today: clock.today,
    now,
  });
  const telemetry = createTelemetryService({
    ...{ database, events, log, now },
    queues: 2,
    canWrite: gate.canWrite,
    watch: alarms.watch,
  });
  const media = await createMediaParts({
    ...{ env, db, core, addresses, secrets, log, now },
    reachedAt: (deviceId) => link.addressOf(deviceId),
  });
  const link = createDeviceLinkService({
    ...{ db, node, secrets, products, telemetry, events, log, now },
    pace: { perSecond: env.DEVICE_RATE, burst: env.DEVICE_BURST, graceCount: 12 * env.DEVICE_BURST },
    byteAllowance: { perSecond: env.DEVICE_BYTE_RATE, burst: env.DEVICE_BYTE_BURST },
    isShared: env.isTrustedProxy,
    book: options.book,
    connectMs: env.MQTT_CONNECT_SECONDS * 1000,
    answerEvent: media.answerEvent,
  });
  const commands = createCommandService({
    ...{ db, node, link, devices, events, log },
    carry: (command, device) => media.carryWithCommand(command, device.productId),
  });
  const batches = createBulkCommandService({ db, node, devices, products, commands, events });
  const timedTasks = createTimedTaskService({
    ...{ db, node, devices, batches, commands, log, now },
    callerAs: options.callerAs,
    record: options.record,
  });
  link.listen(commands.listener);
  return { alarms, maintenanceItems, telemetry, media, link, commands, batches, timedTasks };
}
