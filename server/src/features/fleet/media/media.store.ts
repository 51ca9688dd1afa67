/** The life of a picture or clip: expected, received, stored or refused, and removed when its time is over. */
import type { MediaKind } from "@tracewater/contract/fleet/media";
import type { LocalizedText } from "@tracewater/contract/locales";
import { type Insertable, sql } from "kysely";
import type { Db } from "../../../platform/store/database.ts";
import type { Tables } from "../../../platform/store/tables.ts";
import { createMediaQueries } from "./media-queries.store.ts";

/** What will come: asked for by a command, or announced by an event. */
export type Expected = {
  unitId: number;
  deviceId: number;
  kind: MediaKind;
  origin: "command" | "event";
  source: string;
  commandId: string | null;
  takenAt: Date;
  expiresAt: Date;
  announcedSha256: string | null;
  announcedBytes: number | null;
};

/** What came. */
export type StoredFile = {
  bytes: number;
  type: string;
  sha256: string;
  file: string;
  durationMs: number | null;
  storedAt: Date;
};

export type MediaStore = ReturnType<typeof createMediaStore>;

export function createMediaStore(db: Db) {
  return {
    ...createMediaQueries(db),

    /** A command or an event that comes again waits for the same picture; null where that is there already. */
    async expect(one: Expected): Promise<number | null> {
      const added = await db
        .insertInto("deviceMedia")
        .values({ ...one, state: "waiting" })
        .onConflict((conflict) =>
          (one.origin === "command"
            ? conflict.column("commandId").where("commandId", "is not", null)
            : conflict
                .columns(["deviceId", "source", "takenAt", "announcedSha256"])
                .where("origin", "=", sql.lit("event"))
          ).doUpdateSet({ expiresAt: one.expiresAt }),
        )
        .returning(["id", "state"])
        .executeTakeFirstOrThrow();
      return added.state === "waiting" ? added.id : null;
    },

    /** Takes the place of anyone who may upload now; undefined where it is used, over, or its device out of service. */
    async take(id: number, now: Date) {
      return db
        .updateTable("deviceMedia")
        .set({ state: "receiving" })
        .where("id", "=", id)
        .where("state", "=", "waiting")
        .where("expiresAt", ">", now)
        .where(
          sql<boolean>`exists (select from device d where d.id = device_media.device_id and d.status = '0')`,
        )
        .returningAll()
        .executeTakeFirst();
    },

    /** It did not come whole: the device may try again. */
    async giveBack(id: number): Promise<void> {
      await db
        .updateTable("deviceMedia")
        .set({ state: "waiting" })
        .where("id", "=", id)
        .where("state", "=", "receiving")
        .execute();
    },

    async refuse(id: number, reason: LocalizedText): Promise<void> {
      await db
        .updateTable("deviceMedia")
        .set({ state: "refused", reasonEn: reason.en, reasonZh: reason.zh })
        .where("id", "=", id)
        .where("state", "<>", "stored")
        .execute();
    },

    /** The device could not do what the command asked for. */
    async refuseCommand(commandId: string, reason: LocalizedText): Promise<void> {
      await db
        .updateTable("deviceMedia")
        .set({ state: "refused", reasonEn: reason.en, reasonZh: reason.zh })
        .where("commandId", "=", commandId)
        .where("state", "in", ["waiting", "receiving"])
        .execute();
    },

    /** What the device's reply reports of its picture. */
    async announce(commandId: string, announced: { sha256: string; takenAt: Date | null }): Promise<void> {
      await db
        .updateTable("deviceMedia")
        .set({
          announcedSha256: announced.sha256,
          ...(announced.takenAt === null ? {} : { takenAt: announced.takenAt }),
        })
        .where("commandId", "=", commandId)
        .execute();
    },

    async store(id: number, facts: StoredFile, announcedSha256: string | null): Promise<void> {
      await db
        .updateTable("deviceMedia")
        .set({ ...facts, state: "stored", ...(announcedSha256 === null ? {} : { announcedSha256 }) })
        .where("id", "=", id)
        .where("state", "=", "receiving")
        .execute();
    },

    /** What a person handed in, or a camera recorded. */
    async add(
      row: Pick<
        Insertable<Tables["deviceMedia"]>,
        "unitId" | "deviceId" | "cameraId" | "kind" | "origin" | "source" | "takenAt"
      > &
        StoredFile,
    ): Promise<number> {
      const added = await db
        .insertInto("deviceMedia")
        .values({ ...row, state: "stored", expiresAt: row.storedAt })
        .returning("id")
        .executeTakeFirstOrThrow();
      return added.id;
    },

    /**
     * Removes rows whose time is over, oldest first: by their camera's retention where it recorded them, and never
     * what was taken within a legal hold of its device.
     */
    async removeOver(
      kind: MediaKind,
      before: Date | null,
      now: Date,
      limit: number,
    ): Promise<{ file: string | null }[]> {
      const over = sql`
        select m.id from device_media m left join camera c on c.id = m.camera_id
        where m.kind = ${kind} and m.state = 'stored'
          and case when c.id is null then ${before}::timestamptz is not null and m.stored_at < ${before}
            else c.retention_days > 0
              and m.stored_at < ${now}::timestamptz - make_interval(days => c.retention_days) end
          and not exists (select from reading_hold h where h.device_id = m.device_id and h.lifted_at is null
            and m.taken_at >= h.begin_at and (h.end_at is null or m.taken_at <= h.end_at))
        order by m.stored_at limit ${limit}`;
      const removed = await sql<{ file: string | null }>`
        delete from device_media where id in (${over}) returning file`.execute(db);
      return removed.rows;
    },
  };
}
