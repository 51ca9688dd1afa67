import { callService } from "@tracewater/contract/fleet/commands";
import { listDevices } from "@tracewater/contract/fleet/devices";
import { familyKeys } from "@tracewater/contract/fleet/families";
import {
  envStatusLog,
  modeLog,
  queryDeviceProperty,
  settingLog,
  workStatusLog,
} from "@tracewater/contract/fleet/group-logs";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { eventually } from "../../../../test/eventually.ts";
import { bearer, note } from "../../../../test/test-http.ts";
import { onPlatform } from "../../../../test/test-platform.ts";
import { readXlsx } from "../../field/sampling-points/point-workbooks.fixture.ts";

const at = Date.UTC(2026, 4, 11, 7, 20);
const minute = 60_000;
const received = (value: unknown, minutes = 0) => ({ value, time: at + minutes * minute });

/** What a device of each family reports: of each group one property. */
const posts = {
  waterSample: { workState: 2, mode: 1, aliquot: 50, boxTemp: 4.2 },
  liquidExtract: { workState: 3, mode: 0, exceedLimit: 200, mamp: 812.5 },
  handFastDetector: { workState: 0, operator: "Li Wei", lockAfter: 5, boardTemp: 24.1 },
  evidenceBox: { workState: 2, mode: 0, leftOpenAfter: 60, boxTemp: 4.4 },
  mass: { workState: 1, method: "SPE-24", driftLimit: 20, sourceTemp: 450 },
} as const;

const logs = [
  ["workStatus", workStatusLog.calls],
  ["mode", modeLog.calls],
  ["setting", settingLog.calls],
  ["envStatus", envStatusLog.calls],
] as const;

