import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../../platform/store/database.ts";

/** Rows that one statement deletes: short enough that nobody waits for it. */
const batch = 20_000;

/** What retention takes out of the database. */
export function createRetentionStore(db: Db) {
  const affected = async (run: Promise<{ numAffectedRows?: bigint }>) => (await run).numAffectedRows ?? 0n;

  /** Deletes the rows that are found, batch by batch, until none is left or it is stopped; how many went. */
  async function deleteFound(
    from: { table: string; key: string; found: RawBuilder<unknown> },
    signal: AbortSignal,
  ): Promise<number> {
    const { table, key, found } = from;
    let gone = 0;
    while (!signal.aborted) {
      const one = sql`delete from ${sql.table(table)} where ${sql.ref(key)} = any(array(${found} limit ${batch}))`;
      const last = Number(await affected(one.execute(db)));
      gone += last;
      if (last < batch) break;
    }
    return gone;
  }

  return {
    deleteJobLogs(before: Date, signal: AbortSignal): Promise<number> {
      const found = sql`select id from job_log where started_at < ${before} and state <> 'running'`;
      return deleteFound({ table: "job_log", key: "id", found }, signal);
    },

    deleteDeviceLogs(before: Date, signal: AbortSignal): Promise<number> {
      const found = sql`select id from device_log where received_at < ${before}`;
      return deleteFound({ table: "device_log", key: "id", found }, signal);
    },

    /** One that goes on stays, however long it does. */
    deleteConnections(before: Date, signal: AbortSignal): Promise<number> {
      const found = sql`select ctid from device_connection where until < ${before}`;
      return deleteFound({ table: "device_connection", key: "ctid", found }, signal);
    },

    /** Of commands that have ended; those of a device under a legal hold stay. */
    deleteCommandSteps(before: Date, signal: AbortSignal): Promise<number> {
      const found = sql`
        select s.id from command_step s join command c on c.id = s.command_id
        where s.at < ${before} and c.state not in ('queued', 'sent', 'acknowledged')
          and ${unheld(sql`c.device_id`, sql`s.at`)}`;
      return deleteFound({ table: "command_step", key: "id", found }, signal);
    },

    /** Those that reached a device under a legal hold stay. */
    deleteFirings(before: Date, signal: AbortSignal): Promise<number> {
      const found = sql`
        select f.id from timed_firing f join timed_task t on t.id = f.timed_task_id
        where f.at < ${before} and ${unheld(sql`t.device_id`, sql`f.at`)}
          and not exists (select from command c where c.batch_id = f.batch_id
            and not ${unheld(sql`c.device_id`, sql`f.at`)})`;
      return deleteFound({ table: "timed_firing", key: "id", found }, signal);
    },

    /** Those that are over, and those that nobody used for longer than they may rest; 0 for any time. */
    async deleteSessions(idleMinutes: number): Promise<number> {
      const gone = sql`delete from session where expires_at < now()
        or (${idleMinutes}::int > 0 and last_seen_at < now() - make_interval(mins => ${idleMinutes}::int))`;
      return Number(await affected(gone.execute(db)));
    },

    async deleteCaptchas(): Promise<number> {
      return Number(await affected(sql`delete from captcha where expires_at < now()`.execute(db)));
    },

    /** Failures older than an hour count no more. */
    async deleteLoginFailures(): Promise<number> {
      const gone = sql`delete from login_failure where last_at < now() - interval '1 hour'`.execute(db);
      return Number(await affected(gone));
    },
  };
}

function unheld(deviceId: RawBuilder<unknown>, at: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`not exists (select from reading_hold h where h.device_id = ${deviceId}
    and h.lifted_at is null and ${at} >= h.begin_at and ${at} < coalesce(h.end_at, 'infinity'))`;
}
