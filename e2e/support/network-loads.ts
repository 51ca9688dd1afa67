import { type DatabaseView, openDatabaseView } from "./database-view.ts";

/** Five categories of the network; mg a day of 1,000 inhabitants around which its plants lie. */
const levels = { benzoylEconine: 300, mdma: 30, thcCooh: 60, ketamine: 25, mamp: 60 };

/**
 * Loads of every located point, four weeks up to today and the same days of the year before, straight into the
 * database: a third of the points rises, a third falls, a third stays. The figures are invented, their amount is that of
 * a large network.
 */
export async function fillNetworkLoads(where: { dataDir: string }): Promise<void> {
  const store = await openDatabaseView(where);
  const assayId = await addAssay(store);
  const [run] = await store.rows<{ id: number }>(
    `insert into load_run (unit_id, point_id, parameters, made_by)
     select unit_id, id, '{}', 'test' from sampling_point order by id limit 1 returning id`,
  );
  await store.rows(
    `insert into load_result (run_id, assay_id, unit_id, point_id, sampled_on, analyte, phase, source, flag, concentration,
       substituted, substitution, flow, flow_method, population, population_method, load, per1000, warnings, formula)
     select $1, $2, p.unit_id, p.id, current_date - d - y, a.name, 'liquid', 'lcms', 'quantified', 1, false, 'none', 1000,
       'meter', 20000 + p.id * 7919 % 900000, 'registered', 1,
       round((a.level * (0.1 + p.id * 7919 % 100 / 40.0) * (1 + 0.1 * sin(d + p.id))
         * case when y = 0 then 1 else (array[1, 0.6, 1.6])[p.id % 3 + 1] end)::numeric, 3), '{}', 'test'
     from sampling_point p
       cross join unnest($3::text[], $4::float8[]) as a(name, level)
       cross join generate_series(0, 27) as d cross join (values (0), (364)) as year(y)
     where p.longitude is not null and (p.id + d) % 4 = 0`,
    [run?.id, assayId, Object.keys(levels), Object.values(levels)],
  );
  await store.rows("analyze load_result");
  await store.close();
}

async function addAssay(store: DatabaseView): Promise<number> {
  const [bottle] = await store.rows<{ id: number }>(
    "insert into bottle (body_code, unit_id) select 'NETWORK-1', min(id) from dept returning id",
  );
  const [assay] = await store.rows<{ id: number }>(
    `insert into assay (unit_id, bottle_id, point_id, sampled_on, analyte, value, flag, phase, source, method,
       method_version, state, analyst_ids, analyst, reviewer_id, reviewer)
     select p.unit_id, $1, p.id, current_date, 'mdma', 1, 'quantified', 'liquid', 'lcms', '', '', 'approved', '{1000000}',
       'a', 2000000, 'b' from sampling_point p order by p.id limit 1 returning id`,
    [bottle?.id],
  );
  if (assay === undefined) throw new Error("there is no sampling point to measure at");
  return assay.id;
}
