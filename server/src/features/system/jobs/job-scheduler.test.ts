import { sql } from "kysely";
import { pino } from "pino";
import { beforeEach, expect, test } from "vitest";
import { onPlatform } from "../../../../test/test-platform.ts";
import type { JobDefinition } from "../../../platform/job-definition.ts";
import { createJobStore } from "./job.store.ts";
import { createJobScheduler } from "./job-scheduler.ts";

const zone = "Asia/Shanghai";
const start = Date.parse("2026-05-04T00:00:00+08:00");
const minute = 60_000;
const done = { en: "Done.", zh: "完成。" };

onPlatform("A scheduler", (platform) => {
  let now = start;
  let ran: string[] = [];

  beforeEach(async () => {
    await sql`delete from job_log`.execute(platform.db);
    await sql`delete from job`.execute(platform.db);
    now = start;
    ran = [];
  });

  /** One node with a job that fires every ten minutes. */
  function node(name: string, run: JobDefinition["run"] = async () => done) {
    const registry = [
      {
        key: "testJob",
        name: { en: "Test", zh: "测试" },
        about: done,
        defaultCron: "*/10 * * * *",
        run: (work: Parameters<JobDefinition["run"]>[0]) => {
          ran.push(name);
          return run(work);
        },
      },
    ];
    const store = createJobStore(platform.db, zone);
    const log = pino({ level: "silent" });
    return createJobScheduler({ store, registry, zone, node: name, log, now: () => now });
  }

  async function lookAt(time: number, ...nodes: ReturnType<typeof node>[]): Promise<void> {
    now = time;
    await Promise.all(nodes.map((one) => one.look()));
    await Promise.all(nodes.map((one) => one.settled()));
  }

  const ticks = async () =>
    (
      await sql<{ minutes: number; state: string }>`
        select (extract(epoch from tick) - ${start / 1000}::float8)::float8 / 60 as minutes, state
        from job_log order by id`.execute(platform.db)
    ).rows.map((row) => [row.minutes, row.state]);
  const setPolicy = (policy: string) => sql`update job set misfire_policy = ${policy}`.execute(platform.db);

  test("fires a tick once, however many nodes look", async () => {
    const nodes = ["a", "b", "c", "d"].map((name) => node(name));
    for (const one of nodes) await one.start();
    await lookAt(start + 9 * minute, ...nodes);
    expect(ran).toEqual([]);
    for (let tick = 1; tick <= 5; tick++) await lookAt(start + tick * 10 * minute, ...nodes, ...nodes);
    expect(ran).toHaveLength(5);
    expect(await ticks()).toEqual([10, 20, 30, 40, 50].map((at) => [at, "done"]));
    for (const one of nodes) await one.stop();
  });

  test.each([
    ["1", [10, 20, 30, 40, 50, 60]],
    ["2", [10, 70]],
    ["3", [70]],
  ])("after an hour away fires by its policy %s", async (policy, minutes) => {
    const one = node("a");
    await one.start();
    await setPolicy(policy);
    const back = start + 65 * minute;
    for (let look = 0; look < 8; look++) await lookAt(back, one);
    if (policy !== "1") await lookAt(start + 70 * minute, one);
    expect((await ticks()).map(([at]) => at)).toEqual(minutes);
    await one.stop();
  });

  test("away for a week makes up for no more than the last day's worth of ticks", async () => {
    const one = node("a");
    await one.start();
    await setPolicy("1");
    for (let look = 0; look < 30; look++) await lookAt(start + 7 * 1440 * minute, one);
    expect((await ticks()).length).toBeLessThanOrEqual(25);
    await one.stop();
  });

  test("does not fire a tick again when the clock goes back, and goes on when it was a year ahead", async () => {
    const one = node("a");
    await one.start();
    await lookAt(start + 10 * minute, one);
    await lookAt(start + 5 * minute, one);
    await lookAt(start + 10 * minute, one);
    expect(await ticks()).toEqual([[10, "done"]]);
    // While it is a year ahead one firing stands for all that seem missed; back again the ticks go on.
    await lookAt(start + 365 * 1440 * minute, one);
    await lookAt(start + 15 * minute, one);
    for (const at of [20, 30]) await lookAt(start + at * minute, one);
    expect((await ticks()).map(([at]) => at)).toEqual([10, 20, 30]);
    await one.stop();
  });

  test("never runs a job twice at once: the tick waits for the end", async () => {
    let finish: () => void = () => undefined;
    const one = node("a", () => new Promise((resolve) => (finish = () => resolve(done))));
    const other = node("b");
    await one.start();
    now = start + 10 * minute;
    await one.look();
    now = start + 20 * minute;
    await Promise.all([one.look(), other.look()]);
    expect(ran).toEqual(["a"]);
    finish();
    await one.settled();
    await lookAt(start + 20 * minute, other);
    expect(ran).toEqual(["a", "b"]);
    await one.stop();
  });

  test("logs what a job threw, and fires it again next time", async () => {
    const one = node("a", () => Promise.reject(new Error("no paper")));
    await one.start();
    await lookAt(start + 10 * minute, one);
    await lookAt(start + 20 * minute, one);
    expect(await ticks()).toEqual([
      [10, "failed"],
      [20, "failed"],
    ]);
    const { rows } = await sql<{ error: string }>`select error from job_log`.execute(platform.db);
    expect(rows[0]).toEqual({ error: "no paper" });
    await one.stop();
  });

  test("ends what an earlier process of its node left running", async () => {
    const one = node("a");
    await one.start();
    await sql`insert into job_log (job_key, node, state) values ('testJob', 'a', 'running')`.execute(
      platform.db,
    );
    await lookAt(start + 10 * minute, one);
    expect(ran).toEqual([]);
    await one.stop();
    const again = node("a");
    await again.start();
    await lookAt(start + 10 * minute, again);
    expect((await ticks()).map(([, state]) => state)).toEqual(["interrupted", "done"]);
    await again.stop();
  });

  test("marks a run that found nothing to do, and lists the log without it, page by page", async () => {
    const store = createJobStore(platform.db, zone);
    let at = 0;
    const one = node("a", async () => ({ ...done, idle: at++ % 2 === 1 }));
    await one.start();
    for (let tick = 1; tick <= 6; tick++) await lookAt(start + tick * 10 * minute, one);
    const list = async (idle: "0" | "1" | undefined, offset: number) =>
      (await store.listLog({ idle }, { limit: 2, offset })).map((row) => row.tickTime?.slice(11, 16));
    expect(await list("0", 0)).toEqual(["00:50", "00:30"]);
    expect(await list("0", 2)).toEqual(["00:10"]);
    expect(await list("1", 0)).toEqual(["01:00", "00:40"]);
    expect(await store.countLog({ idle: "0" })).toBe(3);
    expect(await store.countLog({})).toBe(6);
    await one.stop();
  });

  test("stops within its patience, and says that the run was interrupted", async () => {
    const one = node(
      "a",
      ({ signal }) =>
        new Promise((_, reject) => signal.addEventListener("abort", () => reject(new Error("stopped")))),
    );
    await one.start();
    now = start + 10 * minute;
    await one.look();
    await one.stop();
    expect(await ticks()).toEqual([[10, "interrupted"]]);
  });

  test("runs nothing that is not in the registry", async () => {
    const one = node("a");
    await one.start();
    await sql`insert into job (job_key, cron, next_at) values ('rm -rf /', '* * * * *', to_timestamp(0))`.execute(
      platform.db,
    );
    await lookAt(start + minute, one);
    expect([ran, await ticks()]).toEqual([[], []]);
    expect(await one.runNow("rm -rf /", "me")).toBeNull();
    await one.stop();
  });

  test("runs nothing that is paused", async () => {
    const one = node("a");
    await one.start();
    await sql`update job set status = '1'`.execute(platform.db);
    await lookAt(start + 30 * minute, one);
    expect(ran).toEqual([]);
    await one.stop();
  });
});
