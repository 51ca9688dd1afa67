import type { MediaKind, MediaState } from "@tracewater/contract/fleet/media";
import type { LocalizedText } from "@tracewater/contract/locales";
import type { TimeSpan } from "@tracewater/contract/time-span";
import { type Expression, type Insertable, type Selectable, type SqlBool, sql } from "kysely";
import { inScope, type Scope } from "../../../platform/scope.ts";
import type { Db } from "../../../platform/store/database.ts";
import { inSpan } from "../../../platform/store/search-span.ts";
import type { Tables } from "../../../platform/store/tables.ts";

/** A row with its state as of now: what did not come in time is missing. */
export type MediaRecord = Omit<
  Selectable<Tables["deviceMedia"]>,
  "state" | "commandId" | "announcedBytes" | "expiresAt" | "createdAt"
> & { state: MediaState };

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

export type MediaFilter = {
  deviceId: number;
  kind: MediaKind;
  state?: MediaState | undefined;
  span?: TimeSpan | undefined;
};

const columns = [
  "deviceMedia.id",
  "deviceMedia.unitId",
  "deviceMedia.deviceId",
  "deviceMedia.cameraId",
  "deviceMedia.kind",
  "deviceMedia.origin",
  "deviceMedia.source",
  "deviceMedia.takenAt",
  "deviceMedia.storedAt",
  "deviceMedia.bytes",
  "deviceMedia.type",
  "deviceMedia.sha256",
  "deviceMedia.announcedSha256",
  "deviceMedia.durationMs",
  "deviceMedia.file",
  "deviceMedia.reasonEn",
  "deviceMedia.reasonZh",
] as const;

export type MediaStore = ReturnType<typeof createMediaStore>;

export function createMediaStore(db: Db) {
  const state = (now: Date) =>
    sql<MediaState>`case when device_media.state in ('stored', 'refused') then device_media.state
      when device_media.expires_at <= ${now} then 'missing' else 'waiting' end`;

  const records = (now: Date) => db.selectFrom("deviceMedia").select(columns).select(state(now).as("state"));

  function matches(scope: Scope, filter: MediaFilter, now: Date): Expression<SqlBool> {
    const parts = [
      inScope(scope, "device_media.unit_id"),
      sql<boolean>`device_media.device_id = ${filter.deviceId} and device_media.kind = ${filter.kind}`,
      ...inSpan(sql`device_media.taken_at`, filter.span ?? {}),
    ];
    if (filter.state !== undefined) parts.push(sql<boolean>`${state(now)} = ${filter.state}`);
    return sql<boolean>`${sql.join(parts, sql` and `)}`;
  }

  return {
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

    async list(
      scope: Scope,
      filter: MediaFilter,
      now: Date,
      page: { limit: number; offset: number },
    ): Promise<MediaRecord[]> {
      return records(now)
        .where(matches(scope, filter, now))
        .orderBy("takenAt", "desc")
        .orderBy("id", "desc")
        .limit(page.limit)
        .offset(page.offset)
        .execute();
    },

    async count(scope: Scope, filter: MediaFilter, now: Date): Promise<number> {
      const counted = await db
        .selectFrom("deviceMedia")
        .where(matches(scope, filter, now))
        .select(sql<number>`count(*)::int`.as("count"))
        .executeTakeFirstOrThrow();
      return counted.count;
    },

    /** Pictures by the day in this zone on which they were taken. */
    async countDays(
      scope: Scope,
      deviceId: number,
      span: { since: Date; now: Date; zone: string },
    ): Promise<{ day: string; stored: number; failed: number }[]> {
      return db
        .selectFrom("deviceMedia")
        .where(matches(scope, { deviceId, kind: "picture" }, span.now))
        .where("takenAt", ">=", span.since)
        .select([
          sql<string>`to_char(taken_at at time zone ${span.zone}, 'YYYY-MM-DD')`.as("day"),
          sql<number>`(count(*) filter (where state = 'stored'))::int`.as("stored"),
          sql<number>`(count(*) filter (where ${state(span.now)} in ('refused', 'missing')))::int`.as(
            "failed",
          ),
        ])
        .groupBy(sql`1`)
        .orderBy(sql`1`)
        .limit(61)
        .execute();
    },

    async find(scope: Scope, id: number, now: Date): Promise<MediaRecord | undefined> {
      return records(now)
        .where("id", "=", id)
        .where(inScope(scope, "device_media.unit_id"))
        .executeTakeFirst();
    },

    async addPass(pass: {
      tokenHash: Buffer;
      mediaId: number;
      userId: number;
      expiresAt: Date;
    }): Promise<void> {
      await db.insertInto("filePass").values(pass).execute();
    },

    /** Takes a pass away; who gets it may have the file. */
    async takePass(tokenHash: Buffer, now: Date): Promise<{ mediaId: number; userId: number } | undefined> {
      return db
        .deleteFrom("filePass")
        .where("tokenHash", "=", tokenHash)
        .where("expiresAt", ">", now)
        .returning(["mediaId", "userId"])
        .executeTakeFirst();
    },

    async deletePasses(now: Date): Promise<void> {
      await db.deleteFrom("filePass").where("expiresAt", "<=", now).execute();
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
