import { serveAlarms } from "../features/fleet/alarms/alarm.feature.ts";
import type { AlarmService } from "../features/fleet/alarms/alarm.service.ts";
import { serveBatches } from "../features/fleet/commands/batch.feature.ts";
import type { BatchService } from "../features/fleet/commands/batch.service.ts";
import { serveCommands } from "../features/fleet/commands/command.feature.ts";
import type { CommandService } from "../features/fleet/commands/command.service.ts";
import { servePropertyQuery } from "../features/fleet/commands/property-query.feature.ts";
import type { DeviceLinkService } from "../features/fleet/device-link/device-link.service.ts";
import { serveDevices } from "../features/fleet/devices/device.feature.ts";
import { serveDeviceImport } from "../features/fleet/devices/device-import.ts";
import { serveDeviceLives } from "../features/fleet/devices/device-life.feature.ts";
import { createDeviceReach } from "../features/fleet/devices/device-reach.service.ts";
import { createModelVersions } from "../features/fleet/products/model-versions.service.ts";
import { serveProducts } from "../features/fleet/products/product.feature.ts";
import { serveGroupLogs } from "../features/fleet/telemetry/group-log.feature.ts";
import { serveHolds } from "../features/fleet/telemetry/hold.feature.ts";
import { createHoldService } from "../features/fleet/telemetry/hold.service.ts";
import { serveTelemetry } from "../features/fleet/telemetry/telemetry.feature.ts";
import type { TelemetryService } from "../features/fleet/telemetry/telemetry.service.ts";
import { serveTimedTasks } from "../features/fleet/timed-tasks/timed-task.feature.ts";
import type { TimedTaskService } from "../features/fleet/timed-tasks/timed-task.service.ts";
import { serveUpkeepItems } from "../features/fleet/upkeep-items/upkeep-item.feature.ts";
import type { UpkeepItemService } from "../features/fleet/upkeep-items/upkeep-item.service.ts";
import type { MadeFiles } from "../platform/files/made-files.ts";
import type { Serve } from "../platform/http/serve-call.ts";
import { createMomentPrinter, createOffsetPrinter } from "../platform/moments.ts";
import type { ImportJobs } from "../platform/resource/import-jobs.ts";
import type { Db } from "../platform/store/database.ts";
import type { Core } from "./core.ts";

/** The calls about devices: what they are, what they told, what they are told to do, and what is wrong with them. */
export function serveFleet(
  serve: Serve,
  parts: {
    db: Db;
    core: Core;
    telemetry: TelemetryService;
    commands: CommandService;
    batches: BatchService;
    timedTasks: TimedTaskService;
    alarms: AlarmService;
    upkeepItems: UpkeepItemService;
    files: MadeFiles;
    imports: ImportJobs;
    link: Pick<DeviceLinkService, "attemptsOf" | "isConnected">;
    zone: string;
    now: () => number;
  },
): void {
  const { db, telemetry, commands, files, imports, link, zone, now } = parts;
  const { attemptsOf } = link;
  const { events, products, devices, lives, points, depts } = parts.core;
  const reach = createDeviceReach({ db, devices });
  const printMoment = createOffsetPrinter(zone);
  serveDevices(serve, devices, lives, telemetry, createMomentPrinter(zone));
  serveDeviceImport(serve, { devices, depts, pointsByCode: points.idsByCode }, { files, imports });
  serveDeviceLives(serve, { db, devices, reach, lives, attemptsOf, now, zone });
  serveProducts(serve, products, createModelVersions({ db, products, events }), devices.countByProduct);
  serveTelemetry(serve, { db, telemetry, reach, products, files, printMoment, now });
  serveHolds(serve, createHoldService({ db, devices, now }));
  serveGroupLogs(serve, { db, reach, products, files, printMoment });
  serveCommands(serve, commands, devices, products);
  servePropertyQuery(serve, { commands, devices, products, telemetry, link });
  serveBatches(serve, parts.batches, { files, printMoment });
  serveTimedTasks(serve, parts.timedTasks, { zone, now });
  serveUpkeepItems(serve, parts.upkeepItems);
  serveAlarms(serve, parts.alarms, { files, imports }, now);
}
