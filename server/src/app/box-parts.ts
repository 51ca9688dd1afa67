import { serveBoxUses } from "../features/evidence/box-uses/box-use.feature.ts";
import { serveContractAwards } from "../features/evidence/contract-awards/contract-award.feature.ts";
import { createContractAwardService } from "../features/evidence/contract-awards/contract-award.service.ts";
import { serveUndertakings } from "../features/evidence/undertakings/undertaking.feature.ts";
import { createUndertakingService } from "../features/evidence/undertakings/undertaking.service.ts";
import { undertakingDueJob } from "../features/evidence/undertakings/undertaking-due.job.ts";
import { createUndertakingDueService } from "../features/evidence/undertakings/undertaking-due.service.ts";
import type { AlarmService } from "../features/fleet/alarms/alarm.service.ts";
import { createDeviceReach } from "../features/fleet/devices/device-reach.service.ts";
import type { Serve } from "../platform/http/serve-call.ts";
import { createOffsetPrinter } from "../platform/moments.ts";
import type { ResourceParts } from "../platform/resource/serve-resource.ts";
import type { Db } from "../platform/store/database.ts";
import type { Core } from "./core.ts";

/** What is recorded of evidence boxes: their use, off-site undertakings and contract awards. */
export function createBoxParts(options: {
  db: Db;
  zone: string;
  core: Pick<Core, "devices" | "orgUnits">;
  alarms: AlarmService;
  now: () => number;
}) {
  const { db, zone, core, alarms, now } = options;
  const { devices, orgUnits } = core;
  const reach = createDeviceReach({ db, devices });
  const due = createUndertakingDueService({ db, zone, alarms, now });
  const undertakings = createUndertakingService({ db, orgUnits, zone, onChanged: due.sweep });
  const contractAwards = createContractAwardService({ db, orgUnits, zone });
  return {
    services: { undertakings, contractAwards },
    jobs: [undertakingDueJob(due)],
    routes(serve: Serve, parts: ResourceParts): void {
      serveBoxUses(serve, { db, reach, files: parts.files, printMoment: createOffsetPrinter(zone) });
      serveUndertakings(serve, undertakings, parts);
      serveContractAwards(serve, contractAwards, parts);
    },
  };
}
