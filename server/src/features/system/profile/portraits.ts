/*
 * Portraits: pictures under names that nobody guesses. They lie under `portraits/` of the data folder, and what no
 * user shows any longer goes with the hourly clean-up.
 */
import { randomBytes } from "node:crypto";
import { type FileHandle, mkdir, open, opendir, readFile, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { type AppError, fieldError } from "../../../platform/app-error.ts";
import { type PictureKind, pictureKindOf } from "../../../platform/files/picture-kind.ts";

/** An upload that became nobody's portrait within a day goes. */
const unusedTtlMs = 24 * 3_600_000;

/** Files that one clean-up removes, and names that it asks the database for in one statement. */
const maxPerRun = 2_000;
const askedAtOnce = 500;

export type Portraits = ReturnType<typeof createPortraits>;

export function createPortraits(options: {
  dataDir: string;
  now: () => number;
  countUpload: (userId: number) => void;
}) {
  const folder = join(options.dataDir, "portraits");

  return {
    /** Keeps an uploaded file if it is a picture; its name is a new one. The file at `path` is gone afterwards. */
    async keep(userId: number, path: string): Promise<string> {
      options.countUpload(userId);
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

    /**
     * Pictures that became nobody's portrait, and those that are it no more, go a day after their upload; so many at
     * once and no more. How many went.
     */
    async expire(findUsed: (names: readonly string[]) => Promise<ReadonlySet<string>>): Promise<number> {
      const before = options.now() - unusedTtlMs;
      const old: string[] = [];
      for await (const { name } of (await opendir(folder).catch(() => null)) ?? []) {
        const found = await stat(join(folder, name)).catch(() => null); // replaced in this very moment
        if (found !== null && found.mtimeMs < before) old.push(name);
      }
      let gone = 0;
      for (let at = 0; at < old.length && gone < maxPerRun; at += askedAtOnce) {
        const names = old.slice(at, at + askedAtOnce);
        const used = await findUsed(names);
        for (const name of names.filter((one) => !used.has(one))) {
          await rm(join(folder, name), { force: true });
          gone += 1;
        }
      }
      return gone;
    },
  };
}

function notAPicture(): AppError {
  return fieldError("file", {
    en: "must be a PNG, JPEG or WebP picture",
    zh: "应为 PNG、JPEG 或 WebP 图片",
  });
}
