import type { TimelineKind } from "@tracewater/contract/fleet/device-lifecycle";
import { sql } from "kysely";
import type { Db } from "../../../platform/store/database.ts";

/** What was done with devices; connections and what devices report are recorded elsewhere. */
export type RecordKind = Exclude<
  TimelineKind,
  "connected" | "takenOver" | "disconnected" | "alert" | "error"
>;

/** Writes into the timelines of devices, each in the unit whose it is now, in the transaction of what is reported. */
export async function writeRecords(
  trx: Db,
  deviceIds: readonly number[],
  entry: { kind: RecordKind; actor: string; facts?: Record<string, unknown>; at?: Date },
): Promise<void> {
  const { kind, actor, facts = {}, at = null } = entry;
  await sql`insert into device_record (device_id, unit_id, at, kind, actor, facts)
    select id, unit_id, coalesce(${at}::timestamptz, clock_timestamp()), ${kind}, ${actor},
      ${JSON.stringify(facts)}::jsonb
    from device where id = any(${[...deviceIds]}::int[]) order by id`.execute(trx);
}
