import { reportSchedule } from "@tracewater/contract/laboratory/reports";
import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import { inScope, type Scope } from "../../../platform/scope.ts";
import type { Db } from "../../../platform/store/database.ts";

const stored = reportSchedule
  .omit({ createdAt: true })
  .extend({ createdAt: z.date(), unitId: z.number().int() });
export type StoredSchedule = z.infer<typeof stored>;

/** A span of a schedule that is over. */
export type OpenSpan = {
  scheduleId: number;
  pointId: number;
  analytes: readonly string[];
  from: string;
  until: string;
};

const max = 500;

export function createReportScheduleStore(db: Db) {
  async function read(rest: RawBuilder<unknown>): Promise<StoredSchedule[]> {
    const { rows } = await sql`
      select s.id as schedule_id, s.unit_id, s.point_id, p.code as point_code, p.name as point_name, s.every,
        s.parameters as choices, s.created_at, s.created_by
      from report_schedule s join sampling_point p on p.id = s.point_id
      where s.ended_at is null and ${rest}`.execute(db);
    return z.array(stored).parse(rows);
  }

  return {
    list: (scope: Scope, page: { limit: number; offset: number }): Promise<StoredSchedule[]> =>
      read(sql`${inScope(scope, "s.unit_id")} order by s.id desc limit ${page.limit} offset ${page.offset}`),

    async count(scope: Scope): Promise<number> {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from report_schedule s
        where s.ended_at is null and ${inScope(scope, "s.unit_id")}`.execute(db);
      return rows[0]?.count ?? 0;
    },

    async find(scope: Scope, id: number): Promise<StoredSchedule | undefined> {
      return (await read(sql`s.id = ${id} and ${inScope(scope, "s.unit_id")} limit 1`))[0];
    },

    /** Those of all units whose point is still with the unit that asked for it, by their ids. */
    listAfter: (afterId: number): Promise<StoredSchedule[]> =>
      read(sql`s.id > ${afterId} and p.unit_id = s.unit_id order by s.id limit ${max}`),

    /** How many of these spans have results and no report yet, and the last day of the one that ended first. */
    async countOpen(spans: readonly OpenSpan[]): Promise<{ count: number; until: string | null }> {
      const records = spans.map((one) => ({
        ...{ schedule_id: one.scheduleId, point_id: one.pointId, analytes: one.analytes },
        ...{ from_day: one.from, until_day: one.until },
      }));
      const { rows } = await sql<{ count: number; until: string | null }>`
        select count(*)::int as count, min(x.until_day)::text as until
        from jsonb_to_recordset(${JSON.stringify(records)}::jsonb)
          as x(schedule_id int, point_id int, analytes text[], from_day date, until_day date)
        where not exists (select from point_report r where r.schedule_id = x.schedule_id and r.from_day = x.from_day
            and r.state in ('running', 'done'))
          and exists (select from assay a where a.point_id = x.point_id and a.analyte = any(x.analytes)
            and a.sampled_on between x.from_day and x.until_day
            and a.state in ('draft', 'inReview', 'approved'))`.execute(db);
      return rows[0] ?? { count: 0, until: null };
    },

    async add(schedule: {
      unitId: number;
      pointId: number;
      every: string;
      choices: object;
      createdBy: string;
      createdAt: Date;
    }): Promise<number> {
      const { choices, ...rest } = schedule;
      const { id } = await db
        .insertInto("reportSchedule")
        .values({ ...rest, parameters: JSON.stringify(choices) })
        .returning("id")
        .executeTakeFirstOrThrow();
      return id;
    },

    async end(id: number, at: Date): Promise<void> {
      await db.updateTable("reportSchedule").set({ endedAt: at }).where("id", "=", id).execute();
    },

    /** Whether a span has approved results and none that waits for its review, and no report of this schedule yet. */
    async isDue(one: StoredSchedule, { from, until }: { from: string; until: string }): Promise<boolean> {
      const { rows } = await sql<{ due: boolean }>`
        select not exists (select from point_report r where r.schedule_id = ${one.scheduleId}
            and r.from_day = ${from}::date and r.state in ('running', 'done'))
          and coalesce(bool_or(a.state = 'approved'), false)
          and not coalesce(bool_or(a.state in ('draft', 'inReview')), false) as due
        from assay a where a.point_id = ${one.pointId} and a.analyte = any(${one.choices.analytes}::text[])
          and a.sampled_on between ${from}::date and ${until}::date`.execute(db);
      return rows[0]?.due ?? false;
    },
  };
}
