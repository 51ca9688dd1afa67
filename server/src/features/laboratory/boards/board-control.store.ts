import type { QueryOf } from "@tracewater/contract/call";
import {
  boardControlKind,
  type listBoardControls,
  withholdCause,
} from "@tracewater/contract/laboratory/board-controls";
import { sql } from "kysely";
import { z } from "zod";
import { inScope, type Scope } from "../../../platform/scope.ts";
import { containing } from "../../../platform/store/contains.ts";
import type { Db } from "../../../platform/store/database.ts";

export type BoardControlQuery = QueryOf<typeof listBoardControls>;

const plan = {
  intervalDays: z.number().nullable(),
  perLot: z.boolean(),
  maxOverrides: z.number(),
  overrideHours: z.number(),
  checkIntervalDays: z.number().nullable(),
};
type ControlPlan = z.infer<z.ZodObject<typeof plan>>;
const device = z.object({
  deviceId: z.number(),
  deviceName: z.string(),
  unitId: z.number(),
  unitName: z.string(),
  ...plan,
  lockoutId: z.number().nullable(),
  cause: withholdCause.nullable(),
  isLocked: z.boolean().nullable(),
  lockedSince: z.number().nullable(),
  overriddenUntil: z.number().nullable(),
  overrides: z.number(),
  withheld: z.number(),
  checkedAt: z.number().nullable(),
  checkDueAt: z.number().nullable(),
});
export type PlannedDevice = z.infer<typeof device>;

const due = z.object({
  deviceId: z.number(),
  lotId: z.number().nullable(),
  lotNo: z.string().nullable(),
  kind: boardControlKind,
  testId: z.number().nullable(),
  at: z.date().nullable(),
  passed: z.boolean().nullable(),
  dueAt: z.date().nullable(),
});
export type StoredDue = z.infer<typeof due>;

/** Lots count as on a device that were read there in so many days. */
const lotDays = 90;

const ms = (column: string) => sql`floor(extract(epoch from ${sql.raw(column)}) * 1000)::float8`;

/** An override counts until it lapses, or a control fails after it. */
const overriding = sql`(select max(o.until_at) from board_override o where o.lockout_id = k.id
  and not exists (select from board_test x where x.device_id = o.device_id and x.control is not null
    and x.control_passed = false and x.measured_at > o.made_at))`;

/** A self-check is known to have failed by its event too: devices report the outcome of each part after it, or never. */
export const failedSince = (deviceId: string, at: string, until = "now()") => sql`exists (
  select from device_event e where e.device_id = ${sql.ref(deviceId)} and e.identifier = 'selfCheckFail'
    and e.ts > greatest(${sql.ref(at)}, ${sql.raw(until)} - interval '30 days') and e.ts <= ${sql.raw(until)})`;

/** ms: the last check with the card that passed, as the detector reports it. */
export const cardCheckedAt = (deviceId: string) => sql`(select l.value from telemetry_latest l
  where l.device_id = ${sql.ref(deviceId)} and l.metric = (select id from metric where identifier = 'calibratedAt'))`;

const planned = sql`device d join product r on r.id = d.product_id and r.type_key = 'handFastDetector'
  join dept u on u.id = d.unit_id left join board_control_plan p on p.device_id = d.id
  left join board_lockout k on k.device_id = d.id and k.ended_at is null`;

