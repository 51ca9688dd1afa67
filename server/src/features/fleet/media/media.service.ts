/*
 * Pictures and clips: the addresses at which devices hand them over, what is checked before one is kept, and who may
 * have it afterwards. A row is from the moment that something is asked for or announced, so that what never came,
 * or came and was not what it should be, is reported as plainly as what is there.
 */
import type { Caller } from "../../../platform/caller.ts";
import { mayDo } from "../../../platform/caller.ts";
import type { BlobStore } from "../../../platform/files/blob-store.ts";
import type { DeviceAddresses } from "../../../platform/files/device-address.ts";
import type { Log } from "../../../platform/log.ts";
import { systemScope } from "../../../platform/scope.ts";
import type { Db } from "../../../platform/store/database.ts";
import type { DeviceService } from "../devices/device.service.ts";
import { createMediaStore, type StoredFile } from "./media.store.ts";
import { createMediaCheck } from "./media-check.ts";
import { createMediaDownloads } from "./media-downloads.ts";
import type { MediaRecord } from "./media-queries.store.ts";
import { mediaNotFound } from "./media-refusals.ts";
import { createMediaUploads } from "./media-uploads.ts";
import { createResultFiles } from "./result-files.ts";
import { createSmallPictures } from "./small-pictures.ts";
import { createUploadOffers } from "./upload-offers.ts";
import type { VideoTools } from "./video/video-tools.ts";

export type MediaService = ReturnType<typeof createMediaService>;

const timeLineDays = 60;

export function createMediaService(options: {
  db: Db;
  devices: DeviceService;
  files: BlobStore;
  video: VideoTools;
  addresses: DeviceAddresses;
  /** The address of this server at which a device is connected; null where it is not. */
  reachedAt: (deviceId: number) => string | null;
  zone: string;
  log: Log;
  now: () => number;
}) {
  const { devices, files } = options;
  const store = createMediaStore(options.db);
  const check = createMediaCheck(options);
  const small = createSmallPictures(options);
  const offers = createUploadOffers({ ...options, store });
  const now = () => new Date(options.now());

  async function requireOne(caller: Caller, id: number): Promise<MediaRecord> {
    const found = await store.find(caller.scope, id, now());
    if (found === undefined) throw mediaNotFound();
    if (found.deviceId !== null) await devices.requireReadable(caller, found.deviceId);
    else if (!mayDo(caller, "device:camera:list")) throw mediaNotFound();
    return found;
  }

  return {
    count: store.count,
    list: store.list,
    now,
    requireOne,
    ...createMediaUploads({ ...options, store, offers, check }),
    ...createMediaDownloads({ ...options, store, small, requireOne }),
    offerForCommand: offers.offerForCommand,
    offerForEvent: offers.offerForEvent,

    countDays: (caller: Caller, deviceId: number) =>
      store.countDays(caller.scope, deviceId, {
        since: new Date(options.now() - timeLineDays * 86_400_000),
        now: now(),
        zone: options.zone,
      }),

    /** A clip from a person's hands; it lies at `path` and is gone from there afterwards. */
    async addClip(
      device: { id: number; unitId: number },
      given: {
        path: string;
        name: string;
        origin: "console" | "recording";
        cameraId: number | null;
        takenAt: number;
      },
    ): Promise<MediaRecord> {
      return addStored({ ...device, deviceId: device.id }, given, await check.keepClip(given.path));
    },

    addRecording: async (
      camera: { id: number; unitId: number; deviceId: number | null },
      given: { path: string; name: string; takenAt: number },
    ): Promise<MediaRecord> => {
      const facts = await check.keepClip(given.path);
      return addStored(camera, { ...given, origin: "recording", cameraId: camera.id }, facts);
    },

    ...createResultFiles({ db: options.db, files, now: options.now }),

    /** Deletes what is older than it is to be kept; how many went. */
    async expire(before: Record<"picture" | "clip", Date | null>, signal: AbortSignal): Promise<number> {
      let gone = 0;
      for (const kind of ["picture", "clip"] as const) {
        while (!signal.aborted) {
          // The row first: a row without its file would promise what is not there.
          const over = await store.removeOver(kind, before[kind], now(), 200);
          for (const { file } of over) {
            if (file === null) continue;
            await files.remove(file);
            await small.remove(file);
          }
          gone += over.length;
          if (over.length < 200) break;
        }
      }
      await files.expire(options.now());
      return gone;
    },
  };

  async function addStored(
    owner: { unitId: number; deviceId: number | null },
    given: { name: string; origin: "console" | "recording"; cameraId: number | null; takenAt: number },
    facts: StoredFile,
  ): Promise<MediaRecord> {
    const { unitId, deviceId } = owner;
    const { origin, cameraId, name: source } = given;
    const takenAt = new Date(given.takenAt);
    const id = await store.add({
      unitId,
      deviceId,
      cameraId,
      kind: "clip",
      origin,
      source,
      takenAt,
      ...facts,
    });
    const found = await store.find(systemScope, id, now());
    if (found === undefined) throw new Error("a clip added a moment ago is missing");
    return found;
  }
}
