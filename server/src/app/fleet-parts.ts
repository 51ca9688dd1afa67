import { createAlarmService } from "../features/fleet/alarms/alarm.service.ts";
import { createBatchService } from "../features/fleet/commands/batch.service.ts";
import { createCommandService } from "../features/fleet/commands/command.service.ts";
import { createDeviceLinkService } from "../features/fleet/device-link/device-link.service.ts";
import { createTelemetryService } from "../features/fleet/telemetry/telemetry.service.ts";
import { createTimedTaskService } from "../features/fleet/timed-tasks/timed-task.service.ts";
import { createUpkeepItemService } from "../features/fleet/upkeep-items/upkeep-item.service.ts";
import type { SessionService } from "../features/system/session/session.service.ts";
import type { Env } from "../platform/env.ts";
import type { DeviceAddresses } from "../platform/files/device-address.ts";
import type { Log } from "../platform/log.ts";
import type { SecretBox } from "../platform/secret-box.ts";
import type { OpenStore } from "../platform/store/open-store.ts";
import type { StoreBell } from "../platform/store/store-bell.ts";
import type { AuditParts } from "./audit-parts.ts";
import type { Core } from "./core.ts";
import { createMediaParts } from "./media-parts.ts";

/** What devices tell and are told: their link, readings, alarms, pictures and commands, each made of those before. */
export async function createFleetParts(options: {
  env: Env;
  core: Core;
  store: OpenStore;
  bell: StoreBell;
  secrets: SecretBox;
  addresses: DeviceAddresses;
  /** Something has to be told to people. */
  onTold: () => void;
  callerAs: SessionService["callerAs"];
  record: AuditParts["trail"]["record"];
  node: string;
  log: Log;
  now: () => number;
}) {
  const { env, core, secrets, addresses, node, log, now } = options;
  const { database, gate } = options.store;
  const { db } = database;
  const { events, clock, products, devices, depts } = core;
  const alarms = createAlarmService({
    ...{ db, node, bell: options.bell, depts, products, devices, events, log, now },
    onTold: options.onTold,
  });
  const upkeepItems = createUpkeepItemService({ db, devices, products, alarms, today: clock.today, now });
  const telemetry = createTelemetryService({
    ...{ database, events, log, now },
    lanes: 2,
    canWrite: gate.canWrite,
    watch: alarms.watch,
  });
  const media = await createMediaParts({
    ...{ env, db, core, addresses, secrets, log, now },
    reachedAt: (deviceId) => link.addressOf(deviceId),
  });
  const link = createDeviceLinkService({
    ...{ db, node, secrets, products, telemetry, events, log, now },
    pace: { perSecond: env.DEVICE_RATE, burst: env.DEVICE_BURST, patience: 12 * env.DEVICE_BURST },
    answerEvent: media.answerEvent,
  });
  const commands = createCommandService({
    ...{ db, node, link, devices, events, log },
    carry: (command, device) => media.carryWithCommand(command, device.productId),
  });
  const batches = createBatchService({ db, node, devices, products, commands, events });
  const timedTasks = createTimedTaskService({
    ...{ db, node, devices, batches, commands, log, now },
    callerAs: options.callerAs,
    record: options.record,
  });
  link.listen(commands.listener);
  return { alarms, upkeepItems, telemetry, media, link, commands, batches, timedTasks };
}
