import type { TimeSpan } from "@tracewater/contract/time-span";
import { sql } from "kysely";
import type { JobReport } from "../../../platform/job-definition.ts";
import { printed } from "../../../platform/resource/resource-rows.store.ts";
import { containing } from "../../../platform/store/contains.ts";
import type { Db } from "../../../platform/store/database.ts";
import { inSpan } from "../../../platform/store/search-span.ts";

export type JobRow = {
  jobId: number;
  jobKey: string;
  cron: string;
  misfirePolicy: "1" | "2" | "3";
  status: "0" | "1";
  nextAt: Date;
};
export type JobState = "running" | "done" | "failed" | "interrupted";
export type LastRun = {
  jobKey: string;
  id: string;
  state: JobState;
  startedAt: Date;
  finishedAt: Date | null;
  messageEn: string;
  messageZh: string;
};
export type LogRow = {
  id: string;
  jobKey: string;
  state: JobState;
  messageEn: string;
  messageZh: string;
  error: string;
  idle: boolean;
  tickTime: string | null;
  startTime: string;
  stopTime: string | null;
  durationMs: number | null;
  askedBy: string;
  node: string;
};
export type LogFilter = TimeSpan & {
  /** Those that are meant by a name or a group; undefined for all. */
  jobKeys?: readonly string[] | undefined;
  invokeTarget?: string | undefined;
  state?: JobState | undefined;
  status?: "0" | "1" | undefined;
  /** "1": only runs that found nothing to do, "0": only the others. */
  idle?: "0" | "1" | undefined;
};

export type JobStore = ReturnType<typeof createJobStore>;

/** A run whose node has not been heard of for this long is over, however it ended. */
const silentS = 90;

export function createJobStore(db: Db, zone: string) {
  const jobColumns = ["id as jobId", "jobKey", "cron", "misfirePolicy", "status", "nextAt"] as const;
  const logColumns = sql`id, job_key, state, message_en, message_zh, error, idle, asked_by, node,
    ${printed("tick", zone)} as tick_time, ${printed("started_at", zone)} as start_time,
    ${printed("finished_at", zone)} as stop_time,
    round(extract(epoch from finished_at - started_at) * 1000)::int as duration_ms`;

  return {
    async ensure(jobs: readonly { jobKey: string; cron: string; nextAt: Date }[]): Promise<void> {
      if (jobs.length === 0) return;
      await db
        .insertInto("job")
        .values([...jobs])
        .onConflict((conflict) => conflict.column("jobKey").doNothing())
        .execute();
    },

    async list(): Promise<JobRow[]> {
      return db.selectFrom("job").select(jobColumns).orderBy("id").limit(200).execute();
    },

    async find(id: number): Promise<JobRow | undefined> {
      return db.selectFrom("job").select(jobColumns).where("id", "=", id).executeTakeFirst();
    },

    async change(
      id: number,
      to: { cron: string; misfirePolicy: "1" | "2" | "3"; status: "0" | "1"; nextAt: Date },
    ): Promise<void> {
      await db.updateTable("job").set(to).where("id", "=", id).execute();
    },

    /** Sets the next firing, unless another node has done so since it was read. */
    async move(jobKey: string, from: Date, to: Date): Promise<void> {
      await db
        .updateTable("job")
        .set({ nextAt: to })
        .where("jobKey", "=", jobKey)
        .where("nextAt", "=", from)
        .execute();
    },

    /**
     * Takes one firing in one statement: of any number of nodes that ask for the same tick one gets its row of the
     * log. None does while the job still runs somewhere (the tick waits), or where this tick has fired before (a clock that went back).
     */
    async claim(of: { jobKey: string; tick: Date; nextAt: Date; node: string }): Promise<string | null> {
      const claimed = await sql<{ id: string }>`
        with taken as (
          update job set next_at = ${of.nextAt}
          where job_key = ${of.jobKey} and next_at = ${of.tick} and status = '0'
            and not exists (select 1 from job_log l where l.job_key = job.job_key and l.state = 'running')
          returning job_key)
        insert into job_log (job_key, tick, node, state)
        select job_key, ${of.tick}::timestamptz, ${of.node}, 'running' from taken
        on conflict do nothing returning id`.execute(db);
      return claimed.rows[0]?.id ?? null;
    },

    /** The same for somebody who asks; null while it runs. */
    async claimNow(of: { jobKey: string; node: string; askedBy: string }): Promise<string | null> {
      const claimed = await sql<{ id: string }>`
        insert into job_log (job_key, node, state, asked_by) values (${of.jobKey}, ${of.node}, 'running', ${of.askedBy})
        on conflict do nothing returning id`.execute(db);
      return claimed.rows[0]?.id ?? null;
    },

    async stillAlive(id: string): Promise<void> {
      await db.updateTable("jobLog").set({ aliveAt: sql<Date>`now()` }).where("id", "=", id).execute();
    },

    async finish(id: string, end: { state: JobState; message: JobReport; error: string }): Promise<void> {
      await db
        .updateTable("jobLog")
        .set({
          state: end.state,
          finishedAt: sql<Date>`now()`,
          messageEn: end.message.en,
          messageZh: end.message.zh,
          error: end.error,
          idle: end.message.idle ?? false,
        })
        .where("id", "=", id)
        .execute();
    },

    /** Ends runs of this node that an earlier process left, and those of nodes that fell silent. */
    async endOrphans(node: string | null): Promise<void> {
      await sql`update job_log set state = 'interrupted', finished_at = now(),
          message_en = 'The server stopped while it ran.', message_zh = '执行期间服务器停止。'
        where state = 'running'
          and (node = ${node}::text or alive_at < now() - make_interval(secs => ${silentS}))`.execute(db);
    },

    /** The last run of each job. */
    async lastRuns(): Promise<LastRun[]> {
      const found = await sql<LastRun>`
        select l.job_key, l.id, l.state, l.started_at, l.finished_at, l.message_en, l.message_zh
        from job j cross join lateral (
          select * from job_log l where l.job_key = j.job_key order by l.id desc limit 1) l`.execute(db);
      return found.rows;
    },

    async listLog(filter: LogFilter, page: { limit: number; offset: number }): Promise<LogRow[]> {
      const found = await sql<LogRow>`select ${logColumns} from job_log where ${matching(filter)}
        order by id desc limit ${page.limit} offset ${page.offset}`.execute(db);
      return found.rows;
    },

    async countLog(filter: LogFilter): Promise<number> {
      const counted = await sql<{ count: number }>`
        select count(*)::int as count from job_log where ${matching(filter)}`.execute(db);
      return counted.rows[0]?.count ?? 0;
    },

    async findLog(id: number): Promise<LogRow | undefined> {
      const found = await sql<LogRow>`select ${logColumns} from job_log where id = ${id}`.execute(db);
      return found.rows[0];
    },
  };
}

function matching(filter: LogFilter) {
  return sql.join(
    [
      sql<boolean>`true`,
      ...(filter.invokeTarget === undefined ? [] : [sql`job_key ilike ${containing(filter.invokeTarget)}`]),
      ...(filter.state === undefined ? [] : [sql`state = ${filter.state}`]),
      ...(filter.status === undefined
        ? []
        : [sql`(state in ('failed', 'interrupted')) = ${filter.status === "1"}`]),
      ...(filter.idle === undefined ? [] : [filter.idle === "1" ? sql`idle` : sql`not idle`]),
      ...(filter.jobKeys === undefined ? [] : [sql`job_key = any(${[...filter.jobKeys]}::text[])`]),
      ...inSpan(sql`started_at`, filter),
    ],
    sql` and `,
  );
}
