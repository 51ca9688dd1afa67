import { sql } from "kysely";
import type { Db } from "../../platform/store/database.ts";

/**
 * Grab samples of what handheld detectors read: three of four are registered, the rest are quick screenings. A sample is
 * drawn half an hour before its first board, in the catchment of a plant of the detector's unit.
 */
export async function addHandheldSamples(db: Db): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    with read as (
      select e.params ->> 'sampleId' as sample_no, d.id as device_id, d.unit_id, d.device_name,
        min(e.ts) - interval '30 minutes' as drawn
      from device_event e join device d on d.id = e.device_id
      where d.type_key = 'handFastDetector' and e.identifier = 'result' and e.params ->> 'sampleId' ~ '^H[0-9]{3}-[0-9]{6}$'
      group by 1, 2, 3, 4),
    registered as (
      select r.*, 'B' || substr(r.sample_no, 2) as code, here.point_id,
        coalesce((select l.value_json #>> '{}' from telemetry_latest l join metric m on m.id = l.metric
          where l.device_id = r.device_id and m.identifier = 'operator'), 'Operator') as operator
      from read r cross join lateral (select s.point_id from device s
        where s.unit_id = r.unit_id and s.type_key = 'waterSample' and s.point_id is not null
        order by s.id limit 1 offset r.device_id % 2) here
      where substr(r.sample_no, 6)::int % 4 <> 0 and not exists (
        select from water_sampling s where s.sample_no = r.sample_no)),
    bottled as (
      insert into bottle (body_code, unit_id, state) select code, unit_id, 'filled' from registered
      on conflict do nothing returning id, body_code)
    insert into water_sampling (sample_no, unit_id, point_id, bottle_id, origin, kind, began, ended, sampler_person,
      note, made_by, created_at)
    select r.sample_no, r.unit_id, r.point_id, b.id, 'manual', 'grab', r.drawn, r.drawn + interval '2 minutes',
      r.operator, 'Manhole', r.operator, r.drawn + interval '3 minutes'
    from registered r join bottled b on b.body_code = r.code
    on conflict do nothing returning id`.execute(db);
  return rows.length;
}
