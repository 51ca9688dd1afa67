import type { MediaKind, MediaState } from "@tracewater/contract/fleet/media";
import type { TimeSpan } from "@tracewater/contract/time-span";
import { type Expression, type Selectable, type SqlBool, sql } from "kysely";
import { inScope, type Scope } from "../../../platform/scope.ts";
import type { Db } from "../../../platform/store/database.ts";
import { inSpan } from "../../../platform/store/search-span.ts";
import type { Tables } from "../../../platform/store/tables.ts";

/** A row with its state as of now: what did not come in time is missing. */
export type MediaRecord = Omit<
  Selectable<Tables["deviceMedia"]>,
  "state" | "commandId" | "announcedBytes" | "expiresAt" | "createdAt"
> & { state: MediaState };

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

/** Lists and look-ups of pictures and clips. */
export function createMediaQueries(db: Db) {
  const records = (now: Date) => db.selectFrom("deviceMedia").select(columns).select(state(now).as("state"));

  return {
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
  };
}

const state = (now: Date) =>
  sql<MediaState>`case when device_media.state in ('stored', 'refused') then device_media.state
    when device_media.expires_at <= ${now} then 'missing' else 'waiting' end`;

function matches(scope: Scope, filter: MediaFilter, now: Date): Expression<SqlBool> {
  const parts = [
    inScope(scope, "device_media.unit_id"),
    sql<boolean>`device_media.device_id = ${filter.deviceId} and device_media.kind = ${filter.kind}`,
    ...inSpan(sql`device_media.taken_at`, filter.span ?? {}),
  ];
  if (filter.state !== undefined) parts.push(sql<boolean>`${state(now)} = ${filter.state}`);
  return sql<boolean>`${sql.join(parts, sql` and `)}`;
}
