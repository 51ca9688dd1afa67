import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../../platform/store/database.ts";

/** A span of arrival: after `from`, up to and with `to`. */
export type Arrival = { from: Date; to: Date };

/** Of a batch that was stored after its span of arrival was closed. */
export type LateMark = Arrival & { id: string };

type RollupState = {
  rolledTo: Date;
  closingTo: Date;
  origin: Date | null;
  rawFloor: Date;
  minuteFloor: Date;
};

/** Who stores readings holds this lock shared until their commit; who closes a span of arrival, alone. */
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
     * Waits for the writers that are at work; from then on anyone who stores what arrived before leaves a mark. False
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

    /**
     * Before history is stored into a database without rollups: its arrivals are summed up like fresh ones then, not
     * as late ones. Where rollups exist nothing changes, and each late batch leaves its mark.
     */
    async startFrom(time: Date): Promise<void> {
      await sql`update rollup_state set rolled_to = ${time}, closing_to = ${time}
        where rolled_to > ${time} and not exists (select from telemetry_1d)`.execute(db);
    },

    async listLate(): Promise<LateMark[]> {
      const found = await sql<LateMark>`
        select id, from_at as "from", until_at as "to" from rollup_late order by from_at limit 10000`.execute(
        db,
      );
      return found.rows;
    },

    /**
     * Recalculates the buckets that hold something that arrived in the span, from all that arrived until `rolledTo`,
     * and moves the marks on: what was recalculated is not recalculated again after a restart. What lies before the
     * floors stays as it is: its readings are gone. Gives how many marks are done with.
     *
     * The cost follows the touched buckets, never what is stored: each is one range of an index (`lateral`), and the
     * temporary table has its statistics.
     */
    async redo({ from, to }: Arrival, ids: readonly string[]): Promise<number> {
      return db.transaction().execute(async (trx) => {
        // No merge moves rolled_to between the statements.
        await sql`select 1 from rollup_state for update`.execute(trx);
        await sql`create temp table touched on commit drop as
          select distinct device_id, metric, date_bin('1 minute', ts, s.origin) as bucket
          from telemetry, rollup_state s
          where received_at >= ${from} and received_at <= ${to} and value is not null
            and ts >= greatest(s.raw_floor, s.minute_floor)`.execute(trx);
        await sql`analyze touched`.execute(trx);
        await sql`insert into telemetry_1m as t (device_id, metric, bucket, n, total, low, high)
          select w.device_id, w.metric, w.bucket, r.n, r.total, r.low, r.high
          from touched w cross join rollup_state s cross join lateral (
            select count(*)::int as n, sum(value) as total, min(value) as low, max(value) as high
            from telemetry where device_id = w.device_id and metric = w.metric
              and ts >= w.bucket and ts < w.bucket + interval '1 minute'
              and received_at <= s.rolled_to and value is not null) r
          where r.n > 0
          on conflict (device_id, metric, bucket) do update set ${instead}`.execute(trx);
        await redoFrom(trx, { table: "telemetry_1h", of: "telemetry_1m", width: "1 hour" });
        await redoFrom(trx, { table: "telemetry_1d", of: "telemetry_1h", width: "1 day" });
        return moveMarks(trx, to, ids);
      });
    },
  };
}

async function moveMarks(trx: Db, to: Date, ids: readonly string[]): Promise<number> {
  const done =
    await sql`delete from rollup_late where id = any(${[...ids]}::bigint[]) and until_at <= ${to}`.execute(
      trx,
    );
  await sql`update rollup_late set from_at = ${to}
    where id = any(${[...ids]}::bigint[]) and from_at < ${to}`.execute(trx);
  return Number(done.numAffectedRows ?? 0);
}

async function redoFrom(trx: Db, one: { table: string; of: string; width: string }): Promise<void> {
  await sql`insert into ${sql.table(one.table)} as t (device_id, metric, bucket, n, total, low, high)
    select w.device_id, w.metric, w.bucket, r.n, r.total, r.low, r.high
    from (select distinct device_id, metric, date_bin(${one.width}::interval, bucket, s.origin) as bucket
      from touched, rollup_state s) w
    cross join lateral (select ${gathered} from ${sql.table(one.of)}
      where device_id = w.device_id and metric = w.metric
        and bucket >= w.bucket and bucket < w.bucket + ${one.width}::interval) r
    where r.n is not null
    on conflict (device_id, metric, bucket) do update set ${instead}`.execute(trx);
}
