import { CamelCasePlugin, Kysely, PostgresDialect, sql } from "kysely";
import pg from "pg";
import type { Tables } from "../src/platform/store/tables.ts";
import type { TestPlatform } from "./test-platform.ts";

const day = 86_400_000;
/** Of each log: enough that a scan of it shows. */
const maxLogRows = 200_000;
const properties = ["ph", "flow", "boxTemp", "batteryLevel", "conductivity"];

/** The database as its owner has it, without a limit of time. */
export function openAsOwner(platform: TestPlatform): Kysely<Tables> {
  const pool = new pg.Pool({ ...platform.owner, max: 1, idleTimeoutMillis: 0 });
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }), plugins: [new CamelCasePlugin()] });
}

/**
 * What autovacuum does within a minute, which rests in tests: small indexes learn of new pages, and the planner of what
 * a month holds now. Without it a month that a device filled at once is read as a whole.
 */
export async function catchUpWithVacuum(db: Kysely<Tables>): Promise<void> {
  await sql`select brin_summarize_new_values(c.oid) from pg_class c join pg_am a on a.oid = c.relam
    where a.amname = 'brin' and c.relkind = 'i'`.execute(db);
  await sql`analyze telemetry`.execute(db);
}

/**
 * Readings of 20 devices with five properties, one every 20 s until now, in the order in which they arrived, and 200,000 rows
 * of the logs, half of them older than they are kept. Straight into the tables: no device could bring it
 * within minutes.
 */
export async function fillLargeStore(
  platform: TestPlatform,
  db: Kysely<Tables>,
  readings: number,
): Promise<number[]> {
  const run = (statement: ReturnType<typeof sql>) => statement.execute(db);
  const unitId = await platform.unit();
  const devices: number[] = [];
  for (let made = 0; made < 20; made++) devices.push((await platform.addDevice({ unitId })).id);
  const rounds = Math.floor(readings / devices.length / properties.length);
  const end = Date.now() - 600_000;
  const begin = end - rounds * 20_000;
  for (let month = begin; month < end + 27 * day; month += 27 * day) {
    await run(sql`select make_telemetry_month(${new Date(month)}::date)`);
  }
  await run(sql`insert into metric (identifier) select unnest(${properties}::text[]) on conflict do nothing`);
  await run(sql`update rollup_state set rolled_to = to_timestamp(${begin - 1000} / 1000.0),
    closing_to = to_timestamp(${begin - 1000} / 1000.0)`);
  const step = 10_000;
  for (let from = 0; from < rounds; from += step) {
    await run(sql`insert into telemetry (device_id, metric, flags, ts, value, received_at)
      select d, m.id, 0, at, 4 + sin(g / 300.0) + m.id, at + interval '300 ms'
      from generate_series(${from}::int, ${Math.min(rounds, from + step) - 1}::int) g
        cross join lateral (select to_timestamp((${begin}::float8 + g * 20000) / 1000.0) as at) moment
        cross join unnest(${devices}::int[]) d
        join metric m on m.identifier = any(${properties}::text[])`);
  }
  await fillLogs(db, { devices, unitId, rows: Math.min(maxLogRows, Math.floor(readings / 10)) });
  await catchUpWithVacuum(db);
  await run(sql`analyze`);
  return devices;
}

/** One row a device every so often over 800 days, or over 60 days where rows are kept for less. */
async function fillLogs(
  db: Kysely<Tables>,
  { devices, unitId, rows }: { devices: readonly number[]; unitId: number; rows: number },
): Promise<void> {
  const [first = 0] = devices;
  const at = sql`now() - g * (interval '800 days' / ${rows}::int)`;
  const series = sql`generate_series(${rows}::int, 1, -1) g`;
  const device = sql`(${[...devices]}::int[])[1 + g % ${devices.length}::int]`;
  await sql`insert into device_event (device_id, unit_id, identifier, kind, ts, received_at, params)
    select ${device}, ${unitId}::int, 'sampleTaken', 'info', ${at}, ${at}, '{"index": 1}' from ${series}`.execute(
    db,
  );
  await sql`insert into telemetry_conflict (device_id, metric, flags, ts, value, received_at)
    select ${device}, 1, 0, ${at}, g, ${at} from ${series} where g % 10 = 0`.execute(db);
  await sql`insert into device_log (device_id, at, received_at, level, module, code, trace, content)
    select ${device}, ${at}, ${at}, 'INFO', 'pump', '0', '', 'ok' from ${series}`.execute(db);
  await sql`insert into device_connection (device_id, since, until)
    select ${device}, ${at}, ${at} + interval '1 second' from ${series} where g > 1`.execute(db);
  await sql`insert into login_log (at, user_name, kind, ok, reason, address, agent)
    select ${at}, 'someone', 'logIn', true, '', '192.0.2.1', '' from ${series} where g % 10 = 0`.execute(db);
  await sql`insert into job_log (job_key, node, state, started_at, alive_at, finished_at)
    select 'rollup', 'n', 'done', ${at}, ${at}, ${at} from ${series} where g % 10 = 0`.execute(db);
  await sql`insert into delivery (address, topic, body, state, created_at, finished_at)
    select 'a@example.org', 'alarm', '{}', 'sent', ${at}, ${at} from ${series} where g % 10 = 0`.execute(db);
  await sql`insert into alarm (origin, rule_id, device_id, unit_id, type_key, name, name_zh, source, identifier,
      operator, severity, state, began_at, raised_at, last_at, open_since, cleared_at)
    select 'rule/1', null, ${first}::int, ${unitId}::int, 'waterSample', 'x', 'x', 'property', 'ph', 'gt', 'major', 'cleared',
      ${at}, ${at}, ${at}, ${at}, ${at} + interval '1 second' from ${series} where g % 10 = 0`.execute(db);
  await sql`with made as (insert into command (device_id, unit_id, kind, identifier, call_type, params, actor_name,
        timeout_s, expires_at, state, queued_at, finished_at)
      select ${device}, ${unitId}::int, 'service', 'stop', 'async', '{}', 'x', 60, ${at}, 'replied', ${at}, ${at}
      from ${series} where g % 10 = 0 returning id, queued_at)
    insert into command_step (command_id, at, step) select id, queued_at, 'queued' from made`.execute(db);
}
