import type { SigningKey } from "@tracewater/custody/head";
import { createRealtime } from "../features/fleet/realtime/realtime.feature.ts";
import type { LicenceKey } from "../features/system/licences/licence-key.ts";
import { createMenuFeature } from "../features/system/menu/menu.feature.ts";
import { AppError } from "../platform/app-error.ts";
import type { ConnectionBook } from "../platform/connection-book.ts";
import { readStampAuthority } from "../platform/custody/stamp-authority.ts";
import type { Env } from "../platform/env.ts";
import { createDeviceAddresses } from "../platform/files/device-address.ts";
import { createExportFiles } from "../platform/files/export-files.ts";
import type { Lifecycle } from "../platform/lifecycle.ts";
import type { Log } from "../platform/log.ts";
import { readPdfSignerFiles } from "../platform/pdf/pdf-signer.ts";
import { createImportJobs } from "../platform/resource/import-jobs.ts";
import type { SecretBox } from "../platform/secret-box.ts";
import type { OpenPostgres } from "../platform/store/open-postgres.ts";
import { createPgNotifications } from "../platform/store/pg-notifications.ts";
import { createTableReader } from "../platform/tables/table-reader.ts";
import type { Tls } from "../platform/tls.ts";
import { tableThread } from "../program-files.ts";
import { createAccountParts } from "./account-parts.ts";
import { createAuditParts } from "./audit-parts.ts";
import { createBoardParts } from "./board-parts.ts";
import { createBoxParts } from "./box-parts.ts";
import { createCore } from "./core.ts";
import { createDetectionParts } from "./detection-parts.ts";
import { createEvidenceParts } from "./evidence-parts.ts";
import { createFieldParts } from "./field-parts.ts";
import { createFleetParts } from "./fleet-parts.ts";
import { createLaboratoryParts } from "./laboratory-parts.ts";
import { createOutbound } from "./outbound-parts.ts";
import { createPeople } from "./people-parts.ts";
import { createProtocolParts } from "./protocol-parts.ts";
import { createSettingsParts } from "./settings-parts.ts";
import { createTerminalParts } from "./terminal-parts.ts";
import type { createUpwardCalls } from "./upward-calls.ts";
import { createWaysIn } from "./ways-in-parts.ts";

export type PlatformOptions = {
  env: Env;
  tls: Tls | null;
  store: OpenPostgres;
  secrets: SecretBox;
  licenceKey: LicenceKey;
  /** Signs the heads of chains. */
  signingKey: SigningKey;
  node: string;
  log: Log;
  now: () => number;
  lifecycle: Lifecycle;
  consoleFolder: string;
};

export type Parts = Awaited<ReturnType<typeof createParts>>;

/** The services of the platform, floor by floor, each made of those before. Nothing is opened yet. */
export async function createParts(
  options: PlatformOptions,
  upward: ReturnType<typeof createUpwardCalls>,
  /** The connections of devices. */
  book: ConnectionBook,
) {
  const { env, store, secrets, node, log, now, signingKey } = options;
  const { database } = store;
  const { db } = database;
  const core = createCore({ database, secrets, log, zone: env.TZ, now });
  const { events, devices, products } = core;
  const system = createSystemParts(options, core, upward);
  const { session, audit, outbound, notifications } = system;
  const addresses = createDeviceAddresses({
    ...{ secrets, now, publicUrl: env.PUBLIC_URL, isSecure: options.tls !== null, httpPort: upward.httpPort },
  });
  const fleet = await createFleetParts({
    ...{ env, core, store, notifications, secrets, addresses, book, node, log, now },
    onNotified: outbound.deliveries.kick,
    callerAs: session.sessions.callerAs,
    record: audit.trail.record,
  });
  const { alarms, telemetry, link, commands } = fleet;
  const field = createFieldParts({
    ...{ db, core, commands, telemetry, alarms, audit: audit.audit, log, now, upward },
  });
  const laboratory = createLaboratoryParts({
    ...{ db, zone: env.TZ, core, field, commands, alarms, signingKey, log, now },
    ...{ node, dataDir: env.DATA_DIR, publicUrl: env.PUBLIC_URL, witnesses: env.WITNESSES },
    ...{ media: fleet.media.media, stampAuthority: readStampAuthority(env) },
    publicationFloor: () => system.settings.config.read("publicationFloor"),
  });
  upward.answer(laboratory.answers);
  const ofDevices = { db, link, devices, products, addresses, secrets, log, now };
  return {
    ...{ db, core, field, laboratory },
    boxes: createBoxParts({ db, zone: env.TZ, core, alarms, now }),
    evidence: createEvidenceParts({
      ...{ db, zone: env.TZ, core, custody: laboratory.custody, dataDir: env.DATA_DIR, now },
      ...{ signing: system.waysIn.signing, pdfSigner: readPdfSignerFiles(env) },
    }),
    ...system,
    ...fleet,
    protocol: createProtocolParts({ ...ofDevices, commands }),
    terminals: createTerminalParts({ ...ofDevices, events, node, dataDir: env.DATA_DIR }),
    files: createExportFiles({ dataDir: env.DATA_DIR, now }),
    imports: createImportJobs({ log }),
    tables: createTableReader({ program: tableThread }),
    boards: createBoardParts({
      ...{ db, zone: env.TZ, events, core, alarms, commands, link, signingKey, log, now },
      dataDir: env.DATA_DIR,
    }),
    detections: createDetectionParts({
      ...{ db, zone: env.TZ, events, core, field, commands, log, now },
      doubts: laboratory.services.doubts,
    }),
    realtime: createRealtime({
      ...{ events, systemEvents: core.systemEvents, now },
      currentCaller: (request) =>
        session.authenticate(request, "page").catch((error) => {
          if (error instanceof AppError) return null;
          throw error;
        }),
    }),
  };
}

/** Settings, audit log, sessions and people, and what leaves the platform. */
function createSystemParts(
  options: PlatformOptions,
  core: ReturnType<typeof createCore>,
  upward: Pick<ReturnType<typeof createUpwardCalls>, "httpPort" | "consoleBuild">,
) {
  const { env, store, secrets, log, now, signingKey } = options;
  const { database } = store;
  const { db } = database;
  const { systemEvents: events, clock, orgUnits, licences } = core;
  const settings = createSettingsParts({ db, zone: env.TZ, now, orgUnits, events });
  const audit = createAuditParts({ env, store, signingKey, now, log });
  const outbound = createOutbound({ env, db, secrets, log, now });
  const waysIn = createWaysIn({
    ...{ env, db, secrets, audit, now, today: clock.today, events, config: settings.config },
    ...{ httpPort: upward.httpPort, consoleBuild: upward.consoleBuild },
    outbound: outbound.deliveries,
  });
  const { session } = waysIn;
  const people = createPeople({
    ...{ db, zone: env.TZ, orgUnits, licences, sessions: session.sessions, events, now },
    ...{ dataDir: env.DATA_DIR, ...waysIn.own },
  });
  const accounts = createAccountParts({
    ...{ db, secrets, log, now, clock, events, isShared: env.isTrustedProxy, read: settings.config.read },
    ...{ messages: outbound.messages, sessions: session.sessions, logIns: audit.logIns },
    ...{ users: people.users, accounts: people.accounts },
  });
  return {
    ...{ settings, audit, waysIn, session, people, accounts, outbound },
    menu: createMenuFeature({ db }),
    notifications: createPgNotifications({ connection: database.connection, log }),
  };
}
