import { join } from "node:path";
import type { SigningKey } from "@tracewater/custody/head";
import type { AlarmService } from "../features/fleet/alarms/alarm.service.ts";
import type { CommandService } from "../features/fleet/commands/command.service.ts";
import type { DeviceLinkService } from "../features/fleet/device-link/device-link.service.ts";
import type { FleetEvents } from "../features/fleet/fleet-events.ts";
import { serveBoards } from "../features/laboratory/boards/board.feature.ts";
import { serveBoardControls } from "../features/laboratory/boards/board-control.feature.ts";
import { createBoardControlService } from "../features/laboratory/boards/board-control.service.ts";
import { boardControlsJob } from "../features/laboratory/boards/board-controls.job.ts";
import { createBoardCurveService } from "../features/laboratory/boards/board-curve.service.ts";
import { createBoardIngest } from "../features/laboratory/boards/board-ingest.service.ts";
import { createBoardLockoutService } from "../features/laboratory/boards/board-lockout.service.ts";
import { createBoardLotService } from "../features/laboratory/boards/board-lot.service.ts";
import { createBoardPictureService } from "../features/laboratory/boards/board-picture.service.ts";
import { boardPicturesJob } from "../features/laboratory/boards/board-pictures.job.ts";
import { createBoardReader } from "../features/laboratory/boards/board-reader.ts";
import { serveBoardTests } from "../features/laboratory/boards/board-test.feature.ts";
import { createBoardTestService } from "../features/laboratory/boards/board-test.service.ts";
import { createBoardTypeService } from "../features/laboratory/boards/board-type.service.ts";
import { createBoardUseService } from "../features/laboratory/boards/board-use.service.ts";
import { serveLotFiles, serveLotsToDevices } from "../features/laboratory/boards/lot-file.feature.ts";
import { createLotFileService } from "../features/laboratory/boards/lot-file.service.ts";
import type { EventBus } from "../platform/event-bus.ts";
import { createBlobStore } from "../platform/files/blob-store.ts";
import type { Serve } from "../platform/http/serve-call.ts";
import type { Log } from "../platform/log.ts";
import { createMomentPrinter, createOffsetPrinter } from "../platform/moments.ts";
import type { ResourceParts } from "../platform/resource/serve-resource.ts";
import type { Db } from "../platform/store/database.ts";
import { boardThread } from "../program-files.ts";
import type { Core } from "./core.ts";

/** Test boards: types, lots, the tests that handheld detectors report, and the readings of pictures. */
export function createBoardParts(options: {
  db: Db;
  zone: string;
  events: EventBus<FleetEvents>;
  core: Core;
  alarms: AlarmService;
  commands: CommandService;
  link: DeviceLinkService;
  signingKey: SigningKey;
  dataDir: string;
  log: Log;
  now: () => number;
}) {
  const { db, zone, events, core, dataDir, log, now } = options;
  const { clock, devices, products } = core;
  const { alarms, commands } = options;
  const printMoment = createMomentPrinter(zone);
  const days = new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short" });
  const dayOf = (at: Date) => days.format(at);
  const types = createBoardTypeService({ db, printMoment });
  const lots = createBoardLotService({ db, printMoment, clock });
  const curves = createBoardCurveService({ db });
  const uses = createBoardUseService({ db, curves, printMoment });
  const lockouts = createBoardLockoutService({ db, alarms, commands, devices, products, now });
  const controls = createBoardControlService({ db, lockouts, now });
  const ingest = createBoardIngest({ db, events, controls, dayOf, log, now });
  const files = createBlobStore({ folder: join(dataDir, "boards") });
  const pictures = createBoardPictureService({
    ...{ db, dayOf, printMoment, files, reader: createBoardReader({ program: boardThread }) },
    media: createBlobStore({ folder: join(dataDir, "media") }),
  });
  const tests = createBoardTestService({ db, pictures, files, controls, devices, now });
  const lotFiles = createLotFileService({ db, key: options.signingKey, clock, printMoment });
  serveLotsToDevices(options.link, lotFiles);
  return {
    jobs: [boardPicturesJob({ ingest, tests }), boardControlsJob(controls)],
    start: async () => ingest.start(),
    stop: ingest.stop,
    routes(serve: Serve, parts: ResourceParts): void {
      serveBoards(serve, { types, lots, curves, uses }, parts);
      serveBoardControls(serve, controls);
      serveLotFiles(serve, { lotFiles, files: parts.files });
      serveBoardTests(serve, { tests, files: parts.files, printMoment: createOffsetPrinter(zone) });
    },
  };
}
