import { bottles } from "@tracewater/contract/field/bottles";
import { enterBottleBodyId, takeOutBottles } from "@tracewater/contract/field/sampler-bottles";
import { samplingPoints } from "@tracewater/contract/field/sampling-points";
import { getCommand } from "@tracewater/contract/fleet/commands";
import { changeDevice } from "@tracewater/contract/fleet/devices";
import {
  exportCustodyChain,
  getCustodyChain,
  verifyCustodyChain,
} from "@tracewater/contract/laboratory/custody";
import {
  addSampling,
  changeSampling,
  exportSamplings,
  getSampling,
  listFleetSamplings,
  listRunningSamplings,
  listSamplings,
  moveSampling,
  registerAutoSampling,
  sealSamplings,
  voidSampling,
} from "@tracewater/contract/laboratory/samplings";
import { addApiKey } from "@tracewater/contract/system/api-keys";
import { beforeAll, expect, test } from "vitest";
import { eventually } from "../../../../test/eventually.ts";
import { verifyExport } from "../../../../test/test-chain.ts";
import type { TestDevice } from "../../../../test/test-device.ts";
import { bearer, note, type Session } from "../../../../test/test-http.ts";
import { onPlatform } from "../../../../test/test-platform.ts";
import { addPoint, sealSample, takeSample } from "../../../../test/test-samples.ts";
import { createChainStore, custodyChain } from "../../../platform/custody/chain.store.ts";
import { createOffsetPrinter } from "../../../platform/moments.ts";
import { readXlsx } from "../../field/sampling-points/point-workbooks.fixture.ts";

