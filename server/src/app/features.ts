import { alarmSweepJob } from "../features/fleet/alarms/alarm-sweep.job.ts";
import { createBoxOpenings } from "../features/fleet/commands/box-opening-order.ts";
import { maintenanceDueJob } from "../features/fleet/maintenance-items/maintenance-due.job.ts";
import { displaySilenceJob } from "../features/operations/display-silence/display-silence.job.ts";
import { createDisplaySilence } from "../features/operations/display-silence/display-silence.service.ts";
import { serveSearch } from "../features/operations/search/search.feature.ts";
import { serveSituation } from "../features/operations/situation/situation.feature.ts";
import { serveWaitingWork } from "../features/operations/waiting-work/waiting-work.feature.ts";
import { serveMessages } from "../features/system/messages/message.feature.ts";
import { serveWebhooks } from "../features/system/webhooks/webhook.feature.ts";
import { webhookDeliveryJob } from "../features/system/webhooks/webhook-delivery.job.ts";
import { serveDownloads } from "../platform/files/serve-downloads.ts";
import { serveOpenApi } from "../platform/http/open-api.ts";
import { serveRefusals } from "../platform/http/serve-refusals.ts";
import type { Feature } from "./feature.ts";
import { serveFleet } from "./fleet-routes.ts";
import type { createListeners } from "./listeners.ts";
import type { Parts, PlatformOptions } from "./parts.ts";
import { createScheduledJobParts } from "./scheduled-job-parts.ts";
import { serveSystem } from "./system-routes.ts";

/**
 * The features in the order in which they start, each with what it brings along; they stop in reverse. The listeners
 * come late: what a device or a caller sets going in the last moment before a stop is still waited for.
 */
export function listFeatures(
  options: PlatformOptions,
  parts: Parts,
  listeners: Pick<ReturnType<typeof createListeners>, "forDevices" | "forHttp">,
): readonly Feature[] {
  const { commands, media, realtime } = parts;
  const working = [...systemFeatures(options, parts), ...fleetFeatures(options, parts)];
  const jobs = working.flatMap((feature) => feature.jobs ?? []);
  return [
    ...working,
    { name: "scheduled jobs", ...scheduledJobs(options, parts, jobs) },
    listeners.forDevices,
    listeners.forHttp,
    { name: "video report", start: async () => media.report() },
    { name: "waiting calls", stop: commands.release },
    { name: "live updates", routes: realtime.routes, stop: realtime.stop },
  ];
}

function systemFeatures(options: PlatformOptions, parts: Parts): readonly Feature[] {
  const { db, core, audit, waysIn, accounts, menu, people, settings, outbound, notifications, alarms } =
    parts;
  const { zone, consoleFolder, licenceKey, now } = { ...options, zone: options.env.TZ };
  return [
    ...audit.features,
    { name: "ways in", routes: waysIn.routes },
    { name: "refused calls", routes: serveRefusals },
    { name: "menu", routes: menu.routes },
    {
      name: "units",
      routes: (serve, files) => serveSystem(serve, { db, core, licenceKey, zone, consoleFolder, ...files }),
    },
    { name: "people", routes: people.routes },
    {
      name: "accounts",
      routes: (serve, { files }) => accounts.routes(serve, files),
      ...{ jobs: accounts.jobs, stop: accounts.stop },
    },
    { name: "messages", routes: (serve) => serveMessages(serve, outbound.messages) },
    { name: "settings", routes: settings.routes },
    { name: "API description", routes: serveOpenApi },
    {
      name: "files",
      routes: (serve, { files }) => serveDownloads(serve, files),
      start: async () => void (await parts.files.expire()),
      stop: parts.imports.stop,
    },
    { name: "database notifications", start: notifications.start, stop: notifications.stop },
    {
      name: "deliveries",
      routes: (serve) => serveWebhooks(serve, { ...outbound, now }),
      jobs: [webhookDeliveryJob({ deliveries: outbound.deliveries, notifyAlarms: alarms.notifyAll })],
      stop: outbound.deliveries.stop,
    },
  ];
}

function fleetFeatures(options: PlatformOptions, parts: Parts): readonly Feature[] {
  const {
    db,
    core,
    session,
    telemetry,
    alarms,
    maintenanceItems,
    laboratory,
    boards,
    detections,
    field,
    media,
  } = parts;
  const { link, commands, batches, timedTasks, protocol, terminals } = parts;
  const { personNamed } = session.sessions;
  const ofFleet = {
    db,
    core,
    telemetry,
    commands,
    personNamed,
    openings: createBoxOpenings({
      ...{ db, signing: parts.waysIn.signing },
      asksSecondFactor: () => parts.settings.config.read("boxSecondFactor"),
    }),
    batches,
    timedTasks,
    alarms,
    maintenanceItems,
  };
  return [
    {
      name: "devices",
      routes: (serve, files) =>
        serveFleet(serve, { ...ofFleet, ...files, link, zone: options.env.TZ, now: options.now }),
    },
    { name: "telemetry", start: telemetry.start, stop: telemetry.stop },
    { name: "alarms", jobs: [alarmSweepJob(alarms)], start: alarms.start, stop: alarms.stop },
    { name: "maintenance", jobs: [maintenanceDueJob(maintenanceItems)] },
    { name: "laboratory", ...laboratory },
    { name: "evidence", ...parts.evidence },
    { name: "test boards", ...boards },
    { name: "evidence boxes", ...parts.boxes },
    { name: "detections", ...detections },
    { name: "bottles", ...field },
    { name: "videos", ...media },
    { name: "commands", start: commands.start, stop: commands.stop },
    { name: "batches", stop: batches.stop },
    { name: "timed tasks", start: timedTasks.start, stop: timedTasks.stop },
    { name: "device protocol", routes: protocol.routes },
    { name: "firmware", ...terminals },
    { name: "search", routes: (serve) => serveSearch(serve, { ...core, db }) },
    {
      name: "situation",
      routes: (serve) => serveSituation(serve, { db, zone: options.env.TZ, now: options.now }),
    },
    ...watchedWork(options, parts),
  ];
}

/** The walls that are watched, and what waits for people. */
function watchedWork(options: PlatformOptions, { db, alarms, laboratory }: Parts): Feature[] {
  return [
    {
      name: "displays",
      jobs: [displaySilenceJob(createDisplaySilence({ db, alarms, now: options.now }))],
    },
    {
      name: "waiting work",
      routes: (serve) =>
        serveWaitingWork(serve, {
          ...{ db, zone: options.env.TZ, now: options.now, reportsDue: laboratory.reportsDue },
        }),
    },
  ];
}

function scheduledJobs(options: PlatformOptions, parts: Parts, more: NonNullable<Feature["jobs"]>) {
  const { env, store, node, log, now } = options;
  const { db, core, audit, laboratory, media, people, settings, files, link } = parts;
  const { routes, start, stop } = createScheduledJobParts({
    ...{ db, store, node, log, now, files, more, zone: env.TZ, dataDir: env.DATA_DIR },
    ...{
      licences: core.licences,
      today: core.clock.today,
      config: settings.config,
      notices: settings.notices,
    },
    ...{ audit: audit.audit, logIns: audit.logIns, custody: laboratory.custody },
    ...{ media: media.media, video: media.ffmpeg, expirePortraits: people.expirePortraits },
    countConnected: link.countConnected,
  });
  return { routes, start, stop };
}
