import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../../platform/store/database.ts";
import { type Level, levelMs, type Part, type SeriesPoint } from "./series.model.ts";

/** Callers check the device's scope first, and give no span outside of their reach. */
export type SeriesSpan = { deviceId: number; identifiers: readonly string[]; begin: Date; end: Date };

export type Outlook = { about: Map<string, number>; rolledTo: Date; origin: Date | null; rawFloor: Date };

const tables = {
  minute: { table: "telemetry_1m", width: levelMs.minute },
  hour: { table: "telemetry_1h", width: levelMs.hour },
  day: { table: "telemetry_1d", width: levelMs.day },
} as const;

const maxRows = 100_000;

/** Numeric values over spans of time. */
export function createSeriesStore(db: Db) {
  return {
    /** About how many values there are, from the rollups, and where these are. */
    async outlook(span: SeriesSpan): Promise<Outlook> {
      const long = span.end.getTime() - span.begin.getTime() > 60 * levelMs.day;
      const { table, width } = long ? tables.day : tables.hour;
      const found = await sql<{
        identifier: string | null;
        about: number;
        rolledTo: Date;
        origin: Date | null;
        rawFloor: Date | number;
      }>`
        select m.identifier, coalesce(r.about, 0)::float8 as about, s.rolled_to, s.origin,
          greatest(s.raw_floor, '1970-01-01') as raw_floor
        from rollup_state s left join metric m on m.identifier = any(${[...span.identifiers]}::text[])
        left join lateral (select sum(n) as about from ${sql.table(table)} t where t.device_id = ${span.deviceId}
          and t.metric = m.id and t.bucket > ${new Date(span.begin.getTime() - width)} and t.bucket <= ${span.end}) r
          on true limit ${maxRows}`.execute(db);
      const [first] = found.rows;
      if (first === undefined) throw new Error("the state of the rollups is gone");
      return {
        about: new Map(found.rows.map((row) => [row.identifier ?? "", row.about])),
        rolledTo: first.rolledTo,
        origin: first.origin,
        rawFloor: new Date(first.rawFloor),
      };
    },

    /** Every value of the span, in the order of time; only for identifiers whose number is known to be small. */
    async listRaw(span: SeriesSpan): Promise<SeriesPoint[]> {
      const found = await sql<SeriesPoint>`
        select m.identifier, r.at, r.value from ${metricsOf(span)} cross join lateral (
          select (extract(epoch from t.ts) * 1000)::float8 as at, t.value from telemetry t
          where ${within(span, sql`t.ts`)} and t.value is not null order by t.ts limit ${maxRows}) r
        limit ${maxRows}`.execute(db);
      return found.rows;
    },

    /** What each part of equal length holds, read from one level. */
    async listParts(span: SeriesSpan, level: Level, step: number, origin: Date): Promise<Part[]> {
      const found = await sql<Part>`
        select m.identifier, r.* from ${metricsOf(span)} cross join lateral (
          ${level === "raw" ? partsOfRaw(span, step, origin) : partsOfRollup(span, level, step, origin)}) r
        limit ${maxRows}`.execute(db);
      return found.rows;
    },
  };
}

function metricsOf({ identifiers }: SeriesSpan): RawBuilder<unknown> {
  return sql`(select id, identifier from metric where identifier = any(${[...identifiers]}::text[])) m`;
}

function within({ deviceId, begin, end }: SeriesSpan, time: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`t.device_id = ${deviceId} and t.metric = m.id and ${time} >= ${begin} and ${time} <= ${end}`;
}

const msOf = (time: RawBuilder<unknown>) => sql`(extract(epoch from ${time}) * 1000)::float8`;

function partsOfRaw(span: SeriesSpan, step: number, origin: Date): RawBuilder<unknown> {
  return sql`
    select ${msOf(sql`g.bucket`)} as at, g.n, g.total, g.low, g.high, ${msOf(sql`g.first`)} as first,
      ${msOf(sql`g.last`)} as last
    from (select date_bin(${step} * interval '1 millisecond', t.ts, ${origin}) as bucket, count(*)::int as n,
        sum(t.value) as total, min(t.value) as low, max(t.value) as high, min(t.ts) as first, max(t.ts) as last
      from telemetry t where ${within(span, sql`t.ts`)} and t.value is not null group by 1) g`;
}

function partsOfRollup(
  span: SeriesSpan,
  level: Exclude<Level, "raw">,
  step: number,
  origin: Date,
): RawBuilder<unknown> {
  const { table, width } = tables[level];
  const inside = {
    ...span,
    begin: new Date(Math.floor((span.begin.getTime() - origin.getTime()) / width) * width + origin.getTime()),
  };
  return sql`
    select ${msOf(sql`g.bucket`)} as at, g.n, g.total, g.low, g.high, ${msOf(sql`g.first`)} as first,
      ${msOf(sql`g.last`)} + ${width} as last
    from (select date_bin(${step} * interval '1 millisecond', t.bucket, ${origin}) as bucket, sum(t.n)::int as n,
        sum(t.total) as total, min(t.low) as low, max(t.high) as high,
        min(t.bucket) as first, max(t.bucket) as last
      from ${sql.table(table)} t where ${within(inside, sql`t.bucket`)} group by 1) g`;
}
