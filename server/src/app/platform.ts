import type { SigningKey } from "@tracewater/custody/head";
import { serveSamplingPoints } from "../features/field/sampling-points/sampling-point.feature.ts";
import { serveCommands } from "../features/fleet/commands/command.feature.ts";
import { createCommandService } from "../features/fleet/commands/command.service.ts";
import type { DoorPlaces } from "../features/fleet/device-link/device-doors.ts";
import { createDeviceLinkService } from "../features/fleet/device-link/device-link.service.ts";
import { serveDevices } from "../features/fleet/devices/device.feature.ts";
import { serveProducts } from "../features/fleet/products/product.feature.ts";
import { createRealtime } from "../features/fleet/realtime/realtime.feature.ts";
import { serveGroupLogs } from "../features/fleet/telemetry/group-log.feature.ts";
import { serveTelemetry } from "../features/fleet/telemetry/telemetry.feature.ts";
import { createTelemetryService } from "../features/fleet/telemetry/telemetry.service.ts";
import { serveSearch } from "../features/operations/search/search.feature.ts";
import { serveDepts } from "../features/system/dept/dept.feature.ts";
import { serveLicences } from "../features/system/licences/licence.feature.ts";
import type { LicenceService } from "../features/system/licences/licence.service.ts";
import type { LicenceKey } from "../features/system/licences/licence-key.ts";
import { readBuildPages } from "../features/system/menu/build-pages.ts";
import { createMenuFeature } from "../features/system/menu/menu.feature.ts";
import { serveMenuEdits } from "../features/system/menu/menu-edit.feature.ts";
import { createMenuEditService } from "../features/system/menu/menu-edit.service.ts";
import { servePosts } from "../features/system/posts/post.feature.ts";
import { createSessionFeature } from "../features/system/session/session.feature.ts";
import { serveUnits } from "../features/system/units/unit.feature.ts";
import { type Env, isLoopback } from "../platform/env.ts";
import { Failure } from "../platform/failure.ts";
import { createMadeFiles } from "../platform/files/made-files.ts";
import { serveDownloads } from "../platform/files/serve-downloads.ts";
import { createDrain } from "../platform/http/drain.ts";
import { createHttpServer, type HttpServer } from "../platform/http/http-server.ts";
import { serveOpenApi } from "../platform/http/open-api.ts";
import { createServe } from "../platform/http/serve-call.ts";
import type { Lifecycle } from "../platform/lifecycle.ts";
import type { Log } from "../platform/log.ts";
import { createMomentPrinter, createOffsetPrinter } from "../platform/moments.ts";
import { listenOn } from "../platform/ports.ts";
import { createImportJobs } from "../platform/resource/import-jobs.ts";
import type { SecretBox } from "../platform/secret-box.ts";
import type { OpenStore } from "../platform/store/open-store.ts";
import type { Tls } from "../platform/tls.ts";
import { createAuditParts } from "./audit-parts.ts";
import { serveConsole } from "./console-files.ts";
import { brandTitles } from "./console-pages.ts";
import { createCore } from "./core.ts";
import { type Readiness, serveHealth } from "./health.ts";
import { createPeople } from "./people-parts.ts";
import { createSettingsParts } from "./settings-parts.ts";
import { refuseWithoutStore } from "./store-hook.ts";
import { createUpkeepParts } from "./upkeep-parts.ts";

/** The running platform: its parts made, wired and started in the order in which they need each other. */
export type Platform = {
  app: HttpServer;
  licences: LicenceService;
  /** The calls that are served, by name. */
  served(): string[];
  setupCode: string | null;
  /** From now on `/readyz` answers 503. */
  beginStop(): void;
  listen(): Promise<Addresses>;
};

