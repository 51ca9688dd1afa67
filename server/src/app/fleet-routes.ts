import { serveAlarms } from "../features/fleet/alarms/alarm.feature.ts";
import type { AlarmService } from "../features/fleet/alarms/alarm.service.ts";
import type { PersonNamed } from "../features/fleet/commands/box-opening.service.ts";
import type { BoxOpenings } from "../features/fleet/commands/box-opening-order.ts";
import { serveBulkCommands } from "../features/fleet/commands/bulk-command.feature.ts";
import type { BulkCommandService } from "../features/fleet/commands/bulk-command.service.ts";
import { serveCommands } from "../features/fleet/commands/command.feature.ts";
import type { CommandService } from "../features/fleet/commands/command.service.ts";
import { servePropertyQuery } from "../features/fleet/commands/property-query.feature.ts";
import type { DeviceLinkService } from "../features/fleet/device-link/device-link.service.ts";
import { serveDevices } from "../features/fleet/devices/device.feature.ts";
import { serveDeviceImport } from "../features/fleet/devices/device-import.ts";
import { serveDeviceLifecycle } from "../features/fleet/devices/device-lifecycle.feature.ts";
import { createDeviceReach } from "../features/fleet/devices/device-reach.service.ts";
import { serveMaintenanceItems } from "../features/fleet/maintenance-items/maintenance-item.feature.ts";
import type { MaintenanceItemService } from "../features/fleet/maintenance-items/maintenance-item.service.ts";
import { createModelVersions } from "../features/fleet/products/model-versions.service.ts";
import { serveProducts } from "../features/fleet/products/product.feature.ts";
import { serveGroupLogs } from "../features/fleet/telemetry/group-log.feature.ts";
import { serveLegalHolds } from "../features/fleet/telemetry/legal-hold.feature.ts";
import { createLegalHoldService } from "../features/fleet/telemetry/legal-hold.service.ts";
import { serveTelemetry } from "../features/fleet/telemetry/telemetry.feature.ts";
import type { TelemetryService } from "../features/fleet/telemetry/telemetry.service.ts";
import { serveTimedTasks } from "../features/fleet/timed-tasks/timed-task.feature.ts";
import type { TimedTaskService } from "../features/fleet/timed-tasks/timed-task.service.ts";
import type { ExportFiles } from "../platform/files/export-files.ts";
import type { Serve } from "../platform/http/serve-call.ts";
import { createMomentPrinter, createOffsetPrinter } from "../platform/moments.ts";
import type { ImportJobs } from "../platform/resource/import-jobs.ts";
import type { Db } from "../platform/store/database.ts";
import type { TableReader } from "../platform/tables/table-reader.ts";
import type { Core } from "./core.ts";

/**
 * The calls about devices: what they are, what they reported, what they are shown to do, and what is wrong with them.
 */
export function serveFleet(
  serve: Serve,
  parts: {
    db: Db;
    core: Core;
    telemetry: TelemetryService;
    commands: CommandService;
    personNamed: PersonNamed;
    openings: BoxOpenings;
    batches: BulkCommandService;
    timedTasks: TimedTaskService;
    alarms: AlarmService;
    maintenanceItems: MaintenanceItemService;
    files: ExportFiles;
    imports: ImportJobs;
    tables: TableReader;
    link: Pick<DeviceLinkService, "attemptsOf" | "isConnected">;
    zone: string;
    now: () => number;
  },
): void {
  const { db, telemetry, commands, files, imports, tables, link, zone, now } = parts;
  const { attemptsOf } = link;
  const { events, products, devices, lifecycle, points, orgUnits } = parts.core;
  const reach = createDeviceReach({ db, devices });
  const printMoment = createOffsetPrinter(zone);
  serveDevices(serve, devices, lifecycle, telemetry.latestOf, createMomentPrinter(zone));
  serveDeviceImport(serve, { devices, orgUnits, pointsByCode: points.idsByCode }, { files, imports, tables });
  serveDeviceLifecycle(serve, { db, devices, reach, lifecycle, attemptsOf, now, zone });
  serveProducts(serve, products, createModelVersions({ db, products, events }), devices.countByProduct);
  serveTelemetry(serve, { db, telemetry, reach, products, files, printMoment, now });
  serveLegalHolds(serve, createLegalHoldService({ db, devices, now }));
  serveGroupLogs(serve, { db, reach, products, files, printMoment });
  serveCommands(serve, commands, devices, products, parts.personNamed, parts.openings);
  servePropertyQuery(serve, { commands, devices, products, telemetry, link });
  serveBulkCommands(serve, parts.batches, { files, printMoment });
  serveTimedTasks(serve, parts.timedTasks, { zone, now });
  serveMaintenanceItems(serve, parts.maintenanceItems);
  serveAlarms(serve, parts.alarms, { files, imports, tables }, now);
}
