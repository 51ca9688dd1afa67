/*
 * Documents that people upload for records of their own clients: kept under names that nobody guesses, in
 * `documents/` of the data folder, and given to sessions alone, as attachments that no browser draws.
 */
import { randomBytes } from "node:crypto";
import { type FileHandle, mkdir, open, rename } from "node:fs/promises";
import { extname, join } from "node:path";
import { fieldError } from "../../../platform/app-error.ts";

/** How a document of this kind begins; text has no beginning of its own. */
const heads: Readonly<Record<string, Buffer>> = {
  pdf: Buffer.from("%PDF-"),
  zip: Buffer.from([0x50, 0x4b, 0x03, 0x04]),
  ole: Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]),
};
const kinds: Readonly<Record<string, keyof typeof heads | "text">> = {
  ...{ pdf: "pdf", docx: "zip", xlsx: "zip", pptx: "zip", zip: "zip" },
  ...{ doc: "ole", xls: "ole", ppt: "ole", txt: "text", csv: "text" },
};

export type Documents = ReturnType<typeof createDocuments>;

export function createDocuments(options: { dataDir: string }) {
  const folder = join(options.dataDir, "documents");
  return {
    /** Keeps an uploaded file where it is what its name says; its new name. The file at `path` is gone afterwards. */
    async keep(path: string, originalName: string): Promise<string> {
      const extension = extname(originalName).slice(1).toLowerCase();
      if (!(await isOfKind(path, kinds[extension]))) throw notADocument();
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const name = `${randomBytes(24).toString("hex")}.${extension}`;
      await rename(path, join(folder, name));
      return name;
    },

    /** The file of that name; null where there is none. */
    async open(name: string): Promise<FileHandle | null> {
      if (!/^[0-9a-f]{48}\.[a-z]{3,4}$/.test(name)) return null;
      return open(join(folder, name), "r").catch(() => null); // not there, whatever the reason
    },
  };
}

const looked = 4096;

async function isOfKind(path: string, kind: string | undefined): Promise<boolean> {
  if (kind === undefined) return false;
  const file = await open(path, "r");
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(looked), 0, looked, 0);
    const head = buffer.subarray(0, bytesRead);
    if (kind === "text") return bytesRead > 0 && !head.includes(0);
    const begins = heads[kind];
    return begins !== undefined && head.subarray(0, begins.length).equals(begins);
  } finally {
    await file.close();
  }
}

function notADocument() {
  const list = Object.keys(kinds).join(", ");
  return fieldError("file", {
    en: `must be a PNG, JPEG or WebP picture, or a document (${list}) whose contents match its name`,
    zh: `应为 PNG、JPEG、WebP 图片，或内容与扩展名相符的文档（${list}）`,
  });
}
