/* The machines of the situation screens: the fleet, its open alarms, the latest samplings, and catchments. */
import type { QueryOf } from "@tracewater/contract/call";
import { catchment } from "@tracewater/contract/field/catchment";
import type {
  FamilyState,
  getSituationAreas,
  LatestSampling,
  OpenAlarm,
  SituationDevice,
} from "@tracewater/contract/operations/situation";
import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import { inScope, inScopeOfAny, type Scope } from "../../../platform/scope.ts";
import type { Db } from "../../../platform/store/database.ts";
import { epochMs } from "../../../platform/store/epoch-ms.ts";

/** Hours after which a sample without a plan is overdue. */
const defaultHolding = 48;
const maxCounted = 1000;

const isOpen = sql`a.cleared_at is null and a.shelved_until is null`;
const gravity = sql`array_position(array['critical', 'major', 'warning', 'info'], a.severity)`;

const areas = z.array(z.object({ pointId: z.number().int(), name: z.string(), catchment }));

export function createSituationStore(db: Db) {
  return {
    async listFamilies(scope: Scope): Promise<FamilyState[]> {
      const { rows } = await sql<FamilyState>`
        select d.type_key, count(*) filter (where d.state = 'online')::int as online,
          count(*) filter (where d.state = 'offline')::int as offline,
          count(*) filter (where d.state = 'notActivated')::int as not_activated,
          count(*) filter (where d.state = 'disabled')::int as disabled,
          count(open.device_id)::int as alarmed,
          count(open.device_id) filter (where d.state = 'online')::int as alarmed_online,
          count(open.device_id) filter (where d.state = 'offline')::int as alarmed_offline
        from device d left join (select distinct a.device_id from alarm a where ${isOpen}) open on open.device_id = d.id
        where d.retired_at is null and ${inScope(scope, "d.unit_id")} group by d.type_key`.execute(db);
      return rows;
    },

    async countAlarms(scope: Scope): Promise<{ open: number; active: number }> {
      const { rows } = await sql<{ open: number; active: number }>`
        select count(*)::int as open, count(*) filter (where a.state = 'active')::int as active
        from alarm a where ${isOpen} and ${inScope(scope, "a.unit_id")}`.execute(db);
      return rows[0] ?? { open: 0, active: 0 };
    },

    async listAlarms(scope: Scope, limit: number): Promise<OpenAlarm[]> {
      const { rows } = await sql<OpenAlarm>`
        select a.id as alarm_id, a.name, a.name_zh, a.severity, a.state = 'acknowledged' as is_acknowledged,
          ${epochMs("a.raised_at")} as raised_at, a.device_id, coalesce(d.device_name, s.name) as device_name,
          coalesce(d.nickname, '') as nickname, p.id as point_id, p.name as point_name, ${placeOf}
        from alarm a left join device d on d.id = a.device_id left join display s on s.id = a.display_id ${pointOfDevice(scope)}
        where ${isOpen} and ${inScope(scope, "a.unit_id")}
        order by ${gravity}, a.raised_at desc, a.id desc limit ${limit}`.execute(db);
      return rows;
    },

    async listSamplings(scope: Scope, limit: number): Promise<LatestSampling[]> {
      const { rows } = await sql<LatestSampling>`
        select s.id as sampling_id, s.sample_no, s.kind, ${epochMs("s.ended")} as ended, p.name as point_name, s.slot,
          s.volume
        from water_sampling s left join sampling_point p on p.id = s.point_id
        where ${inScopeOfAny(scope, "s.unit_id", "s.lab_unit_id")} and s.state <> 'void'
        order by s.began desc, s.id desc limit ${limit}`.execute(db);
      return rows;
    },

    async countOverdue(scope: Scope, now: Date): Promise<number> {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from (select 1 ${overdue(scope, now)} limit ${maxCounted}) overdue`.execute(
        db,
      );
      return rows[0]?.count ?? 0;
    },

    /** In use; those with open alarms first, the gravest of them, then those with overdue samples. */
    async listDevices(scope: Scope, now: Date, limit: number): Promise<SituationDevice[]> {
      const { rows } = await sql<SituationDevice>`
        with open as (
          select a.device_id, (array_agg(a.severity order by ${gravity}))[1] as severity, min(${gravity}) as gravity,
            max(a.raised_at) as raised_at
          from alarm a where ${isOpen} and ${inScope(scope, "a.unit_id")} group by a.device_id),
        late as (
          select s.device_id, min(s.ended) as since
          from (select s.device_id, s.ended ${overdue(scope, now)} limit ${maxCounted}) s
          where s.device_id is not null group by s.device_id)
        select d.id as device_id, d.device_name, d.nickname, d.type_key, d.state, p.id as point_id,
          p.name as point_name, ${placeOf}, open.severity as alarm, ${epochMs("late.since")} as overdue_since
        from device d ${pointOfDevice(scope)} left join open on open.device_id = d.id
          left join late on late.device_id = d.id
        where d.retired_at is null and ${inScope(scope, "d.unit_id")}
        order by open.gravity nulls last, open.raised_at desc, late.since nulls last, d.id limit ${limit}`.execute(
        db,
      );
      return rows;
    },

    async listAreas(scope: Scope, window: QueryOf<typeof getSituationAreas>, limit: number) {
      const { rows } = await sql`
        select p.id as point_id, p.name, area.area as catchment
        from sampling_point p join sampling_point_area area on area.point_id = p.id
        where ${inScope(scope, "p.unit_id")} and ${within(window)} order by p.id limit ${limit}`.execute(db);
      return areas.parse(rows);
    },
  };
}

/** Where a person put it, else where its point is. */
const placeOf = sql`coalesce(d.longitude, p.longitude) as longitude, coalesce(d.latitude, p.latitude) as latitude`;

/** A point of another unit is not named. */
function pointOfDevice(scope: Scope): RawBuilder<unknown> {
  return sql`left join sampling_point p on p.id = d.point_id and ${inScope(scope, "p.unit_id")}`;
}

function overdue(scope: Scope, now: Date): RawBuilder<unknown> {
  return sql`from water_sampling s left join sampling_plan plan on plan.id = s.plan_id
    where s.state in ('taken', 'sealed', 'inTransit') and ${inScopeOfAny(scope, "s.unit_id", "s.lab_unit_id")}
      and s.ended < ${now}::timestamptz - make_interval(hours => coalesce(plan.holding_hours, ${defaultHolding}::int))
    order by s.ended`;
}

function within({
  pointId,
  west,
  south,
  east,
  north,
}: QueryOf<typeof getSituationAreas>): RawBuilder<boolean> {
  if (pointId !== undefined) return sql<boolean>`p.id = ${pointId}`;
  return sql<boolean>`p.longitude between ${west} and ${east} and p.latitude between ${south} and ${north}`;
}
