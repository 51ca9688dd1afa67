import { mkdir, mkdtemp, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { maxExportRows } from "@tracewater/contract/resource/imports";
import { configs } from "@tracewater/contract/system/config";
import {
  changeJob,
  changeJobStatus,
  exportJobLogs,
  exportJobLogsByForm,
  getJob,
  getJobLog,
  listJobLogs,
  listJobs,
  previewCron,
  runJob,
} from "@tracewater/contract/system/jobs";
import { listTopNotices } from "@tracewater/contract/system/notices";
import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { bearer, note, type Session } from "../../../../test/test-http.ts";
import { endOfTask } from "../../../../test/test-jobs.ts";
import { onPlatform } from "../../../../test/test-platform.ts";
import { readXlsx } from "../../field/sampling-points/point-workbooks.fixture.ts";
import { licenceWarningJob } from "./licence-warning.job.ts";

const idle = { now: Date.now, signal: new AbortController().signal };
const dataDir = await mkdtemp(join(tmpdir(), "tw-upkeep-"));

onPlatform(
  "A scheduled task",
  (platform) => {
    let admin: Session = { token: "" };
    let viewer: Session = { token: "" };

    beforeAll(async () => {
      admin = await platform.admin();
      viewer = await platform.addUser({ roles: ["viewer"] });
    });

    const find = async (key: string) => {
      const { rows } = await platform.call(listJobs, { query: { pageSize: 50 } }, admin);
      const found = rows.find((row) => row.invokeTarget === key);
      if (found === undefined) throw new Error(`${key} is not in the registry`);
      return found;
    };
    const run = (key: string) => endOfTask(platform, key);
    const setConfig = async (configKey: string, configValue: string) => {
      const { rows } = await platform.call(configs.calls.list, { query: { keyword: configKey } }, admin);
      const body = { ...rows[0], configValue } as Parameters<typeof configs.change.parse>[0];
      await platform.ask(configs.calls.change, { body }, admin);
    };

    test("reports its schedule in words, its next five firings and their zone", async () => {
      const { rows, zone } = await platform.call(listJobs, { query: { pageSize: 50 } }, admin);
      expect(zone).toBe("Asia/Shanghai");
      expect(rows.map((row) => row.invokeTarget)).toEqual(
        expect.arrayContaining(["licenceWarning", "logRetention", "cleanUp", "diskWatch"]),
      );
      const job = await find("licenceWarning");
      expect(job).toMatchObject({ cronWords: "every day, at 08:00", status: "0", misfirePolicy: "2" });
      expect(job.nextTimes).toHaveLength(5);
      expect((await platform.call(getJob, { params: { id: job.jobId } }, admin)).data).toMatchObject({
        invokeTarget: "licenceWarning",
      });
      const preview = await platform.call(previewCron, { query: { cronExpression: "0 9 * * 1" } }, admin);
      expect(preview.data).toMatchObject({ words: "on Mondays, at 09:00", zone: "Asia/Shanghai" });
      expect(preview.data.nextTimes).toHaveLength(5);
    });

    test("is rescheduled, paused and resumed, and keeps that over a restart", async () => {
      const { jobId } = await find("logRetention");
      const body = { jobId, cronExpression: "15 4 * * 0", misfirePolicy: "3" as const, status: "0" as const };
      await platform.call(changeJob, { body }, admin);
      await platform.call(changeJobStatus, { body: { jobId, status: "1" } }, admin);
      await platform.restart();
      expect(await find("logRetention")).toMatchObject({
        cronExpression: "15 4 * * 0",
        misfirePolicy: "3",
        status: "1",
        nextTimes: [],
      });
      await platform.call(changeJobStatus, { body: { jobId, status: "0" } }, admin);
      expect((await find("logRetention")).nextTimes).toHaveLength(5);
    });

    test.each([
      ["cronExpression", { cronExpression: "every day" }],
      ["cronExpression", { cronExpression: "30 0 2 * * ?" }],
      ["cronExpression", { cronExpression: "0 0 30 2 *" }],
      ["misfirePolicy", { misfirePolicy: "9" }],
      ["status", { status: "2" }],
      ["invokeTarget", { invokeTarget: "ryTask.ryParams('x')" }],
      ["invokeTarget", { invokeTarget: "cleanUp; rm -rf /" }],
    ])("refuses a change by its field %s", async (field, wrong) => {
      const { jobId } = await find("cleanUp");
      const body = { jobId, cronExpression: "10 * * * *", status: "0", ...wrong };
      expect(await platform.refusal(changeJob, { body }, admin)).toMatchObject({
        code: 400,
        errors: [{ field }],
      });
      expect(await find("cleanUp")).toMatchObject({ cronExpression: "10 * * * *", status: "0" });
    });

    test("that is not in the registry is neither shown nor run, whatever is in the database", async () => {
      const { rows } = await sql<{ id: number }>`insert into job (job_key, cron, next_at)
        values ('/bin/sh -c id', '* * * * *', now() - interval '1 minute') returning id`.execute(platform.db);
      const jobId = rows[0]?.id ?? 0;
      expect(await platform.refusal(runJob, { body: { jobId } }, admin)).toMatchObject({ code: 404 });
      expect(await platform.refusal(getJob, { params: { id: jobId } }, admin)).toMatchObject({ code: 404 });
      const changed = { body: { jobId, status: "0" } };
      expect(await platform.refusal(changeJobStatus, changed, admin)).toMatchObject({ code: 404 });
      expect((await platform.call(listJobs, { query: { jobName: "sh" } }, admin)).total).toBe(0);
      await sql`delete from job where id = ${jobId}`.execute(platform.db);
    });

    test("of the clean-up removes what has run out, and nothing else", async () => {
      const { id } = await platform.addUser({});
      await sql`update session set expires_at = now() - interval '1 second' where user_id = ${id}`.execute(
        platform.db,
      );
      await sql`insert into captcha values ('old', 'x', now() - interval '1 second'), ('new', 'x', now() + interval '1 hour')`.execute(
        platform.db,
      );
      await sql`insert into login_failure values ('old', 9, now() - interval '2 hours'), ('new', 9, now())`.execute(
        platform.db,
      );
      const folder = join(dataDir, "files", "1");
      await mkdir(folder, { recursive: true });
      for (const name of ["old.xlsx", "new.xlsx"]) await writeFile(join(folder, name), "x");
      await utimes(join(folder, "old.xlsx"), 1_000_000, 1_000_000);
      const ended = await run("cleanUp");
      expect(ended).toMatchObject({ state: "done", status: "0", askedBy: "admin", node: platform.node });
      expect(ended.jobMessage).toBe(
        "1 sessions, 1 verification codes, 1 log-in failures, 1 files and 0 pictures removed.",
      );
      expect(ended.durationMs).toBeGreaterThanOrEqual(0);
      expect((await run("cleanUp")).jobMessage).toContain("0 sessions, 0 verification codes");
    });

    test("of the log retention deletes what is older than the parameters say", async () => {
      await sql`insert into job_log (job_key, node, state, started_at)
        values ('cleanUp', 'x', 'done', now() - interval '100 days')`.execute(platform.db);
      await sql`update login_log set at = now() - interval '400 days' where id = (select min(id) from login_log)`.execute(
        platform.db,
      );
      const device = await platform.addDevice();
      const own = { deviceId: device.id, at: new Date(), level: "INFO", module: "m", code: "", trace: "" };
      const ago = (days: number) => new Date(Date.now() - days * 86_400_000);
      const lines = [
        { ...own, content: "old", receivedAt: ago(181) },
        { ...own, content: "new", receivedAt: ago(179) },
      ];
      await platform.db.insertInto("deviceLog").values(lines).execute();
      const connections = [
        { deviceId: device.id, since: ago(500), until: ago(401) },
        { deviceId: device.id, since: ago(401), until: ago(399) },
        { deviceId: device.id, since: ago(398), until: null },
      ];
      await platform.db.insertInto("deviceConnection").values(connections).execute();
      const held = await platform.addDevice();
      await sql`insert into reading_hold (device_id, unit_id, begin_at, reason, placed_by)
        select id, unit_id, now() - interval '3 years', 'a case', 'x' from device where id = ${held.id}`.execute(
        platform.db,
      );
      // Of each: steps of a command that ended and of one that is open, and the run of a timed task.
      for (const { id } of [device, held]) {
        await sql`with task as (
            insert into timed_task (type_key, unit_id, name, service, params, device_id, cron, zone, owner_name, expires_in_s)
            select 'waterSample', unit_id, 'old', 'grab', '{}', id, '0 0 * * *', 'UTC', 'x', 60
            from device where id = ${id} returning id),
          fired as (insert into timed_firing (timed_task_id, tick, at, state, node)
            select id, now() - days, now() - days, 'fired', '' from task,
              unnest(array[interval '731 days', interval '729 days']) days),
          given as (insert into command (device_id, unit_id, kind, identifier, call_type, params, actor_name, state,
              timeout_s, expires_at)
            select id, unit_id, 'service', 'grab', 'async', '{}', 'x', ending, 60, now() + interval '1 day' from device,
              unnest(array['failed', 'queued']) ending where id = ${id} returning id)
          insert into command_step (command_id, at, step, attempt)
          select id, now() - interval '731 days', 'queued', 1 from given`.execute(platform.db);
      }
      expect((await run("logRetention")).jobMessage).toBe(
        "Deleted: 1 log-ins, 1 job log rows, 1 device log lines, 1 connections, 1 command steps, 1 timed task runs.",
      );
      const steps = await sql<{ deviceId: number; state: string }>`
        select c.device_id, c.state from command_step s join command c on c.id = s.command_id
        order by c.device_id, c.state`.execute(platform.db);
      expect(steps.rows.map((row) => `${row.deviceId} ${row.state}`)).toEqual([
        ...[`${device.id} queued`, `${held.id} failed`, `${held.id} queued`],
      ]);
      const kept = platform.db.selectFrom("deviceLog").select("content").where("deviceId", "=", device.id);
      expect(await kept.execute()).toEqual([{ content: "new" }]);
      const left = platform.db.selectFrom("deviceConnection").select("since").orderBy("since");
      expect(await left.where("deviceId", "=", device.id).execute()).toHaveLength(2);
    });

    test("of the disk reports the administrators once a day while it is nearly full", async () => {
      expect((await run("diskWatch")).state).toBe("done");
      await setConfig("sys.server.diskWarnMb", "1000000");
      const before = (await platform.call(listTopNotices, {}, admin)).unreadCount;
      expect((await run("diskWatch")).jobMessage).toContain("MB free");
      await run("diskWatch");
      const { data, unreadCount } = await platform.call(listTopNotices, {}, admin);
      expect(unreadCount).toBe(before + 1);
      expect(data[0]?.noticeTitle).toBe("Disk space is low");
      expect((await platform.call(listTopNotices, {}, viewer)).unreadCount).toBe(0);
    });

    test("of the authorizations reports the unit's people, and nobody else", async () => {
      const unitId = await platform.addUnit("Ends soon");
      const member = await platform.addUser({ unitId });
      await sql`update licence set valid_until = (now() at time zone 'Asia/Shanghai' + interval '7 days')::date where unit_id = ${unitId}`.execute(
        platform.db,
      );
      const ended = await run("licenceWarning");
      expect(ended).toMatchObject({ state: "done", exceptionInfo: "" });
      const received = await platform.call(listTopNotices, {}, member);
      expect(received.data[0]?.noticeTitle).toBe("Authorization expires in 7 days");
      expect((await platform.call(listTopNotices, {}, viewer)).unreadCount).toBe(0);
      expect((await run("licenceWarning")).jobMessage).toBe("0 units notified.");
    });

    test("of the authorizations is not lost where a notice cannot be reported, nor reported twice", async () => {
      const [lost, other] = [await platform.addUnit("Lost at first"), await platform.addUnit("Not lost")];
      await sql`update licence set valid_until = (now() at time zone 'Asia/Shanghai' + interval '7 days')::date
        where unit_id = any(${[lost, other]}::int[])`.execute(platform.db);
      const received: (string | null)[] = [];
      const refuse = new Set([lost]);
      const job = licenceWarningJob({
        licences: platform.licences,
        notices: {
          async notify({ audience, key }) {
            const unitId = audience.kind === "units" ? audience.unitIds[0] : undefined;
            if (unitId !== undefined && refuse.has(unitId)) throw new Error("the store went away");
            received.push(`${unitId} ${key}`);
            return true;
          },
        },
      });
      await expect(job.run(idle)).rejects.toThrow("the store went away");
      expect(received).toEqual([expect.stringMatching(new RegExp(`^${other} licence/`))]);
      refuse.clear();
      await job.run(idle);
      await job.run(idle);
      expect(received.map((one) => one?.split(" ")[0])).toEqual([String(other), String(lost)]);
    });

    test("leaves a log that is filtered, and goes out as a spreadsheet by address and by form", async () => {
      const ofCleanUp = { invokeTarget: "cleanUp", state: "done" as const };
      const found = await platform.call(listJobLogs, { query: ofCleanUp }, admin);
      expect(found.total).toBeGreaterThan(1);
      expect(found.rows.every((row) => row.invokeTarget === "cleanUp" && row.state === "done")).toBe(true);
      const old = { beginTime: "2000-01-01", endTime: "2000-12-31" };
      expect((await platform.call(listJobLogs, { query: old }, admin)).total).toBe(0);
      const query = "invokeTarget=cleanUp&state=done";
      const address = `${platform.url}/prod-api${exportJobLogs.path}`;
      const answer = await fetch(`${address}?${query}`, { headers: bearer(admin) });
      note(exportJobLogs, "success");
      const rows = await readXlsx(await answer.arrayBuffer());
      expect(rows).toHaveLength(found.total + 1);
      expect(rows[1]?.slice(0, 3)).toEqual(["Expired data clean-up", "cleanUp", "Done"]);
      const headers = { ...bearer(admin), "content-type": "application/x-www-form-urlencoded" };
      const byForm = await fetch(address, { method: "POST", headers, body: query });
      note(exportJobLogsByForm, "success");
      expect(await readXlsx(await byForm.arrayBuffer())).toHaveLength(found.total + 1);
      expect(await platform.refusal(getJobLog, { params: { id: 2_000_000_000 } }, admin)).toMatchObject({
        code: 404,
      });
      expect(await platform.refusal(listJobLogs, { query: { state: "x" } }, admin)).toMatchObject({
        code: 400,
      });
    });

    test("with more firings in its log than a sheet may hold is not cut off in one, but refused", async () => {
      await sql`insert into job_log (job_key, node, state, started_at)
        select 'many', 'n', 'done', '2001-01-01' from generate_series(1, ${maxExportRows + 1})`.execute(
        platform.db,
      );
      const query = { invokeTarget: "many" };
      expect(await platform.refusal(exportJobLogs, { query }, admin)).toMatchObject({
        code: 500,
        msg: expect.stringContaining("Narrow the search"),
      });
      await sql`delete from job_log where job_key = 'many'`.execute(platform.db);
    });

    test("is for administrators", async () => {
      const input = { params: { id: 1 }, body: { jobId: 1 } };
      for (const call of [listJobs, getJob, changeJob, changeJobStatus, runJob, previewCron])
        expect(await platform.refusal(call, input, viewer)).toMatchObject({ code: 403 });
      for (const call of [listJobLogs, getJobLog, exportJobLogs, exportJobLogsByForm])
        expect(await platform.refusal(call, input, viewer)).toMatchObject({ code: 403 });
    });
  },
  { env: { DATA_DIR: dataDir } },
);
