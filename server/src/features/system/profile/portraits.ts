/*
 * Portraits: pictures under names that nobody guesses. They lie under `portraits/` of the data folder, and what no
 * user shows any more goes at the next start.
 */
import { randomBytes } from "node:crypto";
import { type FileHandle, mkdir, open, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { badField, Failure } from "../../../platform/failure.ts";
import { type PictureKind, pictureKindOf } from "../../../platform/files/picture-kind.ts";

/** An upload that became nobody's portrait within a day goes. */
const unusedLifeMs = 24 * 3_600_000;
/** Pictures that one user may upload in a day. */
const mostInADay = 30;

export type Portraits = ReturnType<typeof createPortraits>;

export function createPortraits(options: { dataDir: string; now: () => number }) {
  const folder = join(options.dataDir, "portraits");
  const uploaded = new Map<number, { since: number; count: number }>();

  function countUpload(userId: number): void {
    const known = uploaded.get(userId);
    const isToday = known !== undefined && options.now() - known.since < unusedLifeMs;
    const count = isToday ? known.count + 1 : 1;
    uploaded.set(userId, { since: isToday ? known.since : options.now(), count });
    if (count > mostInADay) throw tooMany();
  }

  return {
    /** Keeps an uploaded file if it is a picture; its name is a new one. The file at `path` is gone afterwards. */
    async keep(userId: number, path: string): Promise<string> {
      countUpload(userId);
      const kind = pictureKindOf(await readFile(path));
      if (kind === null) throw notAPicture();
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const name = `${randomBytes(24).toString("hex")}.${kind}`;
      await rename(path, join(folder, name));
      return name;
    },

    /** The file of that name; null where there is none. Names are checked by the call's declaration. */
    async open(name: string): Promise<{ file: FileHandle; kind: PictureKind } | null> {
      const kind = (["png", "jpg", "webp"] as const).find((one) => name.endsWith(`.${one}`));
      const file = await open(join(folder, name), "r").catch(() => null); // not there, whatever the reason
      return file === null || kind === undefined ? null : { file, kind };
    },

    async exists(name: string): Promise<boolean> {
      const found = await stat(join(folder, name)).catch(() => null); // not there, whatever the reason
      return found?.isFile() ?? false;
    },

    async discard(name: string): Promise<void> {
      await rm(join(folder, name), { force: true });
    },

    /** At the start: pictures that became nobody's portrait, and those that are it no more. */
    async expire(used: ReadonlySet<string>): Promise<void> {
      const names = await readdir(folder).catch(() => []); // nothing was ever uploaded
      for (const name of names.filter((one) => !used.has(one))) {
        const { mtimeMs } = await stat(join(folder, name));
        if (mtimeMs < options.now() - unusedLifeMs) await rm(join(folder, name), { force: true });
      }
    },
  };
}

function notAPicture(): Failure {
  return badField("file", {
    en: "is not a PNG, JPEG or WebP picture",
    zh: "不是有效的 PNG、JPEG 或 WebP 图片",
  });
}

function tooMany(): Failure {
  return new Failure("refused", {
    en: `You uploaded ${mostInADay} pictures today; try again tomorrow.`,
    zh: `今日上传图片已达 ${mostInADay} 张，请明天再试。`,
  });
}
