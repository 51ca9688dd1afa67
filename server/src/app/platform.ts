import type { SigningKey } from "@tracewater/custody/head";
import type { PointFigureService } from "../features/field/sampling-points/point-figure.service.ts";
import { alarmSweepJob } from "../features/fleet/alarms/alarm-sweep.job.ts";
import { createRealtime } from "../features/fleet/realtime/realtime.feature.ts";
import { upkeepDueJob } from "../features/fleet/upkeep-items/upkeep-due.job.ts";
import { serveSearch } from "../features/operations/search/search.feature.ts";
import type { LicenceService } from "../features/system/licences/licence.service.ts";
import type { LicenceKey } from "../features/system/licences/licence-key.ts";
import { createMenuFeature } from "../features/system/menu/menu.feature.ts";
import { createSessionFeature } from "../features/system/session/session.feature.ts";
import { deliveryJob } from "../features/system/webhooks/delivery.job.ts";
import { serveWebhooks } from "../features/system/webhooks/webhook.feature.ts";
import type { Caller } from "../platform/caller.ts";
import type { Env } from "../platform/env.ts";
import { Failure } from "../platform/failure.ts";
import { createDeviceAddresses } from "../platform/files/device-address.ts";
import { createMadeFiles } from "../platform/files/made-files.ts";
import { serveDownloads } from "../platform/files/serve-downloads.ts";
import { createDrain } from "../platform/http/drain.ts";
import { createHttpServer, type HttpServer } from "../platform/http/http-server.ts";
import { serveOpenApi } from "../platform/http/open-api.ts";
import { createServe } from "../platform/http/serve-call.ts";
import type { Lifecycle } from "../platform/lifecycle.ts";
import type { Log } from "../platform/log.ts";
import { createImportJobs } from "../platform/resource/import-jobs.ts";
import type { SecretBox } from "../platform/secret-box.ts";
import type { OpenStore } from "../platform/store/open-store.ts";
import { createStoreBell } from "../platform/store/store-bell.ts";
import type { Tls } from "../platform/tls.ts";
import { createAuditParts } from "./audit-parts.ts";
import { serveConsole } from "./console-files.ts";
import { brandTitles } from "./console-pages.ts";
import { createCore } from "./core.ts";
import { type Addresses, createDoors } from "./doors.ts";
import { createFieldParts } from "./field-parts.ts";
import { createFleetParts } from "./fleet-parts.ts";
import { serveFleet } from "./fleet-routes.ts";
import { type Readiness, serveHealth } from "./health.ts";
import { createLaboratoryParts } from "./laboratory-parts.ts";
import { createOutbound } from "./outbound-parts.ts";
import { createPeople } from "./people-parts.ts";
import { createProtocolParts } from "./protocol-parts.ts";
import { createSettingsParts } from "./settings-parts.ts";
import { refuseWithoutStore } from "./store-hook.ts";
import { serveSystem } from "./system-routes.ts";
import { createTerminalParts } from "./terminal-parts.ts";
import { createUpkeepParts } from "./upkeep-parts.ts";

/** The running platform: its parts made, wired and started in the order in which they need each other. */
export type Platform = {
  app: HttpServer;
  licences: LicenceService;
  /** The laboratory and who works in it, for a past that is made by the rules. */
  past: Past;
  /** The calls that are served, by name. */
  served(): string[];
  /** The shapes of the topics on which devices are heard. */
  uplinkTopics(): string[];
  setupCode: string | null;
  /** From now on `/readyz` answers 503. */
  beginStop(): void;
  listen(): Promise<Addresses>;
};

export type Past = ReturnType<typeof createLaboratoryParts>["services"] & {
  figures: PointFigureService;
  callerAs(userId: number): Promise<Caller | null>;
  /** What the laboratory needs before the first call, and its end. */
  open(): Promise<void>;
  close(): Promise<void>;
};

