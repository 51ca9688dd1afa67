import { sql } from "kysely";
import { z } from "zod";
import type { Db } from "../../../platform/store/database.ts";

const queued = z.object({
  id: z.string(),
  deviceId: z.number(),
  unitId: z.number(),
  at: z.date(),
  params: z.unknown(),
  operator: z.string(),
  boardTemp: z.number().nullable(),
});
/** A result of a handheld detector that has not become a test yet. */
export type QueuedResult = z.infer<typeof queued>;

/** The queue that the database fills with each result as it is stored. */
export function createBoardEventStore(db: Db) {
  return {
    /** Takes the oldest out; in the transaction in which they become tests. */
    async take(limit: number): Promise<QueuedResult[]> {
      const { rows } = await sql`
        with taken as (
          delete from board_event where event_id in (
            select event_id from board_event order by event_id limit ${limit} for update skip locked)
          returning event_id)
        select e.id::text as id, e.device_id, e.unit_id, e.ts as at, e.params,
          coalesce((select l.value_json #>> '{}' from telemetry_latest l join metric m on m.id = l.metric
            where l.device_id = e.device_id and m.identifier = 'operator' limit 1), '') as operator,
          (select x.value from telemetry x join metric m on m.id = x.metric
            where x.device_id = e.device_id and m.identifier = 'boardTemp' and x.ts <= e.ts
              and x.ts > e.ts - interval '10 minutes' order by x.ts desc limit 1) as board_temp
        from taken k join device_event e on e.id = k.event_id order by e.id`.execute(db);
      return z.array(queued).parse(rows);
    },
  };
}
