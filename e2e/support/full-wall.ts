import { openDatabaseView } from "./database-view.ts";
import { fillNetworkLoads } from "./network-loads.ts";

/** Every list of a wall full: loads of all points, open alarms of each severity, samplings, and a long name in each. */
export async function fillWall(where: { dataDir: string }): Promise<void> {
  await fillNetworkLoads(where);
  const store = await openDatabaseView(where);
  await store.rows(
    `insert into alarm (origin, device_id, unit_id, type_key, name, name_zh, source, identifier, operator, severity,
       began_at, raised_at, last_at, open_since)
     select 'wall/' || d.id, d.id, d.unit_id, d.type_key, 'Temperature of the sample box above its limit', '样品箱温度超限',
       'property', 'boxTemp', 'gt', (array['critical', 'major', 'warning', 'info'])[row_number() over (order by d.id) % 4 + 1],
       now(), now(), now(), now() from device d order by d.id limit 12`,
  );
  await store.rows(
    `insert into water_sampling (sample_no, unit_id, point_id, device_id, slot, origin, kind, began, ended, volume,
       sampler_person, made_by)
     select 'WALL-' || d.id, d.unit_id, d.point_id, d.id, 12, 'auto', 'composite24', now() - interval '4 days',
       now() - interval '3 days', 480, 'a', 'a' from device d where d.point_id is not null order by d.id limit 12`,
  );
  await store.rows(
    "update sampling_point set name = name || ', municipal waste water treatment plant' where id % 5 = 0",
  );
  await store.close();
}
