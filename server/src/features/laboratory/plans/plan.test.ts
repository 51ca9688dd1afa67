import { takeOutBottles } from "@tracewater/contract/field/sampler-bottles";
import { getAutoSampling, listAutoSamplings } from "@tracewater/contract/field/samplers";
import { samplingPoints } from "@tracewater/contract/field/sampling-points";
import { changeDevice } from "@tracewater/contract/fleet/devices";
import {
  addPlan,
  approvePlan,
  changePlan,
  checkPlan,
  closePlan,
  exportPlans,
  exportPlansByForm,
  getPlan,
  listPlans,
  programPlan,
  removePlans,
} from "@tracewater/contract/laboratory/plans";
import { addSampling, listFleetSamplings, listSamplings } from "@tracewater/contract/laboratory/samplings";
import { getThread } from "@tracewater/contract/laboratory/traceability";
import { beforeAll, expect, test } from "vitest";
import { eventually } from "../../../../test/eventually.ts";
import { bearer, note, type Session } from "../../../../test/test-http.ts";
import { onPlatform } from "../../../../test/test-platform.ts";
import { addPoint } from "../../../../test/test-samples.ts";
import { readXlsx } from "../../field/sampling-points/point-workbooks.fixture.ts";

const day = 86_400_000;
const everyDay = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;