onPlatform("Water samplings", (platform) => {
  let unitId = 0;
  let pointId = 0;
  let operator: Session = { token: "" };
  let engineer: Session = { token: "" };
  let foreign: Session = { token: "" };

  beforeAll(async () => {
    unitId = await platform.addUnit("North");
    operator = await platform.addUser({ unitId, roles: ["operator"] });
    engineer = await platform.addUser({ unitId, roles: ["engineer"] });
    foreign = await platform.addUser({ unitId: await platform.addUnit("South"), roles: ["engineer"] });
    pointId = (await addPoint(platform, unitId, "NG-01")).pointId;
  });

  const at = Date.now() - 3_600_000;
  const bodyOf = (bodyCode: string) => ({
    ...{ kind: "grab" as const, pointId, bodyCode, began: at, ended: at + 60_000, samplerPerson: "Li Na" },
    ...{ volume: 480.25, ph: 7.31, conductivity: 1204, waterTemp: 14.2, flow: 18_600.5 },
    ...{ flowSource: "meter" as const, latitude: 31.2412, longitude: 121.4873, note: "clear" },
  });
  const read = async (id: number, as = operator) =>
    (await platform.call(getSampling, { params: { id } }, as)).data;
  const bottleOf = async (bodyCode: string) =>
    (await platform.call(bottles.calls.list, { query: { keyword: bodyCode } }, operator)).rows[0];
  const refuse = async (body: object, as = operator) => platform.refusal(addSampling, { body }, as);

  test("by hand hold what was reported about them, digit by digit, in the list, the sheet and the chain", async () => {
    const { data } = await platform.call(addSampling, { body: bodyOf("B-1001") }, operator);
    expect(data.sampleNo).toMatch(/^S-\d{6}-\d{4}$/);
    const found = await read(data.id);
    const { bodyCode: _code, ...input } = bodyOf("B-1001");
    expect(found).toMatchObject({ ...input, bodyCode: "B-1001", state: "taken", origin: "manual" });
    expect(found.events).toMatchObject([
      { kind: "collect", to: "Li Na", place: "NG-01", about: [`sampling:${data.id}`, expect.any(String)] },
    ]);
    expect(await bottleOf("B-1001")).toMatchObject({ state: "filled", unitName: "North" });

    const query = { keyword: "b-1001", state: "taken" as const, origin: "manual" as const, pointId };
    const { rows, total } = await platform.call(listSamplings, { query }, operator);
    expect(total).toBe(1);
    expect(rows[0]).toEqual({ ...found, events: undefined, differences: undefined });
    const path = `/v2/admin/waterSampling/export?keyword=${data.sampleNo}`;
    const file = await fetch(`${platform.url}/prod-api${path}`, { headers: bearer(engineer) });
    note(exportSamplings, "success");
    const [heads = [], cells = []] = await readXlsx(await file.arrayBuffer());
    const cell = (head: string) => cells[heads.indexOf(head)];
    expect([cell("Sample number"), cell("Volume (mL)"), cell("Flow (m³/d)"), cell("pH")]).toEqual([
      ...[data.sampleNo, 480.25, 18_600.5, 7.31],
    ]);
  });

  test.each([
    ["an end before the begin", { ended: at - 1 }, "ended"],
    ["a time to come", { ended: Date.now() + 3_600_000 }, "ended"],
    ["a composite of nine days", { began: at - 9 * 86_400_000 }, "began"],
    ["a day's composite of a minute", { kind: "composite24" }, "kind"],
    ["a flow of no source", { flowSource: null }, "flowSource"],
    ["half a place", { longitude: null }, "longitude"],
    ["a pH of 15", { ph: 15 }, "ph"],
    ["no person", { samplerPerson: " " }, "samplerPerson"],
    ["a point of nobody", { pointId: 999_999 }, "pointId"],
    ["a plan of nobody", { planId: 999_999 }, "planId"],
  ])("are refused with %s, which is named", async (_what, wrong, field) => {
    expect(await refuse({ ...bodyOf("B-1010"), ...wrong })).toMatchObject({ code: 400, errors: [{ field }] });
    expect(await bottleOf("B-1010")).toBeUndefined();
  });

  test("need a bottle that is empty and the unit's own; of two who use one at once, one is notified", async () => {
    const both = await Promise.allSettled([
      platform.call(addSampling, { body: bodyOf("B-1020") }, operator),
      platform.call(addSampling, { body: bodyOf("B-1020") }, engineer),
    ]);
    expect(both.map((one) => one.status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await refuse(bodyOf("B-1020"))).toMatchObject({ code: 409, errors: [{ field: "bodyCode" }] });
    const other = await addPoint(platform, await platform.addUnit("East"));
    await takeSample(platform, other.pointId, await platform.admin(), { bodyCode: "B-1021" });
    expect(await refuse(bodyOf("B-1021"))).toMatchObject({ code: 400, errors: [{ field: "bodyCode" }] });
    expect(await refuse(bodyOf("B-1022"), foreign)).toMatchObject({ errors: [{ field: "pointId" }] });
    const admin = await platform.admin();
    const params = { ids: String((await bottleOf("B-1020"))?.bottleId) };
    expect(await platform.refusal(bottles.calls.remove, { params }, admin)).toMatchObject({ code: 500 });
    const point = { params: { ids: String(pointId) } };
    expect(await platform.refusal(samplingPoints.calls.remove, point, admin)).toMatchObject({ code: 500 });
  });

  test("can be changed and declared void until they leave; a void one frees its bottle and stays", async () => {
    const { id } = await takeSample(platform, pointId, operator, { bodyCode: "B-1030" });
    const { bodyCode: _code, ...given } = { ...bodyOf("B-1030"), volume: 510, note: "turbid" };
    await platform.call(changeSampling, { body: { ...given, samplingId: id } }, operator);
    expect(await read(id)).toMatchObject({ volume: 510, note: "turbid", ph: 7.31 });
    const input = { body: { samplingId: id, reason: "dropped" } };
    expect(await platform.refusal(voidSampling, input, foreign)).toMatchObject({ code: 404 });
    await platform.call(voidSampling, input, operator);
    expect(await read(id)).toMatchObject({ state: "void", stateReason: "dropped" });
    expect((await read(id)).events.map((one) => one.kind)).toEqual(["collect", "correct", "exception"]);
    expect(await platform.refusal(voidSampling, input, operator)).toMatchObject({ code: 500 });
    const changed = { body: { ...given, samplingId: id } };
    expect(await platform.refusal(changeSampling, changed, operator)).toMatchObject({ code: 500 });
    expect((await takeSample(platform, pointId, operator, { bodyCode: "B-1030" })).id).toBeGreaterThan(id);
  });

  test("are sealed with a number that no other seal has, all of them or none", async () => {
    const first = await sealSample(platform, pointId, operator, { bodyCode: "B-1040" });
    expect(await read(first.id)).toMatchObject({ state: "sealed", sealNo: first.sealNo });
    expect(await bottleOf("B-1040")).toMatchObject({ state: "sealed" });
    const next = await takeSample(platform, pointId, operator);
    const seals = [
      { samplingId: next.id, sealNo: "SL-new" },
      { samplingId: first.id, sealNo: "SL-other" },
    ];
    expect(await platform.refusal(sealSamplings, { body: { seals } }, operator)).toMatchObject({ code: 500 });
    const taken = { seals: [{ samplingId: next.id, sealNo: first.sealNo }] };
    expect(await platform.refusal(sealSamplings, { body: taken }, operator)).toMatchObject({
      ...{ code: 409, errors: [{ field: "sealNo" }] },
    });
    expect(await read(next.id)).toMatchObject({ state: "taken", sealNo: null });
    expect((await read(first.id)).events.map((one) => [one.kind, one.sealNo])).toEqual([
      ["collect", null],
      ["seal", first.sealNo],
    ]);
    const open = { samplingId: next.id, step: "open" as const };
    const analyst = await platform.addUser({ unitId, roles: ["analyst"] });
    expect(await platform.refusal(moveSampling, { body: open }, analyst)).toMatchObject({ code: 500 });
  });

  const enter = async (device: TestDevice, index: number, bottleId: string) => {
    const { deviceName } = device.credentials;
    const query = { deviceName, index, bottleId, clearVolume: "1", newBottle: "1" };
    const { data } = await platform.call(enterBottleBodyId, { query }, engineer);
    const downlink = await device.downlink("thing/service/enterBottleBodyId");
    device.send("thing/service/enterBottleBodyId_reply", { id: downlink.id, code: 200, data: {} });
    const params = { id: data.id };
    const stateOf = async () => (await platform.call(getCommand, { params }, engineer)).data.state;
    await eventually(stateOf).toBe("replied");
  };
  const take = (device: TestDevice, index: number, volume: number, bottleVolume: number, time: number) =>
    device.post(
      { value: { index, volume, bottleVolume, boxTemp: 4.2, into: "main", trigger: "program" }, time },
      "thing/event/sampleTaken/post",
    );

  test("are born from what samplers report of their aliquots, when the bottle leaves its slot", async () => {
    const device = await platform.connect(await platform.addDevice({ unitId, deviceName: "WS-0417" }));
    const { id: deviceId, deviceName } = device.credentials;
    const place = { id: deviceId, deviceName, nickname: "", unitId, pointId, tags: [] };
    const params = { family: "waterSample" as const };
    await platform.call(changeDevice, { params, body: place }, engineer);
    await enter(device, 3, "B-1050");
    await enter(device, 4, "B-1051");
    const began = Date.now() + 5;
    await take(device, 3, 200, 200, began);
    await take(device, 3, 190, 390, began + 5);
    const { data: running } = await platform.call(listRunningSamplings, {}, operator);
    expect(running).toMatchObject([
      { deviceName, slot: 3, bodyCode: "B-1050", taken: 2, samplingId: null, registration: "inSampler" },
    ]);
    const auto = { deviceName, slot: 3, time: began };
    expect(await platform.refusal(registerAutoSampling, { body: auto }, operator)).toMatchObject({
      code: 500,
    });

    const out = { body: { deviceName, slots: [3, 4] } };
    await platform.call(takeOutBottles, out, engineer);
    const query = { deviceName };
    const { rows } = await platform.call(listSamplings, { query }, operator);
    expect(rows).toMatchObject([
      {
        ...{ origin: "auto", kind: "composite", state: "taken", slot: 3, bodyCode: "B-1050", began },
        ...{ ended: began + 5, volume: 390, aliquotsTaken: 2, aliquotsMissed: 0, boxTempMean: 4.2 },
        ...{ pointCode: "NG-01", deviceName },
      },
    ]);
    const { events } = await read(rows[0]?.samplingId ?? 0);
    expect(events).toMatchObject([{ kind: "collect", from: "WS-0417 · 3", place: "NG-01" }]);
    expect(await platform.refusal(registerAutoSampling, { body: auto }, operator)).toMatchObject({
      code: 409,
    });

    // What the device replays later is found, and becomes a sample by hand.
    await take(device, 4, 120, 120, began + 1);
    await take(device, 4, 110, 230, began + 6);
    const wanted = { query: { deviceName, only: "unregistered" as const } };
    const { rows: left } = await platform.call(listFleetSamplings, wanted, operator);
    expect(left).toMatchObject([
      { slot: 4, bodyCode: "B-1051", taken: 2, pointCode: "NG-01", registration: "possible" },
    ]);
    const late = { deviceName, slot: 4, time: began + 1 };
    const { data } = await platform.call(registerAutoSampling, { body: late }, operator);
    // With all of its aliquots, not the first alone.
    expect(await read(data.id)).toMatchObject({
      ...{ bodyCode: "B-1051", volume: 230, aliquotsTaken: 2, began: began + 1, ended: began + 6 },
    });
    const all = await platform.call(listFleetSamplings, { query }, operator);
    expect(all.rows.map((one) => [one.sampleNo, one.registration])).toEqual([
      [data.sampleNo, "registered"],
      [rows[0]?.sampleNo, "registered"],
    ]);
    expect((await platform.call(listFleetSamplings, { query }, foreign)).total).toBe(0);
    const { began: then, ...rest } = bodyOf("B-1050");
    const moved = { ...rest, samplingId: data.id, began: then, ended: then };
    expect(await platform.refusal(changeSampling, { body: moved }, operator)).toMatchObject({
      ...{ code: 400, errors: [{ field: "began" }] },
    });
    const span = { beginTime: began - 40 * 86_400_000, endTime: began };
    expect(await platform.refusal(listFleetSamplings, { query: span }, operator)).toMatchObject({
      errors: [{ field: "beginTime" }],
    });
  });

  test("report in the chain by what the actor came in; events of before it was recorded stay and are shown", async () => {
    const boss = await platform.addUser({ unitId, roles: ["unitAdmin"] });
    const service = await platform.addServiceAccount({ unitId, roles: ["operator"] });
    const made = { name: "Field app", days: 1, permissions: ["laboratory:sampling:add"], userId: service.id };
    const { data: key } = await platform.call(addApiKey, { body: made }, boss);
    const byKey = await takeSample(platform, pointId, { token: key.key });
    const maker = { id: boss.id, userName: boss.userName };
    expect((await read(byKey.id)).events).toMatchObject([
      {
        kind: "collect",
        actor: service.userName,
        via: { kind: "key", id: key.keyId, name: "Field app", maker },
      },
    ]);
    const taken = await takeSample(platform, pointId, operator);
    // A record in the form that it had before.
    const before = { kind: "exception", time: 1, actor: { id: boss.id, name: "Old" } };
    const input = { from: null, to: null, place: null, sealNo: null, condition: null, note: "of before" };
    const record = { ...before, about: [`sampling:${taken.id}`], ...input };
    const chains = createChainStore(platform.db, createOffsetPrinter("Asia/Shanghai"));
    await platform.db
      .transaction()
      .execute((trx) => chains.appendTo(custodyChain, trx, [record], Date.now()));
    expect((await read(taken.id)).events).toMatchObject([
      { kind: "collect", via: { kind: "session" } },
      { kind: "exception", actor: "Old", via: null, note: "of before" },
    ]);
  });

  test("are in a chain that the command verifies, and that nobody reads in part", async () => {
    const admin = await platform.admin();
    const { data } = await platform.call(verifyCustodyChain, {}, admin);
    expect(data).toMatchObject({ check: { fault: null } });
    expect(data.rows).toBeGreaterThan(5);
    expect((await platform.call(getCustodyChain, {}, admin)).data).toEqual(data);
    const path = "/prod-api/v2/admin/laboratory/custody/chain/export";
    const checked = await verifyExport(platform, admin, path);
    expect(checked).toMatchObject({ code: 0 });
    note(exportCustodyChain, "success");
    expect(await platform.refusal(exportCustodyChain, {}, operator)).toMatchObject({ code: 403 });
    await expect(platform.db.updateTable("custodyEvent").set({ hash: "" }).execute()).rejects.toThrow(
      /permission denied/,
    );
  });
});
