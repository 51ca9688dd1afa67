/**
 * What the background jobs read for what they change, on a store of ten million readings (LONG_READINGS for another
 * size). The table that it prints stands in docs/background-jobs.md.
 */
import { listCommands } from "@tracewater/contract/fleet/commands";
import { listDeviceTimeline } from "@tracewater/contract/fleet/device-lifecycle";
import { listJobs } from "@tracewater/contract/system/jobs";
import { listDeliveries } from "@tracewater/contract/system/webhooks";
import { type Kysely, sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually } from "../../test/eventually.ts";
import { catchUpWithVacuum, fillLargeStore, openAsOwner } from "../../test/large-store.ts";
import { recordCosts, type StatementCost } from "../../test/statement-costs.ts";
import { pauseTask, runTask } from "../../test/test-jobs.ts";
import { onPlatform } from "../../test/test-platform.ts";
import type { Tables } from "../platform/store/tables.ts";

const readings = Number(process.env["LONG_READINGS"] ?? 10_000_000);
const replayed = 260_000;
const late = 2000;
const day = 86_400_000;

/** Rows read for one that is changed, at most. */
const maxRatio = 100;
/** Milliseconds for the longest run: the first rollup, each statement twice. */
const runMs = 900_000;
/**
 * Rows that a run without work may read: devices, rules, and the one range of a small index in which the limit of a
 * retention lies (128 pages); never what is stored over time.
 */
const maxIdle = 30_000;
/** Rows that a list of two days of 800 may read, of which the largest holds a thousand. */
const maxListed = 5000;
/** They read all that they verify, and change nothing. */
const verifying = ["auditCheck", "custodyCheck"];
/** The schedule itself, sessions and settings: what runs every two seconds whatever the job. */
const ofPlatform =
  /\b(job|job_log|session|sys_user|sys_config|config|role|role_menu|menu|licence|user_role|audit_log|chain|chain_end|chain_head|chain_tree|chain_thing|hash_tile|checkpoint|checkpoint_cosignature|timed_task|firmware_upgrade|firmware_batch)\b/;

type Cost = { run: string; read: number; changed: number; pages: number; statements: StatementCost[] };

