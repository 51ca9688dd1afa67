/*
 * Pictures and clips: the addresses at which devices hand them over, what is checked before one is kept, and who may
 * have it afterwards. A row is from the moment that something is asked for or announced, so that what never came,
 * or came and was not what it should be, is reported as plainly as what is there.
 */
import { createHash, randomBytes } from "node:crypto";
import type { Readable } from "node:stream";
import type { MediaKind } from "@tracewater/contract/fleet/media";
import { AppError, fieldError, notFound } from "../../../platform/app-error.ts";
import type { Caller } from "../../../platform/caller.ts";
import { mayDo } from "../../../platform/caller.ts";
import { type BlobStore, type Incoming, TooManyBytes } from "../../../platform/files/blob-store.ts";
import type { DeviceAddresses } from "../../../platform/files/device-address.ts";
import type { Log } from "../../../platform/log.ts";
import { systemScope } from "../../../platform/scope.ts";
import type { Db } from "../../../platform/store/database.ts";
import type { DeviceService } from "../devices/device.service.ts";
import { clipKindOf } from "./clip-kind.model.ts";
import { createMediaStore, type MediaRecord, type StoredFile } from "./media.store.ts";
import { createMediaCheck, maxBytes, readHead, tooLarge } from "./media-check.ts";
import { createResultFiles } from "./result-files.ts";
import { createSmallPictures } from "./small-pictures.ts";
import { createUploadOffers } from "./upload-offers.ts";
import { openClipSource, type VideoSource } from "./video/video-source.ts";
import type { VideoTools } from "./video/video-tools.ts";

export type MediaService = ReturnType<typeof createMediaService>;