/** When controls of detectors are due, and the lockouts that follow. */
export function createBoardControlStore(db: Db) {
  async function listWhere(rest: ReturnType<typeof sql>): Promise<PlannedDevice[]> {
    const { rows } = await sql`
      select d.id as device_id, d.device_name, d.unit_id, u.name as unit_name, p.interval_days,
        coalesce(p.per_lot, false) as per_lot, coalesce(p.max_overrides, 3) as max_overrides,
        coalesce(p.override_hours, 24) as override_hours, p.check_interval_days,
        ${cardCheckedAt("d.id")} as checked_at,
        coalesce(${cardCheckedAt("d.id")}, ${ms("p.check_since")}) + p.check_interval_days * 86400000.0 as check_due_at,
        k.id as lockout_id, k.cause, k.is_locked,
        ${ms("k.began_at")} as locked_since,
        floor(extract(epoch from ${overriding}) * 1000)::float8 as overridden_until,
        (select count(*)::int from board_override o where o.lockout_id = k.id) as overrides,
        (select count(*)::int from board_test t where t.device_id = d.id and t.withheld is not null
          and t.capture_of is null) as withheld
      from ${planned} ${rest}`.execute(db);
    return z.array(device).parse(rows);
  }

  return {
    /** Detectors that reported a board for the first time. */
    async ensurePlans(deviceIds: readonly number[], at: Date): Promise<void> {
      await sql`insert into board_control_plan (device_id, since)
        select d.id, ${at} from device d where d.id = any(${[...deviceIds]}::int[])
        on conflict do nothing`.execute(db);
    },

    list: (scope: Scope, query: BoardControlQuery, at: Date, page: { limit: number; offset: number }) =>
      listWhere(sql`where ${matching(scope, query, at)}
        order by k.id is null, d.device_name, d.id limit ${page.limit} offset ${page.offset}`),

    async count(scope: Scope, query: BoardControlQuery, at: Date): Promise<number> {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from ${planned} where ${matching(scope, query, at)}`.execute(db);
      return rows[0]?.count ?? 0;
    },

    listByIds: (deviceIds: readonly number[]) =>
      listWhere(sql`where d.id = any(${[...deviceIds]}::int[]) limit ${deviceIds.length}`),

    async find(scope: Scope, deviceId: number): Promise<PlannedDevice | undefined> {
      return (await listWhere(sql`where d.id = ${deviceId} and ${inScope(scope, "d.unit_id")} limit 1`))[0];
    },

    /** One after another for each device: nobody else decides on its lockout until the transaction ends. */
    async lock(deviceId: number): Promise<void> {
      await sql`select from board_control_plan where device_id = ${deviceId} for update`.execute(db);
    },

    async setPlan(deviceId: number, to: ControlPlan, by: string, at: Date): Promise<void> {
      const { intervalDays, perLot, maxOverrides, overrideHours, checkIntervalDays } = to;
      await sql`
        insert into board_control_plan (device_id, interval_days, per_lot, max_overrides, override_hours, since, set_by,
          check_interval_days, check_since)
        values (${deviceId}, ${intervalDays}, ${perLot}, ${maxOverrides}, ${overrideHours}, ${at}, ${by},
          ${checkIntervalDays}, ${at})
        on conflict (device_id) do update set interval_days = excluded.interval_days, per_lot = excluded.per_lot,
          max_overrides = excluded.max_overrides, override_hours = excluded.override_hours, set_by = excluded.set_by,
          check_interval_days = excluded.check_interval_days,
          check_since = case when board_control_plan.check_interval_days is not distinct from excluded.check_interval_days
            then board_control_plan.check_since else excluded.check_since end,
          since = case when board_control_plan.interval_days is not distinct from excluded.interval_days
            and board_control_plan.per_lot = excluded.per_lot then board_control_plan.since else excluded.since end`.execute(
        db,
      );
    },

    /** Both kinds for each of these devices, and for each lot on it where each lot has its own. */
    async listDue(deviceIds: readonly number[], at: Date): Promise<StoredDue[]> {
      const { rows } = await sql`
        with scope as (
          select p.device_id, null::int as lot_id from board_control_plan p
            where p.device_id = any(${[...deviceIds]}::int[]) and not p.per_lot
          union
          select p.device_id, t.lot_id from board_control_plan p join board_test t on t.device_id = p.device_id
            where p.device_id = any(${[...deviceIds]}::int[]) and p.per_lot and t.lot_id is not null
              and t.measured_at > ${at}::timestamptz - ${lotDays} * interval '1 day')
        select s.device_id, s.lot_id, l.lot_no, k.kind, x.id as test_id, x.measured_at as at, x.control_passed as passed,
          case when p.interval_days is not null
            then coalesce(x.measured_at + p.interval_days * interval '1 day', p.since) end as due_at
        from scope s join board_control_plan p on p.device_id = s.device_id left join board_lot l on l.id = s.lot_id
        cross join (values ('positive'), ('negative')) k(kind)
        left join lateral (
          select t.id, t.measured_at, t.control_passed from board_test t
          where t.device_id = s.device_id and t.control = k.kind and t.control_passed is not null
            and (s.lot_id is null or t.lot_id = s.lot_id)
          order by t.measured_at desc, t.id desc limit 1) x on true
        where s.lot_id is null or l.status = '0'
        order by s.device_id, l.lot_no nulls first, k.kind desc limit 20000`.execute(db);
      return z.array(due).parse(rows);
    },

    /** Detectors whose last self-check found the light source or the camera at fault. */
    async listFailedChecks(deviceIds: readonly number[]): Promise<Set<number>> {
      const { rows } = await sql<{ deviceId: number }>`
        select d.id as device_id from device d
          cross join lateral (select max(l.ts) as at, coalesce(bool_or(l.value = 2), false) as failed
            from telemetry_latest l join metric m on m.id = l.metric
            where l.device_id = d.id and m.identifier in ('lightCheck', 'cameraCheck')) checked
        where d.id = any(${[...deviceIds]}::int[]) and (checked.failed or ${failedSince("d.id", "checked.at")})
        limit 20000`.execute(db);
      return new Set(rows.map((row) => row.deviceId));
    },

    async listPlanned(after: number, limit: number): Promise<number[]> {
      const { rows } = await sql<{ deviceId: number }>`
        select device_id from board_control_plan where device_id > ${after} order by device_id limit ${limit}`.execute(
        db,
      );
      return rows.map((row) => row.deviceId);
    },
  };
}

function matching(scope: Scope, query: BoardControlQuery, at: Date) {
  const parts = [inScope(scope, "d.unit_id")];
  const { keyword, state, unitId } = query;
  if (keyword !== undefined) parts.push(sql<boolean>`d.device_name ilike ${containing(keyword)}`);
  if (unitId !== undefined) parts.push(sql<boolean>`d.unit_id = ${unitId}`);
  const isOverridden = sql<boolean>`coalesce(${overriding} > ${at}, false)`;
  const isOn = sql<boolean>`(p.interval_days is not null or p.check_interval_days is not null or exists (select from board_test t
    where t.device_id = d.id and t.control is not null and t.control_passed is not null))`;
  if (state === "lockedOut") parts.push(sql<boolean>`k.id is not null and not ${isOverridden}`);
  if (state === "overridden") parts.push(sql<boolean>`k.id is not null and ${isOverridden}`);
  if (state === "valid") parts.push(sql<boolean>`k.id is null and ${isOn}`);
  if (state === "off") parts.push(sql<boolean>`k.id is null and not ${isOn}`);
  return sql.join(parts, sql` and `);
}
