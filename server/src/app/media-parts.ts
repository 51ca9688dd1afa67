import { join } from "node:path";
import { serveCameras } from "../features/fleet/media/cameras/camera.feature.ts";
import { createCameraService } from "../features/fleet/media/cameras/camera.service.ts";
import { serveMedia } from "../features/fleet/media/media.feature.ts";
import { createMediaService } from "../features/fleet/media/media.service.ts";
import { findFfmpeg } from "../features/fleet/media/video/find-ffmpeg.ts";
import { createStreams } from "../features/fleet/media/video/streams.ts";
import { createVideoTools } from "../features/fleet/media/video/video-tools.ts";
import type { Env } from "../platform/env.ts";
import type { DeviceAddresses } from "../platform/files/device-address.ts";
import { createKeptFiles } from "../platform/files/kept-files.ts";
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
  const { devices, depts, products, events } = core;
  const allowed = readAllowedHosts(env.CAMERA_ALLOW);
  if (!allowed.ok) throw new Error("the environment was read with a list that cannot be used");
  const files = createKeptFiles({ folder: join(env.DATA_DIR, "media") });
  const video = createVideoTools(await findFfmpeg(env.FFMPEG_PATH));
  const streams = createStreams({ video, folder: join(env.DATA_DIR, "streams"), log, now });
  const media = createMediaService({
    ...{ db, devices, files, video, addresses, reachedAt, zone: env.TZ, log, now },
  });
  const cameras = createCameraService({ db, depts, devices, streams, secrets, allowed: allowed.hosts });

  const stopListening = events.on("command.changed", ({ command }) => {
    if (command.state !== "replied" && command.state !== "failed") return;
    media.commandEnded(command).catch((error) => {
      log.warn({ err: error, commandId: command.id }, "a reply could not be laid beside its picture");
    });
  });

  return {
    media,
    /** What a command carries beside its own inputs. */
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
    async stop(): Promise<void> {
      stopListening();
      await streams.stop();
    },
  };
}
