/** Pictures and clips that people look at, play or download. */
import { createHash, randomBytes } from "node:crypto";
import type { Caller } from "../../../platform/caller.ts";
import type { BlobStore } from "../../../platform/files/blob-store.ts";
import { systemScope } from "../../../platform/scope.ts";
import type { Db } from "../../../platform/store/database.ts";
import { clipKindOf } from "./clip-kind.model.ts";
import { createFilePassStore } from "./file-pass.store.ts";
import type { MediaStore } from "./media.store.ts";
import { readHead } from "./media-check.ts";
import type { MediaRecord } from "./media-queries.store.ts";
import { addressNotFound, mediaNotFound } from "./media-refusals.ts";
import type { createSmallPictures } from "./small-pictures.ts";
import { openClipSource, type VideoSource } from "./video/video-source.ts";
import type { VideoTools } from "./video/video-tools.ts";

const passMs = 60_000;

export function createMediaDownloads(options: {
  db: Db;
  store: MediaStore;
  files: BlobStore;
  small: Pick<ReturnType<typeof createSmallPictures>, "open">;
  video: Pick<VideoTools, "openForFfmpeg">;
  requireOne: (caller: Caller, id: number) => Promise<MediaRecord>;
  now: () => number;
}) {
  const { store, files, small, video, requireOne, now } = options;
  const passes = createFilePassStore(options.db);

  async function openFile(found: MediaRecord | undefined) {
    const file = found?.file == null ? null : await files.open(found.file);
    if (found === undefined || file === null) throw mediaNotFound();
    return { file, found };
  }

  return {
    /** `isSmall` where what was opened is the smaller one. */
    async openPicture(caller: Caller, id: number, wantsSmall: boolean) {
      const found = await requireOne(caller, id);
      if (found.kind !== "picture") throw mediaNotFound();
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
      if (found.file === null) throw mediaNotFound();
      await passes.deleteOver(new Date(now()));
      const token = randomBytes(32).toString("base64url");
      const expiresAt = new Date(now() + passMs);
      await passes.add({ tokenHash: hashOf(token), mediaId: id, userId: caller.userId, expiresAt });
      return { token, expiresAt, found };
    },

    async openByPass(token: string) {
      const pass = await passes.take(hashOf(token), new Date(now()));
      if (pass === undefined) throw addressNotFound();
      return openFile(await store.find(systemScope, pass.mediaId, new Date(now())));
    },

    /** A stored clip for anyone who plays it. */
    async openClip(found: MediaRecord): Promise<VideoSource> {
      if (found.kind !== "clip" || found.file === null) throw mediaNotFound();
      const path = files.pathOf(found.file);
      const head = await readHead(path).catch(() => null); // gone from the disk, whatever the reason
      const kind = head === null ? null : clipKindOf(head);
      if (kind === null) throw mediaNotFound();
      return openClipSource(await video.openForFfmpeg(path), kind.demuxer);
    },
  };
}

function hashOf(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}
