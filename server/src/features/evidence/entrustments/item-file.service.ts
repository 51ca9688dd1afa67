/** Photos of items: taken over byte for byte, with their SHA-256 in the custody chain, and read back against it. */
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { ItemFile } from "@tracewater/contract/evidence/item-files";
import { personLabel } from "@tracewater/contract/system/person-label";
import { writeBlockLine } from "@tracewater/custody/evidence-file";
import { AppError, fieldError, notFound } from "../../../platform/app-error.ts";
import type { Caller } from "../../../platform/caller.ts";
import type { BlobStore } from "../../../platform/files/blob-store.ts";
import { pictureKindOf, pictureTypes } from "../../../platform/files/picture-kind.ts";
import type { Db, Trx } from "../../../platform/store/database.ts";
import type { CustodyService } from "../../laboratory/custody/custody.service.ts";
import { appendEvidence } from "./evidence-chain.ts";
import type { ItemService } from "./item.service.ts";
import type { FoundItem } from "./item.store.ts";
import {
  createItemFileStore,
  maxEntrustmentBytes,
  maxPhotos,
  type StoredItemFile,
} from "./item-file.store.ts";
import { itemRefusals } from "./item-refusals.ts";
import { aboutEntrustment, aboutItem } from "./track.model.ts";

export type ItemFileService = ReturnType<typeof createItemFileService>;

const maxPhotoBytes = 10 * 1024 * 1024;

export function createItemFileService(options: {
  db: Db;
  custody: Pick<CustodyService, "append">;
  items: Pick<ItemService, "require" | "lock">;
  blobs: BlobStore;
  now: () => number;
}) {
  const { db, custody, items, blobs, now } = options;
  const store = createItemFileStore(db);

  /** The row and its event in one transaction; the bytes lie there already. */
  async function writePhoto(
    trx: Trx,
    caller: Caller,
    itemId: number,
    given: { sha256: string; bytes: number; mediaType: string; file: string; caption: string },
  ): Promise<number> {
    const { item } = await items.lock(trx, caller.scope, itemId);
    requirePhotographable(item, caller);
    const { entrustmentId, itemNo, place } = item;
    const { ofItem, bytes } = await store.measure(trx, entrustmentId, itemId);
    if (ofItem >= maxPhotos) throw itemFileRefusals.tooMany;
    if (bytes + given.bytes > maxEntrustmentBytes) throw itemFileRefusals.tooMuch;
    const known = await store.listOfItem(itemId, trx);
    if (known.some((one) => one.kind === "photo" && one.sha256 === given.sha256))
      throw itemFileRefusals.known;
    const name = `${itemNo}-${ofItem + 1}.${given.file.split(".").at(-1)}`;
    const addedBy = personLabel(caller);
    const row = { ...given, entrustmentId, itemId, kind: "photo", name, addedBy, addedAt: new Date(now()) };
    const id = await store.add(trx, row);
    const { sha256, mediaType, caption } = given;
    await appendEvidence(custody, trx, caller, [
      {
        ...{ kind: "step", about: [aboutItem(itemId), aboutEntrustment(entrustmentId)], condition: "photo" },
        ...{ place: place || null, note: caption || null, facts: { file: { name, mediaType, sha256 } } },
      },
    ]);
    return id;
  }

  /** Null where they are gone from the disk. */
  async function bytesOf({ fileId, file }: StoredItemFile): Promise<Buffer | null> {
    if (file !== null) return readFile(blobs.pathOf(file)).catch(() => null);
    const text = await store.contentOf(fileId);
    return text === null ? null : Buffer.from(text, "utf8");
  }

  return {
    /** A place for an upload. */
    plan: () => blobs.plan("upload"),
    discard: blobs.discard,

    async list(caller: Caller, itemId: number): Promise<ItemFile[]> {
      await items.require(caller.scope, itemId);
      return (await store.listOfItem(itemId)).map(present);
    },

    async addPhoto(
      caller: Caller,
      itemId: number,
      upload: { path: string; caption: string },
    ): Promise<{ file: ItemFile; item: FoundItem }> {
      const item = await items.require(caller.scope, itemId);
      requirePhotographable(item, caller);
      const content = await readFile(upload.path);
      const kind = pictureKindOf(content);
      if (kind === null) throw itemFileRefusals.noPicture();
      if (content.length > maxPhotoBytes) throw itemFileRefusals.tooLarge();
      const file = await blobs.keep(upload.path, kind);
      const given = { sha256: sha256Of(content), bytes: content.length, mediaType: pictureTypes[kind], file };
      try {
        const id = await db
          .transaction()
          .execute((trx) => writePhoto(trx, caller, itemId, { ...given, caption: upload.caption }));
        const added = await store.find(caller.scope, id);
        if (added === undefined) throw new Error("a photo stored a moment ago is missing");
        return { file: present(added), item };
      } catch (error) {
        await blobs.remove(file); // nothing in the database names it
        throw error;
      }
    },

    /** The bytes of a file that are still what was recorded. */
    async read(caller: Caller, id: number): Promise<{ file: ItemFile; content: Buffer }> {
      const found = await store.find(caller.scope, id);
      if (found === undefined) throw notFound(fileName);
      const content = await bytesOf(found);
      if (content === null) throw notFound(fileName);
      if (sha256Of(content) !== found.sha256) throw itemFileRefusals.changed(found.name);
      return { file: present(found), content };
    },

    listOfEntrustment: store.listOfEntrustment,

    /** The lines of a file for the court, one file at a time: what is not there is named by the verifier. */
    async *lines(files: readonly StoredItemFile[]): AsyncGenerator<string> {
      const written = new Set<string>();
      for (const file of files) {
        const { sha256 } = file;
        const content = written.has(sha256) ? null : await bytesOf(file);
        if (content === null) continue;
        written.add(sha256);
        yield writeBlockLine({ sha256, data: content.toString("base64") });
      }
    },
  };
}

const sha256Of = (content: Buffer) => createHash("sha256").update(content).digest("hex");

const fileName = { en: "file", zh: "文件" };

function requirePhotographable(item: FoundItem, caller: Caller): void {
  if (item.state === "returned" || item.state === "destroyed" || item.state === "lost")
    throw itemRefusals.state(item, "photo");
  if (item.holderId !== caller.userId) throw itemRefusals.notHolder(item);
}

const itemFileRefusals = {
  noPicture: () =>
    fieldError("file", { en: "must be a JPEG, PNG or WebP picture", zh: "须为 JPEG、PNG 或 WebP 图片" }),
  tooLarge: () => fieldError("file", { en: "is larger than 10 MB", zh: "超过 10 MB" }),
  tooMany: new AppError("refused", {
    en: `An item has at most ${maxPhotos} photos.`,
    zh: `每件检材最多 ${maxPhotos} 张照片。`,
  }),
  tooMuch: new AppError("refused", {
    en: "The files of an entrustment may have 100 MB together.",
    zh: "每份委托的附件合计不得超过 100 MB。",
  }),
  known: new AppError("conflict", {
    en: "This photo of the item was added before.",
    zh: "该检材已有相同照片。",
  }),
  changed: (name: string) =>
    new AppError("conflict", {
      en: `The stored file ${name} is not the one that was recorded: its SHA-256 differs. It is not shown.`,
      zh: `所存文件 ${name} 与登记时不一致（SHA-256 不符），不予显示。`,
    }),
} as const;

/** Without where its bytes lie. */
function present({ file: _place, itemNo: _of, ...rest }: StoredItemFile): ItemFile {
  return rest;
}
