import type pg from "pg";
import type { StoredUplink } from "../uplink.ts";

/** A month that has its partition, as microseconds since 1970. */
export type Month = { from: number; until: number };

/** Makes the monthly partition of each time in the batch before it is needed; a month is looked at once. */
export async function ensurePartitions(
  db: pg.Client,
  batch: readonly StoredUplink[],
  known: Month[],
): Promise<void> {
  let last: Month | undefined = known.at(-1);
  for (const { values } of batch) {
    for (const { atMicros } of values) {
      if (last !== undefined && atMicros >= last.from && atMicros < last.until) continue;
      last = known.find((month) => atMicros >= month.from && atMicros < month.until);
      if (last !== undefined) continue;
      const at = new Date(atMicros / 1000);
      await ensureMonth(db, at.toISOString().slice(0, 7));
      last = {
        from: Date.UTC(at.getUTCFullYear(), at.getUTCMonth()) * 1000,
        until: Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1) * 1000,
      };
      known.push(last);
    }
  }
}

/** Makes one month's partition; several that try at once are let through one by one. */
async function ensureMonth(db: pg.ClientBase, month: string): Promise<void> {
  const name = `telemetry_${month.replace("-", "_")}`;
  const exists = await db.query("select 1 from pg_class where relname = $1", [name]);
  if ((exists.rowCount ?? 0) > 0) return;
  await db.query("select make_telemetry_month($1::date)", [`${month}-01`]);
}