onPlatform("Background jobs", (platform) => {
  let owner: Kysely<Tables>;
  let devices: number[] = [];
  const table: Cost[] = [];

  beforeAll(async () => {
    owner = openAsOwner(platform);
    const { rows } = await platform.call(listJobs, { query: { pageSize: 100 } }, await platform.admin());
    for (const { invokeTarget } of rows) await pauseTask(platform, invokeTarget);
    devices = await fillLargeStore(platform, owner, readings);
  }, 1_800_000);
  afterAll(() => owner.destroy());

  async function costOf(key: string, run = key): Promise<Cost> {
    const all = await recordCosts(() => runTask(platform, key, runMs));
    const statements = all.filter(({ text }) => !ofPlatform.test(text) || /delete from/.test(text));
    const sum = (of: (one: StatementCost) => number) => statements.reduce((total, one) => total + of(one), 0);
    const cost = {
      run,
      read: sum((o) => o.read),
      changed: sum((o) => o.changed),
      pages: sum((o) => o.pages),
    };
    table.push({ ...cost, statements });
    return { ...cost, statements };
  }
  const dearest = ({ statements }: Cost) =>
    [...statements]
      .sort((a, b) => b.read - a.read)
      .slice(0, 3)
      .map(({ text, read, changed }) => ({ text: text.replace(/\s+/g, " ").slice(0, 300), read, changed }));

  /** What arrived within the last seconds is left for the next run. */
  async function areDue(deviceId: number): Promise<void> {
    await eventually(async () => {
      const { rows } = await sql<{ isDue: boolean }>`
        select max(received_at) < now() - interval '3 seconds' as "isDue" from telemetry
        where device_id = ${deviceId}`.execute(owner);
      return rows[0]?.isDue;
    }).toBe(true);
  }

  /** Every bucket of a rollup as the readings give it, against what the job made of them. */
  async function countDifferences(rollup: string, width: string): Promise<number> {
    const { rows } = await sql<{ count: number }>`
      with counted as (select device_id, metric, date_bin(${width}::interval, ts, origin) as bucket, count(*)::int as n,
          min(value) as low, max(value) as high, sum(value) as total
        from telemetry, rollup_state where value is not null group by 1, 2, 3)
      select count(*)::int as count from counted c full join ${sql.table(rollup)} r using (device_id, metric, bucket)
      where c.n is distinct from r.n or c.low is distinct from r.low or c.high is distinct from r.high
        or abs(c.total - r.total) > 1e-9 * abs(c.total)`.execute(owner);
    return rows[0]?.count ?? -1;
  }

  test("the first rollup of a long history ends, and reads what it sums up once", async () => {
    const cost = await costOf("rollup", "rollup, first");
    expect(cost.read / cost.changed, JSON.stringify(dearest(cost))).toBeLessThan(maxRatio);
    expect(cost.read).toBeLessThan(2 * readings);
  });

  test("five minutes of new readings cost what they bring", async () => {
    await sql`insert into telemetry (device_id, metric, flags, ts, value, received_at)
      select d, m.id, 0, now() - g * interval '10 s', g, now()
      from generate_series(1, 30) g cross join unnest(${devices}::int[]) d
        join metric m on m.identifier in ('ph', 'flow')`.execute(owner);
    await areDue(devices[0] ?? 0);
    const cost = await costOf("rollup", "rollup, five minutes");
    expect(cost.changed).toBeGreaterThan(0);
    expect(cost.read / cost.changed, JSON.stringify(dearest(cost))).toBeLessThan(maxRatio);
  });

  test("a device that sends 260,000 values of thirty days costs what it sends, and the rollups are exact", async () => {
    const device = await platform.connectNew();
    const { productKey, deviceName } = device.credentials;
    const from = Date.now() - 30 * day;
    const perMessage = 1000;
    for (let sent = 0; sent < replayed; sent += perMessage) {
      const properties = Array.from({ length: perMessage }, (_, place) => ({
        ph: { value: 7 + ((sent + place) % 100) / 100, time: from + (sent + place) * 9969 },
      }));
      const params = [{ identity: { productKey, deviceName }, properties, events: [] }];
      const reply = await device.post(params, "thing/event/property/history/post");
      expect(reply).toMatchObject({ code: 200 });
    }
    await areDue(device.credentials.id);
    const cost = await costOf("rollup", "rollup, 260,000 late values");
    expect(cost.read / cost.changed, JSON.stringify(dearest(cost))).toBeLessThan(maxRatio);
    // By arrival they are fresh: each is read once, beside what shares its pages.
    expect(cost.read).toBeLessThan(4 * replayed);
    for (const [rollup, width] of [
      ["telemetry_1m", "1 minute"],
      ["telemetry_1h", "1 hour"],
      ["telemetry_1d", "1 day"],
    ] as const) {
      expect(await countDifferences(rollup, width), rollup).toBe(0);
    }
  });

  /** Two thousand values of one device that were stored after the span in which they arrived was closed. */
  async function storeLate(everyMs: number, daysAgo: number): Promise<void> {
    await catchUpWithVacuum(owner);
    const { rows } = await sql<{ from: Date; until: Date }>`
      with late as (insert into telemetry (device_id, metric, flags, ts, value, received_at)
        select ${devices[0] ?? 0}::int, m.id, 0, now() - ${daysAgo}::int * interval '1 day' + g * ${everyMs}::int * interval '1 ms',
          g, s.rolled_to - interval '20 minutes'
        from generate_series(1, ${late}::int) g, rollup_state s, metric m where m.identifier = 'ph'
        returning received_at)
      insert into rollup_late (from_at, until_at) select min(received_at), max(received_at) from late
      returning from_at as "from", until_at as until`.execute(owner);
    expect(rows).toHaveLength(1);
    await catchUpWithVacuum(owner);
  }

  test("a batch that was stored after its span was closed recalculates its own buckets", async () => {
    // As a device reports that is watched closely.
    await storeLate(10_001, 2);
    const cost = await costOf("rollup", "rollup, 2,000 late values, one every 10 s");
    expect(cost.changed).toBeGreaterThan(0);
    expect(cost.read / cost.changed, JSON.stringify(dearest(cost))).toBeLessThan(maxRatio);
    expect(await countDifferences("telemetry_1h", "1 hour")).toBe(0);
  });

  test("a late batch of a value a second reads each value twice, however few buckets it changes", async () => {
    await storeLate(1001, 3);
    const cost = await costOf("rollup", "rollup, 2,000 late values, one a second");
    expect(cost.changed).toBeGreaterThan(0);
    expect(cost.read, JSON.stringify(dearest(cost))).toBeLessThan(10 * late);
    expect(await countDifferences("telemetry_1h", "1 hour")).toBe(0);
  });

  test("a list of records reads the rows of its period, not those before and after it", async () => {
    const [deviceId = 0] = devices;
    const admin = await platform.admin();
    const period = { beginTime: Date.now() - 402 * day, endTime: Date.now() - 400 * day };
    const lists = {
      commands: () => platform.call(listCommands, { query: { deviceId, ...period } }, admin),
      timeline: () => platform.call(listDeviceTimeline, { params: { id: deviceId }, query: period }, admin),
      deliveries: () => platform.call(listDeliveries, { query: period }, admin),
    };
    for (const [name, ask] of Object.entries(lists)) {
      const costs = await recordCosts(ask);
      const read = costs.reduce((sum, one) => sum + one.read, 0);
      expect(read, `${name}: ${JSON.stringify(costs)}`).toBeLessThan(maxListed);
    }
  });

  test("each job reads at most a hundred rows for one that it changes, and next to nothing without work", async () => {
    const { rows } = await platform.call(listJobs, { query: { pageSize: 100 } }, await platform.admin());
    const faults: unknown[] = [];
    for (const { invokeTarget: key } of rows) {
      for (const run of [key, `${key}, again`]) {
        await catchUpWithVacuum(owner);
        const cost = await costOf(key, run);
        const isFine =
          verifying.includes(key) ||
          cost.read <= maxIdle ||
          (cost.changed > 0 && cost.read / cost.changed <= maxRatio);
        if (!isFine) faults.push({ run, read: cost.read, changed: cost.changed, dearest: dearest(cost) });
      }
    }
    process.stdout.write(`${printed(table)}\n`);
    expect(faults).toEqual([]);
  }, 1_800_000);
});

function printed(table: readonly Cost[]): string {
  const number = (value: number) => value.toLocaleString("en-US");
  const lines = table.map(({ run, read, changed, pages }) => {
    const ratio = changed === 0 ? "" : (read / changed).toFixed(1);
    return `| ${run} | ${number(read)} | ${number(changed)} | ${ratio} | ${number(pages)} |`;
  });
  return [
    "| run | rows read | rows changed | read for one changed | pages of 8 kB |",
    "|---|---|---|---|---|",
    ...lines,
  ].join("\n");
}
