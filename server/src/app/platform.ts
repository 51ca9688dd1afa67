import type { CameraService } from "../features/fleet/media/cameras/camera.service.ts";
import type { MediaService } from "../features/fleet/media/media.service.ts";
import type { LicenceService } from "../features/system/licences/licence.service.ts";
import type { NoticeService } from "../features/system/notices/notice.service.ts";
import type { Caller } from "../platform/caller.ts";
import { createDrain } from "../platform/http/drain.ts";
import { createHttpServer, type HttpServer } from "../platform/http/http-server.ts";
import { createExportSlots, createServe } from "../platform/http/serve-call.ts";
import type { createBoxParts } from "./box-parts.ts";
import { createConnectionBooks, requestTimes } from "./connection-limits.ts";
import { serveConsole } from "./console-files.ts";
import { brandTitles } from "./console-pages.ts";
import { refuseWithoutDatabase } from "./database-hook.ts";
import type { createEvidenceParts } from "./evidence-parts.ts";
import { listFeatures } from "./features.ts";
import type { FieldParts } from "./field-parts.ts";
import { type Readiness, serveHealth } from "./health.ts";
import type { createLaboratoryParts } from "./laboratory-parts.ts";
import { type Addresses, createListeners } from "./listeners.ts";
import { createParts, type Parts, type PlatformOptions } from "./parts.ts";
import type { createTerminalParts } from "./terminal-parts.ts";
import { createUpwardCalls } from "./upward-calls.ts";

/** The running platform: its parts made, wired and started in the order in which they need each other. */
export type Platform = {
  app: HttpServer;
  licences: LicenceService;
  /** The work of people, and who they are, for a past that is made by the rules. */
  history: HistoryServices;
  /** The calls that are served, by name. */
  served(): string[];
  /** The shapes of the topics on which devices are heard. */
  uplinkTopics(): string[];
  setupCode: string | null;
  /** From now on `/readyz` answers 503. */
  beginStop(): void;
  listen(): Promise<Addresses>;
};

export type HistoryServices = ReturnType<typeof createLaboratoryParts>["services"] &
  ReturnType<typeof createEvidenceParts>["services"] &
  ReturnType<typeof createBoxParts>["services"] &
  ReturnType<typeof createTerminalParts>["services"] &
  Pick<Parts, "maintenanceItems" | "timedTasks"> &
  Pick<FieldParts, "figures" | "orders" | "orderLife"> & {
    notices: NoticeService;
    cameras: CameraService;
    recordings: Pick<MediaService, "addRecording"> & { plan(): Promise<string> };
    callerAs(userId: number): Promise<Caller | null>;
    /** What the laboratory needs before the first call, and its end. */
    open(): Promise<void>;
    close(): Promise<void>;
  };

export async function createPlatform(options: PlatformOptions): Promise<Platform> {
  const { env, tls, log, now, lifecycle } = options;
  const { gate } = options.store;
  const books = createConnectionBooks(env, now, log);
  const upward = createUpwardCalls();
  const parts = await createParts(options, upward, books.devices);
  const setup = await ensureBuiltIn(options, parts);

  const app = createHttpServer({
    ...{ log, tls, times: requestTimes(env), book: books.http },
    trustProxy: env.TRUSTED_PROXIES === "" ? false : env.isTrustedProxy,
  });
  const listeners = createListeners({ env, tls, link: parts.link, app, drain: createDrain(app) });
  upward.answer({ httpPort: listeners.httpPort });
  refuseWithoutDatabase(app, gate);
  const serve = createServe({
    ...{ app, zone: env.TZ, now, exports: createExportSlots() },
    authenticate: parts.session.authenticate,
    unlessUnavailable: gate.unlessUnavailable,
    record: parts.audit.record,
  });
  const { files, imports, tables } = parts;
  const features = listFeatures(options, parts, listeners);
  for (const feature of features) feature.routes?.(serve, { files, imports, tables }, app);

  let stopping = false;
  serveHealth(app, async () =>
    stopping ? { ready: false, reason: "stopping" } : readinessOf(options.store, listeners),
  );
  const facts = {
    ...{ brand: env.BRAND, title: brandTitles[env.BRAND], filing: env.FILING_NUMBER, zone: env.TZ },
    captcha: env.CAPTCHA,
    signOn: parts.waysIn.signOn,
    publicUrl: env.PUBLIC_URL === undefined ? "" : new URL(env.PUBLIC_URL).origin,
  };
  const { isSignOnOnly } = parts.waysIn;
  const consoleBuild = await serveConsole(app, options.consoleFolder, facts, isSignOnOnly);

  upward.answer({ consoleBuild: () => consoleBuild });

  return {
    app,
    licences: parts.core.licences,
    history: historyServices(parts),
    served: serve.served,
    uplinkTopics: parts.link.uplinkTopics,
    setupCode: setup?.code ?? null,
    beginStop() {
      stopping = true;
    },
    async listen() {
      await app.ready();
      for (const { name, start, stop } of features) {
        if (start === undefined && stop === undefined) continue;
        await lifecycle.start({ name, ...(start && { start }), ...(stop && { stop }) });
      }
      return listeners.addresses();
    },
  };
}

/** Adds what this version brings along; the one-time code of the first administrator where there is none yet. */
async function ensureBuiltIn({ env }: PlatformOptions, parts: Parts) {
  const { menu, settings, core, alarms, session } = parts;
  await menu.ensureBuiltIn();
  await settings.ensureBuiltIn();
  await core.products.ensureShipped();
  await alarms.rules.ensureShipped();
  if (env.ADMIN_PASSWORD !== undefined) await session.setUp.ensureAdministrator(env.ADMIN_PASSWORD);
  return session.setUp.prepareSetup();
}

async function readinessOf(
  { gate, database }: PlatformOptions["store"],
  listeners: { isOpenForDevices(): boolean },
): Promise<Readiness> {
  if (gate.condition() === "full") return { ready: false, reason: "the disk is almost full" };
  const isUp = await gate.unlessUnavailable(database.isUp()).catch(() => false);
  if (gate.condition() === "away" || !isUp) return { ready: false, reason: "the database is unavailable" };
  return listeners.isOpenForDevices()
    ? { ready: true }
    : { ready: false, reason: "the device link is not open yet" };
}

const attestedByNothing = { kind: "attested", factor: "none", isConfirmed: true } as const;

function historyServices(parts: Parts): HistoryServices {
  const { laboratory, evidence, boxes, field, session, settings, terminals } = parts;
  const { figures, orders, orderLife } = field;
  const { maintenanceItems, timedTasks } = parts;
  const { media, cameras, planRecording } = parts.media;
  return {
    ...{ ...laboratory.services, ...evidence.services, ...boxes.services, figures, orders, orderLife },
    ...{ ...terminals.services, maintenanceItems, timedTasks, notices: settings.notices },
    ...{ cameras, recordings: { addRecording: media.addRecording, plan: planRecording } },
    // A past that is made by the rules: nobody was there to sign, and each record says so.
    async callerAs(userId) {
      const caller = await session.sessions.callerAs(userId);
      return caller === null ? null : { ...caller, signing: attestedByNothing };
    },
    open: laboratory.start,
    close: laboratory.stop,
  };
}
