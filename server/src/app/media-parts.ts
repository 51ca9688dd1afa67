import { join } from "node:path";
import { serveCameras } from "../features/fleet/media/cameras/camera.feature.ts";
import { createCameraService } from "../features/fleet/media/cameras/camera.service.ts";
import { serveMedia } from "../features/fleet/media/media.feature.ts";
import { createMediaService } from "../features/fleet/media/media.service.ts";
import { findConfinement } from "../features/fleet/media/video/confinement.ts";
import { findFfmpeg } from "../features/fleet/media/video/find-ffmpeg.ts";
import { createStreams } from "../features/fleet/media/video/streams.ts";
import { createVideoTools, type VideoTools } from "../features/fleet/media/video/video-tools.ts";
import type { Env } from "../platform/env.ts";
import { createBlobStore } from "../platform/files/blob-store.ts";
import type { DeviceAddresses } from "../platform/files/device-address.ts";
import type { Serve } from "../platform/http/serve-call.ts";
import type { Log } from "../platform/log.ts";
import { readAllowedHosts } from "../platform/outbound/outbound-address.ts";
import type { SecretBox } from "../platform/secret-box.ts";
import type { Db } from "../platform/store/database.ts";
import type { Core } from "./core.ts";

/** Pictures, clips and cameras: made together, for they share their files and ffmpeg. */
export async function createMediaParts(options: {
  env: Env;
  db: Db;
  core: Core;
  secrets: SecretBox;
  addresses: DeviceAddresses;
  reachedAt: (deviceId: number) => string | null;
  log: Log;
  now: () => number;
}) {
  const { env, db, core, secrets, addresses, reachedAt, log, now } = options;
  const { devices, orgUnits, products, events } = core;
  const allowed = readAllowedHosts(env.CAMERA_ALLOW);
  if (!allowed.ok) throw new Error("the environment contains an invalid list");
  const files = createBlobStore({ folder: join(env.DATA_DIR, "media") });
  const video = await createVideo(env);
  const streams = createStreams({ video, folder: join(env.DATA_DIR, "streams"), log, now });
  const media = createMediaService({
    ...{ db, devices, files, video, addresses, reachedAt, zone: env.TZ, log, now },
  });
  const cameras = createCameraService({
    ...{ db, orgUnits, devices, streams, secrets, allowed: allowed.hosts, uid: video.uid },
  });

  const stopListening = events.on("command.changed", ({ command }) => {
    if (command.state !== "replied" && command.state !== "failed") return;
    media.commandEnded(command).catch((error) => {
      log.warn({ err: error, commandId: command.id }, "a reply could not be matched to its picture");
    });
  });

  return {
    media,
    cameras,
    /** Where the file of a recording goes before it is kept. */
    planRecording: () => files.plan("mp4"),
    /** The ffmpeg that was found, for the server's state. */
    ffmpeg: video.state,
    /** What a command carries besides its own inputs. */
    async carryWithCommand(command: Parameters<typeof media.offerForCommand>[0], productId: number) {
      const { model } = await products.require(productId);
      const service = model.services.find((one) => one.identifier === command.identifier);
      return media.offerForCommand(command, service);
    },
    answerEvent: media.offerForEvent,
    routes(serve: Serve): void {
      const planUpload = () => files.plan("upload");
      serveMedia(serve, media, { devices, planUpload, discard: files.discard });
      const planRecording = () => files.plan("mp4");
      serveCameras(serve, { cameras, media, devices, streams, video, planRecording, discard: files.discard });
    },
    start: streams.start,
    /** Says once what videos lack; after the start, so that a start that is refused says its own reason alone. */
    report: () => reportFfmpeg(video.state, log),
    async stop(): Promise<void> {
      stopListening();
      await streams.stop();
    },
  };
}

async function createVideo(env: Env) {
  const confinement = await findConfinement();
  const wanted = { named: env.FFMPEG_PATH, allowBundled: env.FFMPEG_BUNDLED === "on" };
  const found = await findFfmpeg(wanted, confinement);
  return createVideoTools(found, confinement);
}

function reportFfmpeg({ condition, version }: VideoTools["state"], log: Log): void {
  if (condition === "outdated")
    log.warn(
      { version },
      "this ffmpeg is older than 4.4 and no longer maintained; install the system's package",
    );
  if (condition === "missing" || condition === "unusable")
    log.warn(
      { condition },
      "videos cannot be checked, played or recorded; install ffmpeg or set FFMPEG_PATH",
    );
}
