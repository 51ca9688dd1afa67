import type { AssaySample } from "@tracewater/contract/laboratory/assays";
import { sql } from "kysely";
import { inScope, inScopeOfAny, type Scope } from "../../../platform/scope.ts";
import type { Db } from "../../../platform/store/database.ts";

/** A place where a bottle was at some time of a day. */
export type BottlePosition = {
  bottleId: number;
  day: string;
  deviceId: number;
  /** Where the sampler was then; null where it was bound to no point. */
  pointId: number | null;
  pointCode: string | null;
};

const maxBottlePositions = 20_000;

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
          and ${coversDay(zone)}
        left join sampling_point p on p.id = s.point_id
        order by g.bottle, g.day, s.id desc limit ${maxBottlePositions}`.execute(db);
      return found.rows;
    },

    /** Of each bottle and day the sample that was in it that day, or else the last one that is known of the bottle. */
    async listTaken(asked: readonly { bottleId: number; day: string }[]): Promise<TakenSample[]> {
      const given = JSON.stringify(asked.map(({ bottleId, day }) => ({ bottle: bottleId, day })));
      const found = await sql<TakenSample>`
        select distinct on (g.bottle, g.day) g.bottle as bottle_id, to_char(g.day, 'YYYY-MM-DD') as day, s.sample_no,
          to_char(s.began at time zone ${zone}, 'YYYY-MM-DD') as began_on, s.device_id, s.point_id,
          p.code as point_code, ${coversDay(zone)} as is_of_day
        from jsonb_to_recordset(${given}::jsonb) as g(bottle int, day date)
        join water_sampling s on s.bottle_id = g.bottle and s.state <> 'void'
        left join sampling_point p on p.id = s.point_id
        order by g.bottle, g.day, ${coversDay(zone)} desc, s.id desc limit ${maxBottlePositions}`.execute(db);
      return found.rows;
    },

    /** The sample with this number, or the last one in the bottle with this code; the one it holds before others. */
    async findByCode(
      scope: Scope,
      code: string,
    ): Promise<(Omit<AssaySample, "state"> & { state: string }) | undefined> {
      const ms = (column: string) => sql`floor(extract(epoch from ${sql.ref(column)}) * 1000)::float8`;
      const found = await sql<Omit<AssaySample, "state"> & { state: string }>`
        select s.sample_no, b.body_code, s.state, ${ms("s.began")} as began, ${ms("s.ended")} as ended,
          to_char(s.began at time zone ${zone}, 'YYYY-MM-DD') as sampled_on, p.code as point_code, p.name as point_name
        from water_sampling s join bottle b on b.id = s.bottle_id left join sampling_point p on p.id = s.point_id
        where (s.sample_no = ${code} or s.bottle_id = (select id from bottle where body_code = ${code})) and s.state <> 'void'
          and ${inScopeOfAny(scope, "s.unit_id", "s.lab_unit_id")}
        order by s.sample_no = ${code} desc, s.state = 'destroyed', s.id desc limit 1`.execute(db);
      return found.rows[0];
    },

    /** In which samplers, at which points, bottles were on days of the server's zone. */
    async listPositions(asked: readonly { bottleId: number; day: string }[]): Promise<BottlePosition[]> {
      const given = JSON.stringify(asked.map(({ bottleId, day }) => ({ bottle: bottleId, day })));
      const begins = sql`(g.day::timestamp at time zone ${zone})`;
      const ends = sql`((g.day + 1)::timestamp at time zone ${zone})`;
      const found = await sql<BottlePosition>`
        select distinct g.bottle as bottle_id, to_char(g.day, 'YYYY-MM-DD') as day, pl.device_id,
          p.id as point_id, p.code as point_code
        from jsonb_to_recordset(${given}::jsonb) as g(bottle int, day date)
        join bottle_place pl on pl.bottle_id = g.bottle and pl.since < ${ends}
          and (pl.until is null or pl.until > ${begins})
        left join device_point dp on dp.device_id = pl.device_id
          and dp.since < least(pl.until, ${ends}) and (dp.until is null or dp.until > greatest(pl.since, ${begins}))
        left join sampling_point p on p.id = dp.point_id
        limit ${maxBottlePositions}`.execute(db);
      return found.rows;
    },
  };
}

const coversDay = (zone: string) =>
  sql`g.day between (s.began at time zone ${zone})::date and (s.ended at time zone ${zone})::date`;

/** `isOfDay`: it was in the bottle on that day. */
export type TakenSample = {
  bottleId: number;
  day: string;
  sampleNo: string;
  beganOn: string;
  deviceId: number | null;
  pointId: number | null;
  pointCode: string | null;
  isOfDay: boolean;
};

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
