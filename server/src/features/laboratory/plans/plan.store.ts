import type { QueryOf } from "@tracewater/contract/call";
import {
  type listPlans,
  type PlanConflict,
  planConflict,
  type SamplingPlan,
  samplingPlan,
} from "@tracewater/contract/laboratory/plans";
import { type Insertable, type RawBuilder, sql, type Updateable } from "kysely";
import { z } from "zod";
import { columnOf } from "../../../platform/resource/matching-rows.ts";
import { inScope, type Scope } from "../../../platform/scope.ts";
import { containing } from "../../../platform/store/contains.ts";
import type { Db } from "../../../platform/store/database.ts";
import { inSpan } from "../../../platform/store/search-span.ts";
import type { Tables } from "../../../platform/store/tables.ts";
import { runsProgramAt } from "./running-plan.store.ts";

export type PlanQuery = QueryOf<typeof listPlans>;
export type PlanRow = Updateable<Tables["samplingPlan"]>;
/** A plan as it is decided on: locked until the transaction ends. */
export type HeldPlan = {
  state: string;
  deviceId: number | null;
  startsAt: Date;
  endsAt: Date;
  days: string[];
  writerIds: number[];
  commandId: string | null;
};
/** A span of days of a sampler that another plan must not have. */
export type Span = {
  deviceId: number;
  startsAt: Date;
  endsAt: Date;
  days: readonly string[];
  except: number;
};

const ms = (column: string) => sql`floor(extract(epoch from ${sql.ref(column)}) * 1000)::float8`;
const maxConflicts = 50;

/** Plans with what they refer to and how their command fares. `now` decides what runs and what is over. */
export function createPlanStore(db: Db, now: () => number) {
  const stateNow = () => {
    const at = new Date(now());
    return sql`case when p.state <> 'approved' then p.state when p.ends_at <= ${at}::timestamptz then 'ended'
      when p.starts_at > ${at}::timestamptz then 'approved'
      when p.device_id is null or ${runsProgramAt("p", sql`${at}`)} then 'running' else 'notProgrammed' end`;
  };

  async function read(rest: RawBuilder<unknown>): Promise<SamplingPlan[]> {
    const { rows } = await sql`
      select p.id as plan_id, p.plan_no, p.name, p.unit_id, u.name as unit_name, p.point_id, point.code as point_code,
        point.name as point_name, p.device_id, d.device_name, p.purpose, p.mode, ${ms("p.starts_at")} as starts_at,
        ${ms("p.ends_at")} as ends_at, p.zone, p.interval_min, p.pulse, p.aliquot, p.bottles, p.bottle_volume, p.days,
        p.analytes, p.preservative, p.holding_hours, p.note, ${stateNow()} as state, p.state_reason,
        ${ms("p.ended_at")} as ended_at, p.ended_by, p.made_by as created_by, ${ms("p.created_at")} as created_at,
        p.approved_by, ${ms("p.approved_at")} as approved_at,
        case when p.command_id is not null then json_build_object('commandId', p.command_id::text,
          'at', ${ms("p.programmed_at")}, 'by', p.programmed_by, 'state', c.state, 'late', coalesce(c.late, false),
          'finishedAt', ${ms("c.finished_at")}, 'message', c.message) end as programmed,
        (select count(*)::int from water_sampling s where s.plan_id = p.id and s.state <> 'void') as samplings
      from sampling_plan p join dept u on u.id = p.unit_id join sampling_point point on point.id = p.point_id
        left join device d on d.id = p.device_id left join command c on c.id = p.command_id
      ${rest}`.execute(db);
    return z.array(samplingPlan).parse(rows);
  }

  function matching(scope: Scope, query: PlanQuery): RawBuilder<boolean> {
    const parts: RawBuilder<unknown>[] = [inScope(scope, "p.unit_id")];
    const same: [string, unknown][] = [
      ["p.purpose", query.purpose],
      ["p.mode", query.mode],
      ["p.point_id", query.pointId],
    ];
    for (const [column, value] of same) {
      if (value !== undefined) parts.push(sql`${sql.ref(column)} = ${value}`);
    }
    if (query.state !== undefined) parts.push(sql`${stateNow()} = ${query.state}`);
    if (query.deviceName !== undefined)
      parts.push(sql`p.device_id = (select id from device where device_name = ${query.deviceName})`);
    parts.push(...inSpan(sql`p.ends_at`, { beginTime: query.beginTime }));
    parts.push(...inSpan(sql`p.starts_at`, { endTime: query.endTime }));
    if (query.keyword !== undefined) {
      const like = containing(query.keyword);
      parts.push(sql`(p.plan_no ilike ${like} or p.name ilike ${like}
        or p.point_id in (select id from sampling_point where code ilike ${like} or name ilike ${like})
        or p.device_id in (select id from device where device_name ilike ${like}))`);
    }
    return sql<boolean>`${sql.join(parts, sql` and `)}`;
  }

  return {
    async list(
      scope: Scope,
      query: PlanQuery,
      page: { limit: number; offset: number },
    ): Promise<SamplingPlan[]> {
      const column = sql.ref(`p.${columnOf(query.orderByColumn ?? "startsAt")}`);
      const direction = query.isAsc === "asc" ? sql`asc` : sql`desc`;
      return read(sql`where ${matching(scope, query)} order by ${column} ${direction}, p.id desc
        limit ${page.limit} offset ${page.offset}`);
    },

    /** Those of an export, by falling id. */
    listBefore: (scope: Scope, query: PlanQuery, beforeId: number, limit: number) =>
      read(sql`where ${matching(scope, query)} and p.id < ${beforeId} order by p.id desc limit ${limit}`),

    async count(scope: Scope, query: PlanQuery): Promise<number> {
      const counted = await sql<{ count: number }>`
        select count(*)::int as count from sampling_plan p where ${matching(scope, query)}`.execute(db);
      return counted.rows[0]?.count ?? 0;
    },

    async find(scope: Scope, id: number): Promise<SamplingPlan | undefined> {
      return (await read(sql`where p.id = ${id} and ${inScope(scope, "p.unit_id")} limit 1`))[0];
    },

    listByIds: (scope: Scope, ids: readonly number[]) =>
      read(sql`where p.id = any(${[...ids]}::int[]) and ${inScope(scope, "p.unit_id")}
        order by p.starts_at, p.id limit ${ids.length}`),

    /** Whether the database can report the days of a zone. */
    async knowsZone(zone: string): Promise<boolean> {
      const found = await sql`select from pg_timezone_names where name = ${zone} limit 1`.execute(db);
      return found.rows.length > 0;
    },

    /** Plans of the sampler that are not over and have a day of these, drafts included. */
    async listConflicts(scope: Scope, span: Span): Promise<PlanConflict[]> {
      const found = await sql`
        select p.id as plan_id, p.plan_no, p.name, ${stateNow()} as state, ${ms("p.starts_at")} as starts_at,
          ${ms("p.ends_at")} as ends_at
        from sampling_plan p where ${overlapping(span)} and p.state in ('draft', 'approved')
          and p.ends_at > ${new Date(now())} and ${inScope(scope, "p.unit_id")}
        order by p.state, p.starts_at limit ${maxConflicts}`.execute(db);
      return z.array(planConflict).parse(found.rows);
    },
  };
}

