import { originOf } from "@tracewater/contract/fleet/alarm-sources";
import { sql } from "kysely";
import type { Db } from "../../../platform/store/database.ts";

export type OverdueUndertaking = { id: number; deviceId: number; undertakingNo: string };

const prefix = originOf("undertakingOverdue", "");

/** Undertakings whose return is overdue, and the alarms of those that no longer are. */
export function createUndertakingDueStore(db: Db, zone: string) {
  const isOverdue = sql`u.returned_on is null and u.due_on < (now() at time zone ${zone})::date`;
  return {
    /** Of those without an open alarm, the longest overdue first. */
    async listOverdue(limit: number): Promise<OverdueUndertaking[]> {
      const { rows } = await sql<OverdueUndertaking>`
        select u.id, d.id as device_id, u.undertaking_no from box_undertaking u
          join device d on d.device_name = u.device_name
        where ${isOverdue} and not exists (select from alarm a where a.device_id = d.id
          and a.origin = ${prefix}::text || u.id and a.cleared_at is null)
        order by u.due_on, u.id limit ${limit}`.execute(db);
      return rows;
    },

    /** Origins of open alarms whose undertaking was returned, was extended, or is gone. */
    async listEnded(limit: number): Promise<string[]> {
      const { rows } = await sql<{ origin: string }>`
        select a.origin from alarm a where a.source = 'undertakingOverdue' and a.cleared_at is null
          and not exists (select from box_undertaking u where ${prefix}::text || u.id = a.origin and ${isOverdue})
        limit ${limit}`.execute(db);
      return rows.map(({ origin }) => origin);
    },
  };
}
