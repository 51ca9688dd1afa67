import { sql } from "kysely";
import type { Db } from "../../../platform/store/database.ts";
import { cardCheckedAt, failedSince } from "./board-control.store.ts";

/**
 * Which results count. A result is judged by the last control of each kind before it; by the controls of its own lot where
 * the device's plan says so. A check with the card that is overdue withholds until the next one passes. An overdue control withholds until the next one of its kind passes, which shows that the device
 * was sound all along; what was read after a control that failed stays withheld, unless a person overrides the lockout.
 */
export function createBoardWithholdingStore(db: Db) {
  async function judge(which: ReturnType<typeof sql>): Promise<number> {
    const done = await sql`
      with target as (
        select t.id, t.device_id, t.lot_id, t.measured_at as at, t.withheld from board_test t
        where t.control is null and ${which}),
      judged as (
        select g.id, case when cause.name is null or o.id is not null then null else cause.name end as withheld,
          case when cause.name is not null then o.id end as override_id
        from target g
        left join board_control_plan p on p.device_id = g.device_id
        cross join lateral (
          select coalesce(bool_or(not l.passed), false) as failed,
            coalesce(bool_or(n.passed is not true and (
              p.interval_days is not null and g.at >= p.since
                and (l.at is null or l.at + p.interval_days * interval '1 day' < g.at)
              or g.at < p.since and g.withheld = 'controlOverdue')), false) as overdue
          from (values ('positive'), ('negative')) k(kind)
          left join lateral (
            select x.measured_at as at, x.control_passed as passed from board_test x
            where x.device_id = g.device_id and x.control = k.kind and x.control_passed is not null
              and x.measured_at <= g.at and (p.per_lot is not true or x.lot_id = g.lot_id)
            order by x.measured_at desc, x.id desc limit 1) l on true
          left join lateral (
            select x.control_passed as passed from board_test x
            where x.device_id = g.device_id and x.control = k.kind and x.control_passed is not null
              and x.measured_at > g.at and (p.per_lot is not true or x.lot_id = g.lot_id)
            order by x.measured_at, x.id limit 1) n on true) q
        cross join lateral (
          select c.failed or ${failedSince("g.device_id", "c.at", "g.at")} as failed
          from (select max(v.ts) as at, coalesce(bool_or(v.value = 2), false) as failed
            from metric m cross join lateral (
              select x.ts, x.value from telemetry x where x.device_id = g.device_id and x.metric = m.id
                and x.ts <= g.at and x.ts > g.at - interval '30 days'
              order by x.ts desc limit 1) v
            where m.identifier in ('lightCheck', 'cameraCheck')) c) chk
        cross join lateral (select p.check_interval_days is not null and g.at >= p.check_since
          and coalesce(${cardCheckedAt("g.device_id")} / 1000 < extract(epoch from g.at) - p.check_interval_days * 86400,
            p.check_since + p.check_interval_days * interval '1 day' < g.at) as overdue) card
        cross join lateral (select case when q.failed then 'controlFailed' when chk.failed then 'checkFailed'
          when q.overdue then 'controlOverdue' when card.overdue then 'checkOverdue' end as name) cause
        left join lateral (
          select o.id from board_override o
          where o.device_id = g.device_id and g.at between o.from_at and o.until_at
            and not exists (select from board_test x where x.device_id = g.device_id and x.control is not null
              and x.control_passed = false and x.measured_at > o.made_at and x.measured_at <= g.at)
          order by o.id limit 1) o on true)
      update board_test t set withheld = j.withheld, override_id = j.override_id from judged j
      where j.id = t.id and (t.withheld is distinct from j.withheld or t.override_id is distinct from j.override_id)`.execute(
      db,
    );
    return Number(done.numAffectedRows ?? 0n);
  }

  return {
    /** New results, as they come in. */
    judgeTests: (ids: readonly number[]): Promise<number> =>
      judge(sql`t.id = any(${[...ids]}::int[]) and t.device_id is not null`),

    /** What a device read since a moment; after a control, an override or another plan. */
    judgeSince: (deviceId: number, from: Date): Promise<number> =>
      judge(sql`t.device_id = ${deviceId} and t.measured_at >= ${from}`),

    /** From where on a control that was stored changes what counts: the control of its kind before it. */
    async findStart(testId: number): Promise<{ deviceId: number; from: Date } | undefined> {
      const { rows } = await sql<{ deviceId: number; from: Date }>`
        select t.device_id, coalesce((select x.measured_at from board_test x where x.device_id = t.device_id
            and x.control = t.control and x.control_passed is not null and x.measured_at < t.measured_at
            and (p.per_lot is not true or x.lot_id = t.lot_id)
            order by x.measured_at desc, x.id desc limit 1), least(p.since, t.measured_at)) as "from"
        from board_test t left join board_control_plan p on p.device_id = t.device_id
        where t.id = ${testId} and t.control is not null and t.device_id is not null`.execute(db);
      return rows[0];
    },
  };
}