const passMs = 60_000;
/** An upload from which nothing more comes for so long is given up. */
const silenceMs = 30_000;
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
  const { devices, files, log } = options;
  const store = createMediaStore(options.db);
  const check = createMediaCheck(options);
  const small = createSmallPictures(options);
  const offers = createUploadOffers({ ...options, store });
  const now = () => new Date(options.now());

  async function receive(kind: MediaKind, from: Readable): Promise<Incoming> {
    const stop = new AbortController();
    const timer = setTimeout(() => stop.abort(), silenceMs);
    const onBytes = () => void timer.refresh();
    try {
      return await files.receive(from, maxBytes[kind], { signal: stop.signal, onBytes });
    } finally {
      clearTimeout(timer);
    }
  }

  async function requireOne(caller: Caller, id: number): Promise<MediaRecord> {
    const found = await store.find(caller.scope, id, now());
    if (found === undefined) throw notFound(mediaName);
    if (found.deviceId !== null) await devices.requireReadable(caller, found.deviceId);
    else if (!mayDo(caller, "device:camera:list")) throw notFound(mediaName);
    return found;
  }

  async function openFile(found: MediaRecord | undefined) {
    const file = found?.file == null ? null : await files.open(found.file);
    if (found === undefined || file === null) throw notFound(mediaName);
    return { file, found };
  }

  return {
    count: store.count,
    list: store.list,
    now,
    requireOne,
    offerForCommand: offers.offerForCommand,
    offerForEvent: offers.offerForEvent,

    countDays: (caller: Caller, deviceId: number) =>
      store.countDays(caller.scope, deviceId, {
        since: new Date(options.now() - timeLineDays * 86_400_000),
        now: now(),
        zone: options.zone,
      }),

    /** A command with an address has ended: what its reply reports of the picture, or why there is none. */
    async commandEnded(command: {
      id: string;
      state: string;
      message: string | null;
      reply: unknown;
    }): Promise<void> {
      if (command.state === "failed") {
        const said = command.message ?? "";
        await store.refuseCommand(command.id, {
          en: `The device rejected the request: ${said}`,
          zh: `设备拒绝执行：${said}`,
        });
        return;
      }
      const { sha256, takenAt } = readReply(command.reply);
      if (sha256 !== null) await store.announce(command.id, { sha256, takenAt });
    },

    /** Takes what a device sends to an address; whatever is wrong with it is reported, and nothing of it stays. */
    async takeFromDevice(
      token: string,
      sent: { body: Readable; length: number | null; type: string; sha256: string | null },
    ): Promise<{ id: number; bytes: number; sha256: string }> {
      const mediaId = offers.readToken(token);
      const row = mediaId === null ? undefined : await store.take(mediaId, now());
      if (row === undefined) throw notFound(addressName);
      const max = maxBytes[row.kind];
      let incoming: Incoming | null = null;
      try {
        if (sent.length !== null && sent.length > max) throw tooLarge(max);
        incoming = await receive(row.kind, sent.body);
        const announced = row.announcedBytes === null ? null : Number(row.announcedBytes);
        const facts = await check.keep(row.kind, incoming, {
          sha256: row.announcedSha256 ?? sent.sha256,
          bytes: announced,
          type: sent.type,
        });
        await store.store(row.id, facts, sent.sha256);
        return { id: row.id, bytes: facts.bytes, sha256: facts.sha256 };
      } catch (error) {
        if (incoming !== null) await files.discard(incoming.path);
        const refusal = error instanceof TooManyBytes ? tooLarge(max) : error;
        if (refusal instanceof AppError) {
          await store.refuse(row.id, refusal.text);
          throw refusal;
        }
        await store.giveBack(row.id);
        if (!isBrokenOff(error)) throw error;
        log.info(
          { deviceId: row.deviceId, mediaId: row.id },
          "an upload was interrupted; it can be repeated",
        );
        throw fieldError("body", { en: "was not uploaded completely", zh: "文件未完整上传" });
      }
    },

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

    /** `isSmall` where what was opened is the smaller one. */
    async openPicture(caller: Caller, id: number, wantsSmall: boolean) {
      const found = await requireOne(caller, id);
      if (found.kind !== "picture") throw notFound(mediaName);
      const { file: name, bytes } = found;
      const file =
        wantsSmall && name !== null ? await small.open({ file: name, bytes: Number(bytes) }) : null;
      if (file !== null) return { file, found, isSmall: true };
      return { ...(await openFile(found)), isSmall: false };
    },

    /** A pass for one download by this person. */
    async makePass(
      caller: Caller,
      id: number,
    ): Promise<{ token: string; expiresAt: Date; found: MediaRecord }> {
      const found = await requireOne(caller, id);
      if (found.file === null) throw notFound(mediaName);
      await store.deletePasses(now());
      const token = randomBytes(32).toString("base64url");
      const expiresAt = new Date(options.now() + passMs);
      await store.addPass({ tokenHash: hashOf(token), mediaId: id, userId: caller.userId, expiresAt });
      return { token, expiresAt, found };
    },

    async openByPass(token: string) {
      const pass = await store.takePass(hashOf(token), now());
      if (pass === undefined) throw notFound(addressName);
      return openFile(await store.find(systemScope, pass.mediaId, now()));
    },

    ...createResultFiles({ db: options.db, files, now: options.now }),

    /** A stored clip for anyone who plays it. */
    async openClip(found: MediaRecord): Promise<VideoSource> {
      if (found.kind !== "clip" || found.file === null) throw notFound(mediaName);
      const path = files.pathOf(found.file);
      const head = await readHead(path).catch(() => null); // gone from the disk, whatever the reason
      const kind = head === null ? null : clipKindOf(head);
      if (kind === null) throw notFound(mediaName);
      return openClipSource(await options.video.openForFfmpeg(path), kind.demuxer);
    },

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

function readReply(reply: unknown): { sha256: string | null; takenAt: Date | null } {
  const given = typeof reply === "object" && reply !== null ? reply : {};
  const sha256 = "sha256" in given && typeof given.sha256 === "string" ? given.sha256.toLowerCase() : "";
  const takenAt = "takenAt" in given ? Number(given.takenAt) : Number.NaN;
  const isTime = takenAt > 1_000_000_000_000 && takenAt < 10_000_000_000_000;
  return {
    sha256: /^[0-9a-f]{64}$/.test(sha256) ? sha256 : null,
    takenAt: isTime ? new Date(takenAt) : null,
  };
}

function isBrokenOff(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return ["ECONNRESET", "ERR_STREAM_PREMATURE_CLOSE", "ABORT_ERR"].includes(code);
}

function hashOf(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

const mediaName = { en: "picture or clip", zh: "图片或视频" };
const addressName = { en: "address (already used, expired or unknown)", zh: "地址（已使用、已过期或未知）" };
