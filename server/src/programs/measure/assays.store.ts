import { analyteName } from "@tracewater/contract/laboratory/factors";
import { sql } from "kysely";
import type { Db } from "../../platform/store/database.ts";

/**
 * So many samples of the points that are there, one a day and point, twenty to a delivery, each with all analytes: nine
 * of ten results approved, the rest on their way; every third below its LOQ; a load of each that counts.
 */
export async function fillLaboratory(db: Db, samples: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    // Of so many rows at once nobody waits for an answer.
    await sql`set local statement_timeout = 0`.execute(trx);
    await sql`
      create temporary table made_sample on commit drop as
      select n, 'MEASURE-' || n as code, p.id as point_id, p.unit_id, current_date - 1 - (n - 1) / p.points as day
      from generate_series(1, ${samples}::int) n
        join (select id, unit_id, row_number() over (order by id) as place, count(*) over ()::int as points
          from sampling_point) p on p.place = 1 + (n - 1) % p.points`.execute(trx);
    await sql`analyze made_sample`.execute(trx);
    await sql`insert into bottle (body_code, unit_id, state) select code, unit_id, 'opened' from made_sample`.execute(
      trx,
    );
    await sql`insert into sample_delivery (delivery_no, unit_id, to_unit_id, state, made_by)
      select 'MEASURE-' || (n / 20), min(unit_id), min(unit_id), 'received', 'measure' from made_sample
      group by n / 20`.execute(trx);
    await sql`
      with sampled as (
        insert into water_sampling (sample_no, unit_id, point_id, bottle_id, origin, kind, began, ended, sampler_person,
          state, delivery_id, made_by)
        select code, m.unit_id, point_id, b.id, 'manual', 'composite24', day + time '12:00', day + time '13:00',
          'measure', 'opened', d.id, 'measure'
        from made_sample m join bottle b on b.body_code = m.code
          join sample_delivery d on d.delivery_no = 'MEASURE-' || (m.n / 20)
        returning id, delivery_id)
      insert into delivery_sample (delivery_id, sampling_id) select delivery_id, id from sampled`.execute(
      trx,
    );
    await sql`
      insert into assay (unit_id, bottle_id, point_id, sampled_on, analyte, value, flag, lod, loq, uncertainty, recovery,
        phase, source, method, method_version, state, analyst_ids, analyst, reviewer_id, reviewer, reviewed_at)
      select m.unit_id, b.id, m.point_id, m.day, a.name,
        case when (m.n + a.place) % 3 = 0 then null else round((0.005 + (m.n * 7919 % 1000) / 1000.0)::numeric, 6) end,
        case when (m.n + a.place) % 3 = 0 then 'belowLoq' else 'quantified' end,
        0.001, 0.005, case when (m.n + a.place) % 3 = 0 then null else 0.0012 end, 95, 'liquid', 'lcms', 'LC-MS/MS', '3',
        case when m.n % 10 = 0 then (array['draft', 'inReview', 'rejected'])[1 + m.n / 10 % 3] else 'approved' end,
        array[1], 'measure', case when m.n % 10 = 0 then null else 2 end, case when m.n % 10 = 0 then '' else 'other' end,
        case when m.n % 10 = 0 then null else now() end
      from made_sample m join bottle b on b.body_code = m.code
        cross join lateral unnest(${[...analyteName.options]}::text[]) with ordinality as a(name, place)`.execute(
      trx,
    );
    await sql`
      with runs as (
        insert into load_run (unit_id, point_id, parameters, made_by)
        select distinct unit_id, point_id,
          '{"uncertainty": {"sampling": 10, "flow": 20, "population": 20}}'::jsonb, 'measure' from made_sample
        returning id, point_id)
      insert into load_result (run_id, assay_id, unit_id, point_id, sampled_on, analyte, phase, source, flag,
        concentration, substituted, substitution, flow, flow_method, population, population_method, load, per1000,
        expanded, warnings, formula)
      select r.id, a.id, a.unit_id, a.point_id, a.sampled_on, a.analyte, a.phase, a.source, a.flag,
        coalesce(a.value, 0), a.value is null, 'zero', 20000, 'design', 100000, 'census', coalesce(a.value, 0) * 20000,
        coalesce(a.value, 0) * 200, 60, '{}', 'measure'
      from assay a join runs r on r.point_id = a.point_id
        join made_sample m on m.point_id = a.point_id and m.day = a.sampled_on
      where a.state = 'approved'`.execute(trx);
  });
}