/** Where it is reached; `mqtts` where there is a certificate. */
type Addresses = { http: string; mqtt: string; mqtts?: string };

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
  const telemetry = createTelemetryService({ database, events, log, lanes: 2, canWrite: gate.canWrite });
  const link = createDeviceLinkService({
    db,
    node: options.node,
    secrets,
    products,
    telemetry,
    events,
    log,
    now,
  });
  const commands = createCommandService({ db, link, devices, events, log });
  const files = createMadeFiles({ dataDir: env.DATA_DIR, now });
  const imports = createImportJobs({ log });
  const upkeep = createUpkeepParts({
    ...{ db, log, now, files, licences, node: options.node, zone: env.TZ, dataDir: env.DATA_DIR },
    audit: audit.audit,
    logIns: audit.logIns,
    ...{
      store,
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
  link.listen(commands.listener);
  const expireFiles = async () => void (await files.expire());

  await menu.ensureBuiltIn();
  await settings.ensureBuiltIn();
  await products.ensureShipped();
  if (env.ADMIN_PASSWORD !== undefined) await session.sessions.ensureAdministrator(env.ADMIN_PASSWORD);
  const setup = await session.sessions.prepareSetup();

  const app = createHttpServer({ log, trustedProxies: env.TRUSTED_PROXIES, tls: options.tls });
  const drain = createDrain(app);
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
  serveDepts(serve, depts, systemEvents);
  serveLicences(serve, {
    licences,
    depts,
    key: options.licenceKey,
    print: createMomentPrinter(env.TZ),
    events: systemEvents,
  });
  people.routes(serve, { files, imports });
  audit.routes(serve, files);
  serveProducts(serve, products, devices.countByProduct);
  serveDevices(serve, devices, telemetry, createMomentPrinter(env.TZ));
  serveTelemetry(serve, telemetry, devices);
  const printMoment = createOffsetPrinter(env.TZ);
  serveGroupLogs(serve, { db, devices, products, telemetry, files, printMoment });
  serveCommands(serve, commands, devices, products);
  serveOpenApi(serve);
  serveDownloads(serve, files);
  serveSamplingPoints(serve, points, { files, imports });
  const menuEdits = createMenuEditService({ db, components: () => readBuildPages(options.consoleFolder) });
  serveMenuEdits(serve, menuEdits, systemEvents);
  serveUnits(serve, { db, depts, clock }, { files, imports });
  servePosts(serve, { db, print: createMomentPrinter(env.TZ) }, { files, imports });
  serveSearch(serve, { devices, points });
  settings.routes(serve, { files, imports });
  upkeep.routes(serve);
  realtime.routes(serve);

  let stopping = false;
  let isLinkOpen = false;
  serveHealth(app, async (): Promise<Readiness> => {
    if (stopping) return { ready: false, reason: "stopping" };
    if (gate.condition() === "full") return { ready: false, reason: "the disk is nearly full" };
    const isUp = await gate.unlessAway(database.isUp()).catch(() => false);
    if (gate.condition() === "away" || !isUp) return { ready: false, reason: "the store is away" };
    return isLinkOpen ? { ready: true } : { ready: false, reason: "the device link is not open yet" };
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
    served: serve.served,
    setupCode: setup?.code ?? null,
    beginStop() {
      stopping = true;
    },
    async listen() {
      await app.ready();
      await audit.start(lifecycle);
      await lifecycle.start({ name: "telemetry", stop: telemetry.stop });
      await lifecycle.start({ name: "portraits", start: people.start });
      await lifecycle.start({ name: "imports", start: expireFiles, stop: imports.stop });
      await lifecycle.start({ name: "scheduled tasks", start: upkeep.start, stop: upkeep.stop });
      await lifecycle.start({ name: "commands", start: commands.start, stop: commands.stop });
      let doors: { mqtt: number; mqtts: number | null } = { mqtt: 0, mqtts: null };
      await lifecycle.start({
        name: "device link",
        async start() {
          doors = await link.start(devicePlaces(env, options.tls));
          isLinkOpen = true;
        },
        stop: link.stop,
      });
      let httpPort = 0;
      await lifecycle.start({
        name: "http",
        async start() {
          const where = { host: env.HOST, asked: env.HTTP_PORT, usual: 8080, variable: "HTTP_PORT" };
          httpPort = await listenOn(where, async (port) => {
            await app.listen({ host: env.HOST, port });
            const at = app.server.address();
            return typeof at === "object" && at !== null ? at.port : port;
          });
        },
        stop: drain,
      });
      await lifecycle.start({ name: "waiting calls", stop: commands.release });
      await lifecycle.start({ name: "live updates", stop: realtime.stop });
      const plain = devicePlaces(env, options.tls).plain.host;
      return {
        http: address(options.tls === null ? "http" : "https", env.HOST, httpPort),
        mqtt: address("mqtt", plain, doors.mqtt),
        ...(doors.mqtts === null ? {} : { mqtts: address("mqtts", env.HOST, doors.mqtts) }),
      };
    },
  };
}

/** With a certificate the plain door is for this machine alone, unless the operator allows it to all. */
function devicePlaces(env: Env, tls: Tls | null): DoorPlaces {
  const isOpen = tls === null || env.ALLOW_PLAINTEXT === "yes" || isLoopback(env.HOST);
  return {
    plain: { host: isOpen ? env.HOST : "127.0.0.1", port: env.MQTT_PORT },
    tls: tls === null ? null : { host: env.HOST, port: env.MQTT_TLS_PORT, files: tls },
  };
}

function address(scheme: string, host: string, port: number): string {
  return `${scheme}://${host.includes(":") ? `[${host}]` : host}:${port}`;
}
