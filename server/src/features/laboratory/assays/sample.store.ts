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
    /** Bottles of the scope, and those of which a sample was sent to a laboratory of the scope. */
    async listBottles(scope: Scope, codes: readonly string[]): Promise<Map<string, Bottle>> {
      const found = await sql<Bottle>`
        select b.id, b.body_code, b.unit_id, ${inScope(scope, "b.unit_id")} as is_own
        from bottle b where b.body_code = any(${[...codes]}::text[]) and (${inScope(scope, "b.unit_id")}
          or exists (select from water_sampling s where s.bottle_id = b.id and ${inScope(scope, "s.lab_unit_id")}))
        limit ${codes.length}`.execute(db);
      return new Map(found.rows.map((one) => [one.bodyCode, one]));
    },

    /** The samples in bottles on days of the server's zone that were sent to a laboratory. */
    async listSent(scope: Scope, asked: readonly { bottleId: number; day: string }[]): Promise<SentSample[]> {
      const given = JSON.stringify(asked.map(({ bottleId, day }) => ({ bottle: bottleId, day })));
      const found = await sql<SentSample>`
        select distinct on (g.bottle, g.day) g.bottle as bottle_id, to_char(g.day, 'YYYY-MM-DD') as day, s.lab_unit_id,
          s.state, s.device_id, s.point_id, p.code as point_code, ${inScope(scope, "s.lab_unit_id")} as is_reached
        from jsonb_to_recordset(${given}::jsonb) as g(bottle int, day date)
        join water_sampling s on s.bottle_id = g.bottle and s.lab_unit_id is not null and s.state <> 'void'
          and g.day between (s.began at time zone ${zone})::date and (s.ended at time zone ${zone})::date
        left join sampling_point p on p.id = s.point_id
        order by g.bottle, g.day, s.id desc limit ${mostStands}`.execute(db);
      return found.rows;
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

/** `isOwn`: the caller reaches its unit. */
type Bottle = { id: number; bodyCode: string; unitId: number; isOwn: boolean };

/** A sample that is or was at a laboratory; `isReached`: the caller reaches the laboratory's unit. */
export type SentSample = {
  bottleId: number;
  day: string;
  labUnitId: number;
  state: string;
  deviceId: number | null;
  pointId: number | null;
  pointCode: string | null;
  isReached: boolean;
};
