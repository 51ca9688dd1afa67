import { sql } from "kysely";
import { z } from "zod";
import { inScope, type Scope } from "../../../platform/scope.ts";
import type { Db } from "../../../platform/store/database.ts";
import { epochMs } from "../../../platform/store/epoch-ms.ts";

const reading = z.object({ identifier: z.string(), at: z.number(), level: z.number() });
const hours = 7 * 24;

/** The levels of one detector over the last week. */
export function createDetectionForecastStore(db: Db) {
  return {
    async findDevice(scope: Scope, deviceName: string): Promise<number | undefined> {
      const { rows } = await sql<{ id: number }>`
        select d.id from device d where d.device_name = ${deviceName} and d.type_key = 'liquidExtract'
          and ${inScope(scope, "d.unit_id")}`.execute(db);
      return rows[0]?.id;
    },

    /** The last value of each hour; each is one step in the index, however often the device reports. */
    async listHourly(deviceId: number, identifiers: readonly string[], until: Date) {
      const { rows } = await sql`
        select m.identifier, ${epochMs("x.ts")} as at, x.value as level
        from metric m cross join generate_series(0, ${hours - 1}::int) as back(h)
          cross join lateral (select t.ts, t.value from telemetry t
            where t.device_id = ${deviceId} and t.metric = m.id and t.value is not null
              and t.ts <= ${until}::timestamptz - make_interval(hours => back.h)
              and t.ts > ${until}::timestamptz - make_interval(hours => back.h + 1)
            order by t.ts desc limit 1) x
        where m.identifier = any(${[...identifiers]}::text[])
        order by m.identifier, x.ts limit ${hours * 10}`.execute(db);
      return z.array(reading).parse(rows);
    },
  };
}