onPlatform("The logs of a device's groups", (platform) => {
  const connect = async (family: (typeof familyKeys)[number], deviceName: string, unitId?: number) => {
    const place = unitId === undefined ? {} : { unitId };
    return platform.connect(await platform.addDevice({ family, deviceName, ...place }));
  };

  test.each(familyKeys)("%s: each group has its own values at the device's time", async (family) => {
    const deviceName = `log-${family}`.slice(0, 32);
    const device = await connect(family, deviceName);
    const entries = Object.entries(posts[family]);
    await device.post(Object.fromEntries(entries.map(([name, value]) => [name, received(value)])));
    const admin = await platform.admin();
    for (const [place, [, calls]] of logs.entries()) {
      const { rows, total } = await platform.call(
        calls.list,
        { params: { family }, query: { deviceName } },
        admin,
      );
      const [name, value] = entries[place] ?? ["", null];
      expect(total, name).toBe(1);
      expect(rows, name).toMatchObject([{ at, values: { [name]: value }, outOfRange: [] }]);
      expect(Object.keys(rows[0]?.values ?? {})).toEqual([name]);
    }
    const listed = await platform.call(
      listDevices,
      { params: { family }, query: { keyword: deviceName } },
      admin,
    );
    expect(listed.rows[0]?.latest).toMatchObject({ workState: { value: posts[family].workState } });
  });

  test("a log is newest first, in pages, within the span asked for, and flags what is out of range", async () => {
    const device = await connect("mass", "paged-mass");
    for (let n = 0; n < 7; n++)
      await device.post({ workState: received(1, n), vacuum: received(n === 3 ? 2e6 : 0.001, n) });
    const read = async (query: Record<string, unknown>) =>
      platform.call(
        workStatusLog.calls.list,
        { params: { family: "mass" }, query: { deviceName: "paged-mass", ...query } },
        await platform.admin(),
      );
    const second = await read({ pageNum: 2, pageSize: 3 });
    expect([second.total, ...second.rows.map((row) => row.at)]).toEqual([
      7,
      at + 3 * minute,
      at + 2 * minute,
      at + minute,
    ]);
    expect(second.rows.map((row) => row.outOfRange)).toEqual([["vacuum"], [], []]);
    const some = await read({ beginTime: at + minute, endTime: at + 2 * minute });
    expect(some.rows.map((row) => row.at)).toEqual([at + 2 * minute, at + minute]);
    expect((await read({ pageNum: 9, pageSize: 3 })).rows).toHaveLength(1);
    expect((await read({ endTime: at - 1 })).rows).toEqual([]);
  });

  test.each(logs)(
    "%s goes out as an xlsx with names, units and words in the asker's language",
    async (group, calls) => {
      const family = "liquidExtract";
      const deviceName = `sheet-${group}`;
      const device = await connect(family, deviceName);
      const entries = Object.entries(posts[family]);
      for (const minutes of [0, 1]) {
        await device.post(
          Object.fromEntries(entries.map(([name, value]) => [name, received(value, minutes)])),
        );
      }
      const path = `/prod-api/v2/admin/device/${family}/export/${group}Message`;
      const session = bearer(await platform.admin());
      const byGet = await fetch(`${platform.url}${path}?deviceName=${deviceName}`, {
        headers: { ...session, "accept-language": "zh" },
      });
      note(calls.export, "success");
      const rows = await readXlsx(await byGet.arrayBuffer());
      expect(rows).toHaveLength(3);
      expect(rows[0]).toEqual(expect.arrayContaining(["设备时间", expected[group].head]));
      expect(rows[1]?.[0]).toBe("2026-05-11T15:21:00+08:00");
      expect(rows[1]).toContain(expected[group].cell);
      const byForm = await fetch(`${platform.url}${path}`, {
        method: "POST",
        headers: { ...session, "content-type": "application/x-www-form-urlencoded" },
        body: new URLSearchParams({ deviceName, endTime: String(at) }),
      });
      note(calls.exportByForm, "success");
      expect(await readXlsx(await byForm.arrayBuffer())).toHaveLength(2);
      expect(decodeURIComponent(byForm.headers.get("download-filename") ?? "")).toMatch(
        /^sheet-\w+ .+\.xlsx$/,
      );
    },
  );

  test("properties are asked of the device, and reported with its own times and what it answered", async () => {
    const device = await connect("evidenceBox", "asked-box");
    await device.post({ slots: received([0, 1, 2, 3]), boxTemp: received(4.4) });
    const input = { params: { family: "evidenceBox" as const }, query: { deviceName: "asked-box" } };
    const admin = await platform.admin();
    const asked = platform.call(queryDeviceProperty, input, admin);
    const down = await device.published((packet) => packet.topic.includes("/rrpc/request/"));
    const { id } = JSON.parse(down.payload.toString());
    await device.post({ boxTemp: received(5.1, 3) });
    device.send(`rrpc/response/${id}`, { id, code: 200, data: { count: 1 } });
    const { data } = await asked;
    const of = (identifier: string) => data.properties.find((one) => one.identifier === identifier);
    expect(of("slots")).toMatchObject({ value: [0, 1, 2, 3], at, group: "workStatus" });
    expect(of("boxTemp")).toMatchObject({ value: 5.1, unit: "°C", name: "Box temp", nameZh: "箱温" });
    expect(of("tilt")).toMatchObject({ value: null, at: null });
    expect(data.answer).toMatchObject({ state: "replied", commandId: id, deviceTime: at + 3 * minute });
    expect(data.answer.answeredAt).toBeGreaterThanOrEqual(data.answer.askedAt ?? Number.NaN);

    const refusing = platform.call(queryDeviceProperty, input, admin);
    const again = await device.published((packet) => packet.topic.includes("/rrpc/request/"));
    const second = JSON.parse(again.payload.toString()).id;
    device.send(`rrpc/response/${second}`, { id: second, code: 500, message: "busy" });
    const { answer } = (await refusing).data;
    expect(answer).toMatchObject({ state: "failed", answeredAt: null, message: "busy" });
  });

  test("a device that does not answer, or is away, is informed alongside what it said last", async () => {
    const device = await connect("mass", "silent-mass");
    await device.post({ sourceTemp: received(450) });
    const input = { params: { family: "mass" as const }, query: { deviceName: "silent-mass" } };
    const admin = await platform.admin();
    const asked = platform.call(queryDeviceProperty, input, admin);
    const down = await device.published((packet) => packet.topic.includes("/rrpc/request/"));
    const { id } = JSON.parse(down.payload.toString());
    const past = sql<Date>`now() - interval '1 second'`;
    await platform.db.updateTable("command").set({ replyBy: past }).where("id", "=", id).execute();
    const silent = (await asked).data;
    expect(silent.answer).toMatchObject({ state: "timedOut", answeredAt: null, deviceTime: at });
    const temp = silent.properties.find((one) => one.identifier === "sourceTemp");
    expect(temp).toMatchObject({ value: 450, at });
    await device.leave();
    const query = async () => (await platform.call(queryDeviceProperty, input, admin)).data.answer;
    await eventually(query).toMatchObject({ state: "offline", commandId: null, askedAt: null });
  });

  test("a device that came this moment is asked, though its coming is not yet on record", async () => {
    const credentials = await platform.addDevice({ family: "mass", deviceName: "new-mass" });
    const input = { params: { family: "mass" as const }, query: { deviceName: "new-mass" } };
    const admin = await platform.admin();
    const asked = await platform.db.transaction().execute(async (trx) => {
      await sql`lock table device_session in share mode`.execute(trx);
      const device = await platform.connect(credentials);
      const answer = platform.call(queryDeviceProperty, input, admin);
      const down = await device.published((packet) => packet.topic.includes("/rrpc/request/"));
      const { id } = JSON.parse(down.payload.toString());
      device.send(`rrpc/response/${id}`, { id, code: 200, data: { sourceTemp: 451 } });
      return { answer: await answer };
    });
    expect(asked.answer.data.answer.state).toBe("replied");
  });

  test("a refresh asks the device, and says whether it replied", async () => {
    const device = await connect("handFastDetector", "refreshed-one");
    const path =
      "/v2/admin/device/handFastDetector/service/mandatoryRefresh?deviceName=refreshed-one&productKey=handFastDetector";
    const asked = platform.request(path, { method: "POST", headers: bearer(await platform.admin()) });
    const down = await device.published((packet) => packet.topic.includes("/rrpc/request/"));
    const { id } = JSON.parse(down.payload.toString());
    device.send(`rrpc/response/${id}`, { id, code: 200, data: { count: 29 } });
    expect((await asked).body).toMatchObject({ code: 200, data: { state: "replied", reply: { count: 29 } } });
  });

  test("wrong inputs, other families' devices and services that a family lacks are refused", async () => {
    await connect("mass", "refusing-mass");
    const admin = await platform.admin();
    for (const [, calls] of logs) {
      for (const call of [calls.list, calls.export, calls.exportByForm]) {
        const asked = (family: string, deviceName: string, more: object = {}) => {
          const given = { deviceName, ...more };
          const part = call.method === "POST" ? { body: given } : { query: given };
          return platform.refusal(call, { params: { family }, ...part }, admin);
        };
        expect(await asked("evidenceBox", "refusing-mass")).toMatchObject({ code: 404 });
        if (call.method === "POST") continue; // the rest is the same behind a form
        expect((await asked("teapot", "refusing-mass")).code).toBe(400);
        expect(await asked("mass", "refusing-mass", { beginTime: 2000, endTime: 1000 })).toMatchObject({
          code: 400,
          errors: [{ field: "endTime" }],
        });
      }
    }
    const query = { deviceName: "refusing-mass" };
    expect(
      await platform.refusal(queryDeviceProperty, { params: { family: "waterSample" }, query }, admin),
    ).toMatchObject({ code: 404 });
    const params = { family: "mass", service: "grab" };
    expect(await platform.refusal(callService, { params, query, body: {} }, admin)).toMatchObject({
      code: 404,
    });
  });

  test("a device of another unit answers as if it did not exist, and an export asks for its own right", async () => {
    const [ours, theirs] = [await platform.addUnit("Our lab"), await platform.addUnit("Their lab")];
    const device = await connect("liquidExtract", "their-detector", theirs);
    await device.post({ workState: received(1) });
    const engineer = await platform.addUser({ unitId: ours, roles: ["engineer"] });
    const viewer = await platform.addUser({ unitId: theirs, roles: ["viewer"] });
    const input = { params: { family: "liquidExtract" as const }, query: { deviceName: "their-detector" } };
    for (const [, calls] of logs) {
      expect(await platform.refusal(calls.list, input, engineer)).toMatchObject({ code: 404 });
      expect(await platform.refusal(calls.export, input, engineer)).toMatchObject({ code: 404 });
      expect(await platform.refusal(calls.export, input, viewer)).toMatchObject({ code: 403 });
    }
    expect((await platform.call(workStatusLog.calls.list, input, viewer)).total).toBe(1);
    expect(await platform.refusal(queryDeviceProperty, input, engineer)).toMatchObject({ code: 404 });
    const list = { params: { family: "liquidExtract" as const }, query: {} };
    expect((await platform.call(listDevices, list, engineer)).rows).toEqual([]);
  });
});

const expected = {
  workStatus: { head: "工作状态", cell: "分析中" },
  mode: { head: "检测模式", cell: "连续检测" },
  setting: { head: "超标阈值 (ng/L)", cell: 200 },
  envStatus: { head: "甲基苯丙胺 (ng/L)", cell: 812.5 },
};