onPlatform("Sampling plans", (platform) => {
  let unitId = 0;
  let pointId = 0;
  let writer: Session = { token: "" };
  let approver: Session = { token: "" };
  let foreign: Session = { token: "" };

  beforeAll(async () => {
    unitId = await platform.addUnit("North");
    writer = await platform.addUser({ unitId, roles: ["engineer"] });
    approver = await platform.addUser({ unitId, roles: ["engineer"] });
    foreign = await platform.addUser({ unitId: await platform.addUnit("South"), roles: ["engineer"] });
    pointId = (await addPoint(platform, unitId, "NG-01")).pointId;
  });

  const at = Date.now();
  const planOf = (more: object = {}) => ({
    ...{ name: "Weekday composite", pointId, purpose: "routine" as const, mode: "ctcv" as const },
    ...{ startsAt: at - day, endsAt: at + 30 * day, zone: "Asia/Shanghai", intervalMin: 15, aliquot: 200 },
    ...{ bottles: 24, days: [...everyDay], analytes: ["mamp" as const, "cocaine" as const] },
    ...{ preservative: "hcl" as const, holdingHours: 48, note: "" },
    ...more,
  });
  const write = async (more: object = {}, as = writer) =>
    (await platform.call(addPlan, { body: planOf(more) }, as)).data;
  const read = async (id: number, as = writer) => (await platform.call(getPlan, { params: { id } }, as)).data;
  const approve = (planId: number, as = approver) => platform.call(approvePlan, { body: { planId } }, as);
  /** A sampler that is at the point, and is away. */
  const addSampler = async (at: number) => {
    const credentials = await platform.addDevice({ unitId });
    const { id, deviceName } = credentials;
    const body = { id, deviceName, nickname: "", unitId, pointId: at, tags: [] };
    await platform.call(changeDevice, { params: { family: "waterSample" }, body }, await platform.admin());
    return credentials;
  };

  test("hold what was written, are found, sorted and come out as a sheet; another unit sees none", async () => {
    const { id, planNo } = await write({ analytes: ["cocaine", "mamp"], days: ["fri", "mon"] });
    expect(planNo).toMatch(/^SP-\d{6}-\d{4}$/);
    const found = await read(id);
    expect(found).toMatchObject({
      ...planOf({ days: ["mon", "fri"], analytes: ["cocaine", "mamp"] }),
      ...{
        state: "draft",
        bottleVolume: 1000,
        deviceId: null,
        programmed: null,
        samplings: 0,
        conflicts: [],
      },
      ...{ pointCode: "NG-01", unitName: "North", approvedBy: null },
    });
    const query = { keyword: planNo.toLowerCase(), state: "draft" as const, purpose: "routine" as const };
    const { rows, total } = await platform.call(listPlans, { query }, writer);
    expect([total, rows[0]?.planNo]).toEqual([1, planNo]);
    const sorted = { orderByColumn: "name" as const, isAsc: "asc" as const };
    expect((await platform.call(listPlans, { query: sorted }, writer)).total).toBeGreaterThan(0);
    expect((await platform.call(listPlans, { query }, foreign)).total).toBe(0);
    expect(await platform.refusal(getPlan, { params: { id } }, foreign)).toMatchObject({ code: 404 });
    const path = `/v2/admin/samplePoint/plan/export?keyword=${planNo}`;
    const file = await fetch(`${platform.url}/prod-api${path}`, { headers: bearer(writer) });
    note(exportPlans, "success");
    const [heads = [], cells = []] = await readXlsx(await file.arrayBuffer());
    const cell = (head: string) => cells[heads.indexOf(head)];
    expect([cell("Plan number"), cell("Aliquot (mL)"), cell("Days"), cell("Analytes")]).toEqual([
      ...[planNo, 200, "Mon, Fri", "Cocaine, Methamphetamine"],
    ]);
    expect(Date.parse(String(cell("Start")))).toBe(Math.floor((at - day) / 1000) * 1000);
    expect(String(cell("Start"))).toMatch(/\+08:00$/);
    const form = { method: "POST", headers: bearer(writer), body: new URLSearchParams({ keyword: planNo }) };
    const sheet = await fetch(`${platform.url}/prod-api/v2/admin/samplePoint/plan/export`, form);
    expect((await readXlsx(await sheet.arrayBuffer())).length).toBe(2);
    note(exportPlansByForm, "success");
  });

  test.each([
    ["an end before the begin", { endsAt: at - 2 * day }, "endsAt"],
    ["a span of three years", { endsAt: at + 1095 * day }, "endsAt"],
    ["a zone that is none", { zone: "Mars/Olympus" }, "zone"],
    ["no interval where one is needed", { intervalMin: null }, "intervalMin"],
    ["an interval of two days", { intervalMin: 2880 }, "intervalMin"],
    ["a pulse in a mode that has none", { pulse: 12.5 }, "pulse"],
    ["a pulse at a point of unknown flow", { mode: "vtcv", intervalMin: null, pulse: 12.5 }, "pulse"],
    ["an aliquot of 5 mL", { aliquot: 5 }, "aliquot"],
    ["an aliquot larger than the bottle", { aliquot: 500, bottleVolume: 400 }, "aliquot"],
    ["bottles that overflow", { bottleVolume: 500 }, "bottleVolume"],
    ["more aliquots than the bottles hold", { intervalMin: 5 }, "bottles"],
    ["25 bottles", { bottles: 25 }, "bottles"],
    ["no day", { days: [] }, "days"],
    ["an analyte nobody knows", { analytes: ["aspirin"] }, "analytes.0"],
    ["a point of nobody", { pointId: 999_999 }, "pointId"],
    ["a sampler of nobody", { deviceId: 999_999 }, "deviceId"],
  ])("are refused with %s, which is named", async (_what, wrong, field) => {
    const refusal = await platform.refusal(addPlan, { body: planOf(wrong) }, writer);
    expect(refusal).toMatchObject({ code: 400, errors: [{ field }] });
  });

  test("are approved by nobody who wrote a part of them, once, and stay as they are from then on", async () => {
    const { id } = await write();
    expect(await platform.refusal(approvePlan, { body: { planId: id } }, writer)).toMatchObject({
      code: 500,
    });
    await platform.call(changePlan, { body: { planId: id, ...planOf({ aliquot: 150 }) } }, approver);
    expect(await platform.refusal(approvePlan, { body: { planId: id } }, approver)).toMatchObject({
      code: 500,
    });
    expect((await read(id)).state).toBe("draft");
    const third = await platform.addUser({ unitId, roles: ["reviewer"] });
    const both = await Promise.allSettled([approve(id, third), approve(id, third)]);
    expect(both.map((one) => one.status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await read(id)).toMatchObject({ state: "running", aliquot: 150, approvedBy: expect.any(String) });
    const later = { body: { planId: id, ...planOf() } };
    expect(await platform.refusal(changePlan, later, writer)).toMatchObject({ code: 500 });
    const ids = { params: { ids: String(id) } };
    expect(await platform.refusal(removePlans, ids, writer)).toMatchObject({ code: 500 });
    expect(await platform.refusal(changePlan, later, foreign)).toMatchObject({ code: 404 });
    const draft = await write();
    await platform.call(removePlans, { params: { ids: String(draft.id) } }, writer);
    expect(await platform.refusal(getPlan, { params: { id: draft.id } }, writer)).toMatchObject({
      code: 404,
    });
  });

  test("begin and end by the clock, are ended or cancelled with a reason, and what is over is not approved", async () => {
    const ahead = await write({ startsAt: at + day });
    await approve(ahead.id);
    expect((await read(ahead.id)).state).toBe("approved");
    const end = { planId: ahead.id, how: "end" as const, reason: "rain" };
    expect(await platform.refusal(closePlan, { body: end }, approver)).toMatchObject({ code: 500 });
    await platform.call(closePlan, { body: { ...end, how: "cancel" } }, approver);
    expect(await read(ahead.id)).toMatchObject({ state: "cancelled", stateReason: "rain" });
    const running = await write();
    await approve(running.id);
    await platform.call(closePlan, { body: { ...end, planId: running.id } }, approver);
    expect(await read(running.id)).toMatchObject({ state: "ended", endedAt: expect.any(Number) });
    const past = await write({ startsAt: at - 3 * day, endsAt: at - day });
    expect(await platform.refusal(approvePlan, { body: { planId: past.id } }, approver)).toMatchObject({
      ...{ code: 400, errors: [{ field: "endsAt" }] },
    });
  });

  test("take the zone of their point where they name none, and without one of its own the server's", async () => {
    const admin = await platform.admin();
    const inZone = async (zone: string) => {
      const body = { code: `Z-${zone}`, name: "Inlet", kind: "plantInlet" as const, unitId, zone };
      const { data } = await platform.call(samplingPoints.calls.add, { body }, admin);
      const { zone: offered } = (await platform.call(checkPlan, { query: { pointId: data.id } }, writer))
        .data;
      const { id } = await write({ pointId: data.id, zone: "" });
      return [offered, (await read(id)).zone];
    };
    expect(await inZone("Europe/Vienna")).toEqual(["Europe/Vienna", "Europe/Vienna"]);
    expect(await inZone("")).toEqual(["Asia/Shanghai", "Asia/Shanghai"]);
  });

  test("of one sampler notify each other before they are saved, and are not both approved for a day", async () => {
    const place = await addPoint(platform, unitId);
    const { id: deviceId, deviceName } = await addSampler(place.pointId);
    const here = { pointId: place.pointId, deviceId };
    const other = { ...here, pointId };
    expect(await platform.refusal(addPlan, { body: planOf(other) }, writer)).toMatchObject({
      ...{ code: 400, errors: [{ field: "deviceId" }] },
    });
    const first = await write({ ...here, days: ["mon", "tue"] });
    await approve(first.id);
    const span = { startsAt: at, endsAt: at + day };
    const received = async (days: string) =>
      (await platform.call(checkPlan, { query: { ...here, ...span, days } }, writer)).data;
    expect(await received("tue,wed")).toMatchObject({
      ...{ samplers: [{ deviceId, deviceName }], designFlow: null },
      conflicts: [{ planNo: first.planNo, state: "notProgrammed" }],
    });
    expect((await received("wed,thu")).conflicts).toEqual([]);
    const second = await write({ ...here, days: ["tue"] });
    expect((await read(second.id)).conflicts).toMatchObject([{ planNo: first.planNo }]);
    expect(await platform.refusal(approvePlan, { body: { planId: second.id } }, approver)).toMatchObject({
      code: 409,
    });
    const third = await write({ ...here, days: ["sun"] });
    await approve(third.id);
    await platform.call(closePlan, { body: { planId: first.id, how: "end", reason: "moved" } }, approver);
    await approve(second.id);
    expect((await read(second.id)).state).toBe("notProgrammed");
  });

  test("are sent to their sampler as its program, also when it was away, and show how the command fares", async () => {
    const place = await addPoint(platform, unitId);
    const admin = await platform.admin();
    const point = (await platform.call(samplingPoints.calls.list, { query: { keyword: place.code } }, admin))
      .rows[0];
    const flow = { code: place.code, name: "Inlet", kind: "plantInlet" as const, unitId, designFlow: 18_600 };
    await platform.call(
      samplingPoints.calls.change,
      { body: { ...flow, pointId: point?.pointId ?? 0 } },
      admin,
    );
    const credentials = await addSampler(place.pointId);
    const given = { pointId: place.pointId, deviceId: credentials.id, mode: "vtcv", intervalMin: null };
    const { id: planId, planNo } = await write({ ...given, pulse: 193.75 });
    const input = { body: { planId } };
    expect(await platform.refusal(programPlan, input, writer)).toMatchObject({ code: 500 });
    await approve(planId);
    expect((await read(planId)).state).toBe("notProgrammed");
    const { rows: waiting } = await platform.call(
      listPlans,
      { query: { state: "notProgrammed", keyword: planNo } },
      writer,
    );
    expect(waiting.map((one) => one.planNo)).toEqual([planNo]);
    expect((await platform.call(programPlan, input, writer)).data.state).toBe("queued");
    expect((await read(planId)).programmed).toMatchObject({ state: "queued" });
    expect(await platform.refusal(programPlan, input, writer)).toMatchObject({ code: 500 });

    const device = await platform.connect(credentials);
    const downlink = await device.downlink("thing/service/setProgram");
    // 193.75 m³ pass in 15 minutes at 18,600 m³/d.
    expect(downlink.params).toEqual({
      ...{ programName: `${planNo} Weekday composite`, mode: 1, interval: 15, aliquot: 200, bottles: 24 },
    });
    device.send("thing/service/setProgram_reply", {
      id: downlink.id,
      code: 200,
      data: { programVersion: 7 },
    });
    await eventually(async () => (await read(planId)).programmed?.state).toBe("replied");
    expect((await read(planId)).state).toBe("running");

    const again = await platform.call(programPlan, input, writer);
    const second = await device.downlink("thing/service/setProgram");
    expect(second.id).toBe(again.data.commandId);
    device.send("thing/service/setProgram_reply", { id: second.id, code: 500, message: "box is open" });
    await eventually(async () => (await read(planId)).programmed?.state).toBe("failed");
    expect((await read(planId)).programmed?.message).toBe("box is open");
  });

  test("are named by the samples of their sampler, and by those that a person takes; the thread begins with them", async () => {
    const place = await addPoint(platform, unitId);
    const credentials = await addSampler(place.pointId);
    const { id: deviceId, deviceName } = credentials;
    const device = await platform.connect(credentials);
    const { id: planId, planNo } = await write({ pointId: place.pointId, deviceId });
    const began = Date.now() - 60_000;
    const byHand = (bodyCode: string) => ({
      ...{ kind: "grab" as const, pointId: place.pointId, planId, bodyCode, began, ended: began },
      samplerPerson: "Li Na",
    });
    expect(await platform.refusal(addSampling, { body: byHand("B-9002") }, writer)).toMatchObject({
      ...{ code: 400, errors: [{ field: "planId" }] },
    });
    await approve(planId);
    /** The sampler accepts a program; `before` ms ago. */
    const accept = async (programName: string, before: number) => {
      const finishedAt = new Date(Date.now() - before);
      const command = { deviceId, unitId, kind: "service", identifier: "setProgram", callType: "async" };
      await platform.db
        .insertInto("command")
        .values({
          ...{ ...command, params: { programName }, actorName: "test", state: "replied", timeoutS: 60 },
          ...{ finishedAt, expiresAt: finishedAt, code: 200 },
        })
        .execute();
    };
    await accept("N-24 time 15 min", 3_600_000);
    await accept(`${planNo} Weekday composite`, 120_000);
    const longAgo = began - 30 * 86_400_000;
    const early = { body: { ...byHand("B-9002"), began: longAgo, ended: longAgo } };
    expect(await platform.refusal(addSampling, early, writer)).toMatchObject({
      ...{ code: 400, errors: [{ field: "planId" }] },
    });
    const { db } = platform;
    const bottle = { bodyCode: "B-9001", unitId };
    const { id: bottleId } = await db
      .insertInto("bottle")
      .values(bottle)
      .returning("id")
      .executeTakeFirstOrThrow();
    const position = { deviceId, slot: 5, bottleId, since: new Date(began - 60_000), putBy: "test" };
    await db.insertInto("bottlePlace").values(position).execute();
    const amount = { volume: 200, bottleVolume: 200, boxTemp: 4.2 };
    const value = { ...amount, index: 5, into: "main", trigger: "program" };
    await device.post({ value, time: began }, "thing/event/sampleTaken/post");
    await platform.call(takeOutBottles, { body: { deviceName, slots: [5] } }, writer);
    await platform.call(addSampling, { body: byHand("B-9002") }, writer);
    const { rows } = await platform.call(listSamplings, { query: { planId } }, writer);
    expect(rows.map((one) => [one.origin, one.planNo]).sort()).toEqual([
      ["auto", planNo],
      ["manual", planNo],
    ]);
    expect((await read(planId)).samplings).toBe(2);
    const named = [{ plan: { planId, planNo } }];
    const query = { deviceName };
    expect((await platform.call(listFleetSamplings, { query }, writer)).rows).toMatchObject(named);
    expect((await platform.call(listAutoSamplings, { query }, writer)).rows).toMatchObject(named);
    const one = { query: { deviceName, time: began } };
    expect((await platform.call(getAutoSampling, one, writer)).data).toMatchObject(named[0] ?? {});
    const auto = rows.find((one) => one.origin === "auto");
    const params = { kind: "sampling" as const, id: auto?.samplingId ?? 0 };
    const { data } = await platform.call(getThread, { params }, writer);
    expect(data.plans).toMatchObject([{ planId, planNo, state: "running" }]);
    const whole = await platform.call(getThread, { params: { kind: "plan", id: planId } }, writer);
    expect(whole.data).toMatchObject({ name: planNo, plans: [{ planId }] });
    expect(whole.data.samples.length).toBe(2);
    expect(
      await platform.refusal(getThread, { params: { kind: "plan", id: planId } }, foreign),
    ).toMatchObject({ code: 404 });
  });
});
