import { type ItemFile, itemFile } from "@tracewater/contract/evidence/item-files";
import { type Insertable, sql } from "kysely";
import { z } from "zod";
import { inScope, type Scope } from "../../../platform/scope.ts";
import type { Db, Trx } from "../../../platform/store/database.ts";
import { epochMs } from "../../../platform/store/epoch-ms.ts";
import type { Tables } from "../../../platform/store/tables.ts";

/** With where its bytes lie. */
export type StoredItemFile = ItemFile & { file: string | null; itemNo: string };
const stored = itemFile.extend({ file: z.string().nullable(), itemNo: z.string() });

/** An item has at most this many photos, and an entrustment this much of files: the file for the court holds them all. */
export const maxPhotos = 20;
export const maxEntrustmentBytes = 100 * 1024 * 1024;
/** Of one look at an entrustment; its bytes end earlier. */
const maxFiles = 2000;

/** The statements on photos and curves of items. */
export function createItemFileStore(db: Db) {
  const select = (from: Db | Trx) =>
    from
      .selectFrom("evidenceFile as f")
      .innerJoin("evidenceItem as i", "i.id", "f.itemId")
      .select([
        ...(["f.id as fileId", "f.itemId", "f.kind", "f.name", "f.mediaType", "f.bytes"] as const),
        ...(["f.sha256", "f.caption", "f.addedBy", "f.file", "i.itemNo"] as const),
        epochMs("f.added_at").as("addedAt"),
      ]);

  return {
    async find(scope: Scope, id: number): Promise<StoredItemFile | undefined> {
      const rows = await select(db).where("f.id", "=", id).where(inScope(scope, "i.unit_id")).execute();
      return z.array(stored).parse(rows)[0];
    },

    async listOfItem(itemId: number, from: Db | Trx = db): Promise<StoredItemFile[]> {
      const rows = await select(from)
        .where("f.itemId", "=", itemId)
        .orderBy("f.id")
        .limit(maxFiles)
        .execute();
      return z.array(stored).parse(rows);
    },

    async listOfEntrustment(entrustmentId: number, from: Db | Trx = db): Promise<StoredItemFile[]> {
      const rows = await select(from)
        .where("f.entrustmentId", "=", entrustmentId)
        .orderBy("f.id")
        .limit(maxFiles)
        .execute();
      return z.array(stored).parse(rows);
    },

    /** How many files an item has, and how many bytes those of its entrustment have together. */
    async measure(
      trx: Trx,
      entrustmentId: number,
      itemId: number,
    ): Promise<{ ofItem: number; bytes: number }> {
      const counted = await trx
        .selectFrom("evidenceFile")
        .select([
          sql<number>`(count(*) filter (where item_id = ${itemId} and kind = 'photo'))::int`.as("ofItem"),
          sql<number>`coalesce(sum(bytes), 0)::float8`.as("bytes"),
        ])
        .where("entrustmentId", "=", entrustmentId)
        .executeTakeFirstOrThrow();
      return counted;
    },

    /** The text of a file that has no place on the disk. */
    async contentOf(id: number): Promise<string | null> {
      const found = await db
        .selectFrom("evidenceFile")
        .select("content")
        .where("id", "=", id)
        .executeTakeFirst();
      return found?.content ?? null;
    },

    async add(trx: Trx, row: Insertable<Tables["evidenceFile"]>): Promise<number> {
      const added = await trx
        .insertInto("evidenceFile")
        .values(row)
        .returning("id")
        .executeTakeFirstOrThrow();
      return added.id;
    },
  };
}