export async function createPlatform(options: {
  env: Env;
  tls: Tls | null;
  store: OpenStore;
  secrets: SecretBox;
  licenceKey: LicenceKey;
  /** Signs the heads of chains. */
  signingKey: SigningKey;
  node: string;
  log: Log;
  now: () => number;
  lifecycle: Lifecycle;
  consoleFolder: string;
}): Promise<Platform> {
  const { env, store, secrets, log, now, lifecycle } = options;
  const { database, gate } = store;
  const { db } = database;
  const core = createCore({ database, secrets, log, zone: env.TZ, now });
  const { events, systemEvents, clock, products, devices, points, depts, licences } = core;
  const settings = createSettingsParts({ db, zone: env.TZ, now, depts, events: systemEvents });
  const audit = createAuditParts({ env, store, signingKey: options.signingKey, now, log });
  const session = createSessionFeature({
    db,
    captchaEnabled: async () => env.CAPTCHA === "on" && settings.config.read("captchaEnabled"),
    lifeHours: () => settings.config.read("sessionHours"),
    now,
    today: clock.today,
    events: systemEvents,
    logIns: audit.logIns,
    keys: audit.keys,
  });
  const people = createPeople({
    db,
    zone: env.TZ,
    depts,
    licences,
    sessions: session.sessions,
    events: systemEvents,
    now,
    dataDir: env.DATA_DIR,
  });
  const menu = createMenuFeature({ db });
  const bell = createStoreBell({ connection: database.connection, log });
  const outbound = createOutbound({ env, db, secrets, log, now });
  const addresses = createDeviceAddresses({
    ...{ secrets, now, publicUrl: env.PUBLIC_URL, isSecure: options.tls !== null },
    httpPort: () => doors.httpPort(),
  });
  const fleet = await createFleetParts({
    ...{ env, core, store, bell, secrets, addresses, node: options.node, log, now },
    onTold: outbound.deliveries.kick,
    callerAs: session.sessions.callerAs,
    record: audit.trail.record,
  });
  const { alarms, upkeepItems, telemetry, media, link, commands, batches, timedTasks } = fleet;
  const field = createFieldParts({
    ...{ db, core, commands, telemetry, alarms, audit: audit.audit, log, now },
    onTakenOut: (...taken) => laboratory.onTakenOut(...taken),
    plansAt: (...asked) => laboratory.plansAt(...asked),
  });
  const laboratory = createLaboratoryParts({
    ...{ db, zone: env.TZ, core, field, commands, alarms, signingKey: options.signingKey, log, now },
    ...{ node: options.node, dataDir: env.DATA_DIR },
  });
  const protocol = createProtocolParts({
    ...{ db, link, commands, devices, products, addresses, secrets, log, now },
  });
  const terminals = createTerminalParts({
    ...{ db, link, devices, products, addresses, events, log, now, secrets },
    ...{ node: options.node, dataDir: env.DATA_DIR },
  });
  const files = createMadeFiles({ dataDir: env.DATA_DIR, now });
  const imports = createImportJobs({ log });
  const upkeep = createUpkeepParts({
    ...{ db, log, now, files, licences, node: options.node, zone: env.TZ, dataDir: env.DATA_DIR },
    more: [
      alarmSweepJob(alarms),
      upkeepDueJob(upkeepItems),
      deliveryJob({ deliveries: outbound.deliveries, tellAlarms: alarms.tellAll }),
      ...laboratory.jobs,
    ],
    audit: audit.audit,
    logIns: audit.logIns,
    ...{
      store,
      media: media.media,
      countConnected: link.countConnected,
      today: clock.today,
      config: settings.config,
      notices: settings.notices,
    },
  });
  const realtime = createRealtime({
    events,
    systemEvents,
    now,
    currentScope: (request) =>
      session.authenticate(request).then(
        (caller) => (caller.isAuthorized ? caller.scope : ("unauthorized" as const)),
        (error) => {
          if (error instanceof Failure) return null;
          throw error;
        },
      ),
  });
  const expireFiles = async () => void (await files.expire());

  await menu.ensureBuiltIn();
  await settings.ensureBuiltIn();
  await products.ensureShipped();
  await alarms.rules.ensureShipped();
  if (env.ADMIN_PASSWORD !== undefined) await session.sessions.ensureAdministrator(env.ADMIN_PASSWORD);
  const setup = await session.sessions.prepareSetup();

  const app = createHttpServer({ log, trustedProxies: env.TRUSTED_PROXIES, tls: options.tls });
  const doors = createDoors({ env, tls: options.tls, link, app, drain: createDrain(app) });
  refuseWithoutStore(app, gate);
  const { authenticate } = session;
  const serve = createServe({
    app,
    authenticate,
    unlessAway: gate.unlessAway,
    record: audit.trail.record,
    now,
  });
  session.routes(serve);
  menu.routes(serve);
  serveSystem(serve, {
    ...{ db, core, licenceKey: options.licenceKey, files, imports, zone: env.TZ },
    consoleFolder: options.consoleFolder,
  });
  people.routes(serve, { files, imports });
  audit.routes(serve, files);
  serveFleet(serve, {
    ...{ db, core, telemetry, commands, batches, timedTasks, alarms, upkeepItems, files, imports, now },
    ...{ link, zone: env.TZ },
  });
  protocol.routes(app, serve);
  terminals.routes(serve);
  media.routes(serve);
  serveOpenApi(serve);
  serveDownloads(serve, files);
  field.routes(serve, { files, imports });
  laboratory.routes(serve, { files, imports });
  serveWebhooks(serve, { ...outbound, now });
  serveSearch(serve, { devices, points });
  settings.routes(serve, { files, imports });
  upkeep.routes(serve);
  realtime.routes(serve);

  let stopping = false;
  serveHealth(app, async (): Promise<Readiness> => {
    if (stopping) return { ready: false, reason: "stopping" };
    if (gate.condition() === "full") return { ready: false, reason: "the disk is nearly full" };
    const isUp = await gate.unlessAway(database.isUp()).catch(() => false);
    if (gate.condition() === "away" || !isUp) return { ready: false, reason: "the store is away" };
    return doors.isOpenForDevices()
      ? { ready: true }
      : { ready: false, reason: "the device link is not open yet" };
  });
  await serveConsole(app, options.consoleFolder, {
    brand: env.BRAND,
    title: brandTitles[env.BRAND],
    filing: env.FILING_NUMBER,
    zone: env.TZ,
    captcha: env.CAPTCHA,
  });

  return {
    app,
    licences,
    past: {
      ...laboratory.services,
      figures: field.figures,
      callerAs: session.sessions.callerAs,
      open: laboratory.start,
      close: laboratory.stop,
    },
    served: serve.served,
    uplinkTopics: link.uplinkTopics,
    setupCode: setup?.code ?? null,
    beginStop() {
      stopping = true;
    },
    async listen() {
      await app.ready();
      await audit.start(lifecycle);
      await lifecycle.start({ name: "telemetry", start: telemetry.start, stop: telemetry.stop });
      await lifecycle.start({ name: "portraits", start: people.start });
      await lifecycle.start({ name: "imports", start: expireFiles, stop: imports.stop });
      await lifecycle.start({ name: "messages of the store", start: bell.start, stop: bell.stop });
      await lifecycle.start({ name: "deliveries", stop: outbound.deliveries.stop });
      await lifecycle.start({ name: "alarms", start: alarms.start, stop: alarms.stop });
      await lifecycle.start({ name: "scheduled tasks", start: upkeep.start, stop: upkeep.stop });
      await lifecycle.start({ name: "laboratory", start: laboratory.start, stop: laboratory.stop });
      await lifecycle.start({ name: "bottles", start: field.start, stop: field.stop });
      await lifecycle.start({ name: "videos", start: media.start, stop: media.stop });
      await lifecycle.start({ name: "commands", start: commands.start, stop: commands.stop });
      await lifecycle.start({ name: "batches", stop: batches.stop });
      await lifecycle.start({ name: "timed tasks", start: timedTasks.start, stop: timedTasks.stop });
      // Before the doors: what a device that comes in the last moment sets going is waited for.
      await lifecycle.start({ name: "firmware", start: terminals.start, stop: terminals.stop });
      await lifecycle.start(doors.forDevices);
      await lifecycle.start(doors.forHttp);
      await lifecycle.start({ name: "waiting calls", stop: commands.release });
      await lifecycle.start({ name: "live updates", stop: realtime.stop });
      return doors.addresses();
    },
  };
}
