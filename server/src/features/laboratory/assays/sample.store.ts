import { sql } from "kysely";
import { inScope, type Scope } from "../../../platform/scope.ts";
import type { Db } from "../../../platform/store/database.ts";

/** A place where a bottle stood at some time of a day. */
export type Stand = {
  bottleId: number;
  day: string;
  deviceId: number;
  /** Where the sampler stood then; null where it was bound to no point. */
  pointId: number | null;
  pointCode: string | null;
};

const mostStands = 20_000;

/** What is known of the bottles that results are about, and of the places where they were filled. */
export function createSampleStore(db: Db, options: { zone: string }) {
  const { zone } = options;
  return {
    async listBottles(scope: Scope, codes: readonly string[]): Promise<Map<string, Bottle>> {
      const found = await db
        .selectFrom("bottle")
        .select(["id", "bodyCode", "unitId"])
        .where(sql<boolean>`body_code = any(${[...codes]}::text[])`)
        .where(inScope(scope, "bottle.unit_id"))
        .execute();
      return new Map(found.map((one) => [one.bodyCode, one]));
    },

    /** In which samplers, at which points, bottles stood on days of the server's zone. */
    async listStands(asked: readonly { bottleId: number; day: string }[]): Promise<Stand[]> {
      const given = JSON.stringify(asked.map(({ bottleId, day }) => ({ bottle: bottleId, day })));
      const begins = sql`(g.day::timestamp at time zone ${zone})`;
      const ends = sql`((g.day + 1)::timestamp at time zone ${zone})`;
      const found = await sql<Stand>`
        select distinct g.bottle as bottle_id, to_char(g.day, 'YYYY-MM-DD') as day, pl.device_id,
          p.id as point_id, p.code as point_code
        from jsonb_to_recordset(${given}::jsonb) as g(bottle int, day date)
        join bottle_place pl on pl.bottle_id = g.bottle and pl.since < ${ends}
          and (pl.until is null or pl.until > ${begins})
        left join device_point dp on dp.device_id = pl.device_id
          and dp.since < least(pl.until, ${ends}) and (dp.until is null or dp.until > greatest(pl.since, ${begins}))
        left join sampling_point p on p.id = dp.point_id
        limit ${mostStands}`.execute(db);
      return found.rows;
    },
  };
}

type Bottle = { id: number; bodyCode: string; unitId: number };
