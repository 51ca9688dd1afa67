import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../../platform/store/database.ts";

/** A span of arrival: after `from`, up to and with `to`. */
export type Arrival = { from: Date; to: Date };

type RollupState = {
  rolledTo: Date;
  closingTo: Date;
  origin: Date | null;
  rawFloor: Date;
  minuteFloor: Date;
};

/** Who stores readings holds this lock shared until his commit; who closes a span of arrival, alone. */
export const arrivalLock = 7_261_002;

const sums = sql`n = t.n + excluded.n, total = t.total + excluded.total,
  low = least(t.low, excluded.low), high = greatest(t.high, excluded.high)`;
const instead = sql`n = excluded.n, total = excluded.total, low = excluded.low, high = excluded.high`;
const gathered = sql`sum(n)::int as n, sum(total) as total, min(low) as low, max(high) as high`;

/** Rollups of 1 minute, 1 hour and 1 day: how many values, their sum, the lowest, the highest. */
export function createRollupStore(db: Db) {
  const hour = (time: RawBuilder<unknown>) => sql`date_bin('1 hour', ${time}, s.origin)`;
  const day = (time: RawBuilder<unknown>) => sql`date_bin('1 day', ${time}, s.origin)`;

  return {
    async state(): Promise<RollupState> {
      return db.selectFrom("rollupState").selectAll().executeTakeFirstOrThrow();
    },

    /** Set once: days keep their beginning though the server moves to another zone. */
    async setOrigin(origin: Date): Promise<void> {
      await sql`update rollup_state set origin = ${origin} where origin is null`.execute(db);
    },

    /**
     * Waits for the writers that are at work; from then on whoever stores what arrived before leaves a mark. False
     * where a writer did not come to its end within seconds.
     */
    async close(to: Date): Promise<void> {
      await db.transaction().execute(async (trx) => {
        await sql`set local lock_timeout = '5s'`.execute(trx);
        await sql`select pg_advisory_xact_lock(${arrivalLock}::bigint)`.execute(trx);
        await sql`update rollup_state set closing_to = greatest(closing_to, ${to})`.execute(trx);
      });
    },

    /** Adds what arrived in the span to all three; false where another has done it. In one transaction. */
    async merge({ from, to }: Arrival): Promise<boolean> {
      return db.transaction().execute(async (trx) => {
        const moved = await sql`update rollup_state set rolled_to = ${to} where rolled_to = ${from}`.execute(
          trx,
        );
        if (moved.numAffectedRows !== 1n) return false;
        await sql`
          with s as (select origin from rollup_state),
          fresh as materialized (
            select device_id, metric, date_bin('1 minute', ts, s.origin) as bucket, count(*)::int as n,
              sum(value) as total, min(value) as low, max(value) as high
            from telemetry, s where received_at > ${from} and received_at <= ${to} and value is not null
            group by 1, 2, 3),
          minutes as (insert into telemetry_1m as t (device_id, metric, bucket, n, total, low, high)
            select device_id, metric, bucket, n, total, low, high from fresh
            on conflict (device_id, metric, bucket) do update set ${sums}),
          hours as (insert into telemetry_1h as t (device_id, metric, bucket, n, total, low, high)
            select device_id, metric, ${hour(sql`bucket`)}, ${gathered} from fresh, s group by 1, 2, 3
            on conflict (device_id, metric, bucket) do update set ${sums})
          insert into telemetry_1d as t (device_id, metric, bucket, n, total, low, high)
          select device_id, metric, ${day(sql`bucket`)}, ${gathered} from fresh, s group by 1, 2, 3
          on conflict (device_id, metric, bucket) do update set ${sums}`.execute(trx);
        return true;
      });
    },

    async listLate(): Promise<(Arrival & { id: string })[]> {
      const found = await sql<Arrival & { id: string }>`
        select id, from_at as "from", until_at as "to" from rollup_late order by from_at limit 10000`.execute(
        db,
      );
      return found.rows;
    },

    async forgetLate(ids: readonly string[]): Promise<void> {
      await sql`delete from rollup_late where id = any(${[...ids]}::bigint[])`.execute(db);
    },

    /**
     * Works the buckets out anew in which something lies that arrived in the span, from all that arrived until
     * `rolledTo`. What lies before the floors stays as it is: what it was made from is gone.
     */
    async redo({ from, to }: Arrival): Promise<void> {
      await db.transaction().execute(async (trx) => {
        await sql`create temp table touched on commit drop as
          select distinct device_id, metric, date_bin('1 minute', ts, s.origin) as bucket
          from telemetry, rollup_state s
          where received_at >= ${from} and received_at <= ${to} and value is not null
            and ts >= greatest(s.raw_floor, s.minute_floor)`.execute(trx);
        await sql`insert into telemetry_1m as t (device_id, metric, bucket, n, total, low, high)
          select w.device_id, w.metric, w.bucket, count(*)::int, sum(r.value), min(r.value), max(r.value)
          from touched w cross join rollup_state s join telemetry r on r.device_id = w.device_id
            and r.metric = w.metric and r.ts >= w.bucket and r.ts < w.bucket + interval '1 minute'
          where r.received_at <= s.rolled_to and r.value is not null group by 1, 2, 3
          on conflict (device_id, metric, bucket) do update set ${instead}`.execute(trx);
        await redoFrom(trx, { table: "telemetry_1h", of: "telemetry_1m", width: "1 hour" });
        await redoFrom(trx, { table: "telemetry_1d", of: "telemetry_1h", width: "1 day" });
      });
    },
  };
}

async function redoFrom(trx: Db, one: { table: string; of: string; width: string }): Promise<void> {
  await sql`insert into ${sql.table(one.table)} as t (device_id, metric, bucket, n, total, low, high)
    select w.device_id, w.metric, w.bucket, ${gathered}
    from (select distinct device_id, metric, date_bin(${one.width}::interval, bucket, s.origin) as bucket
      from touched, rollup_state s) w
    join ${sql.table(one.of)} r using (device_id, metric)
    where r.bucket >= w.bucket and r.bucket < w.bucket + ${one.width}::interval group by 1, 2, 3
    on conflict (device_id, metric, bucket) do update set ${instead}`.execute(trx);
}