function overlapping({ deviceId, startsAt, endsAt, days, except }: Span): RawBuilder<boolean> {
  return sql<boolean>`p.device_id = ${deviceId} and p.id <> ${except} and p.starts_at < ${endsAt}
    and p.ends_at > ${startsAt} and p.days && ${[...days]}::text[]`;
}

/** The steps of a plan's life, within one transaction. */
export function createPlanWriter(trx: Db) {
  return {
    async add(plan: Insertable<Tables["samplingPlan"]>): Promise<number> {
      return (await trx.insertInto("samplingPlan").values(plan).returning("id").executeTakeFirstOrThrow()).id;
    },

    /** The plan as nobody else changes it any longer. */
    async hold(id: number): Promise<HeldPlan | undefined> {
      return trx
        .selectFrom("samplingPlan")
        .select(["state", "deviceId", "startsAt", "endsAt", "days", "writerIds", "commandId"])
        .where("id", "=", id)
        .forUpdate()
        .executeTakeFirst();
    },

    async change(id: number, values: PlanRow): Promise<void> {
      await trx.updateTable("samplingPlan").set(values).where("id", "=", id).execute();
    },

    /** How many of them went: those that are drafts. */
    async remove(ids: readonly number[]): Promise<number> {
      const gone = await trx
        .deleteFrom("samplingPlan")
        .where("id", "in", [...ids])
        .where("state", "=", "draft")
        .returning("id")
        .execute();
      return gone.length;
    },

    /** An approved plan of the sampler with a day of these, in whichever unit; who approves another meanwhile waits. */
    async findApproved(span: Span): Promise<string | undefined> {
      await sql`select pg_advisory_xact_lock(hashtext('sampling_plan'), ${span.deviceId})`.execute(trx);
      const found = await sql<{ planNo: string }>`
        select p.plan_no from sampling_plan p where ${overlapping(span)} and p.state = 'approved'
        order by p.starts_at limit 1`.execute(trx);
      return found.rows[0]?.planNo;
    },
  };
}
