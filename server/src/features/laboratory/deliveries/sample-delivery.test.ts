import { getDelivery } from "@tracewater/contract/field/sampler-bottles";
import {
  addDelivery,
  changeDelivery,
  exportDeliveries,
  getDeliveryDetail,
  handOverDelivery,
  listSampleDeliveries,
  logTemperatures,
  receiveDelivery,
  removeDeliveries,
} from "@tracewater/contract/laboratory/sample-deliveries";
import { listSamplings, moveSampling, voidSampling } from "@tracewater/contract/laboratory/samplings";
import { expect, test } from "vitest";
import { deliveryWorld } from "../../../../test/test-deliveries.ts";
import { bearer, note } from "../../../../test/test-http.ts";
import { onPlatform } from "../../../../test/test-platform.ts";
import { takeSample } from "../../../../test/test-samples.ts";
import { readXlsx } from "../../field/sampling-points/point-workbooks.fixture.ts";

onPlatform("Deliveries", (platform) => {
  const { at, sender, boss, analyst, reviewer, foreign, pack, send, read, sampleOf, receiptOf } =
    deliveryWorld(platform);

  test("take sealed samples from hand to hand: packed, handed over, received, opened, and reported at each step", async () => {
    const packed = await pack(2);
    expect(packed.deliveryNo).toMatch(/^DL-\d{6}-\d{4}$/);
    const draft = await read(packed.id);
    expect(draft).toMatchObject({ state: "draft", sampleCount: 2, unitName: "North", courier: "J. Ortega" });
    expect(draft.may).toEqual({ change: true, handOver: true, receive: false });
    await platform.call(handOverDelivery, { body: { deliveryId: packed.id } }, sender);
    const [first] = packed.samples;
    expect(await sampleOf(first?.id ?? 0)).toMatchObject({
      state: "inTransit",
      deliveryNo: packed.deliveryNo,
    });
    const now = Date.now();
    const readings = [
      { at: now - 1000, celsius: 4.2 },
      { at: now, celsius: 5.8 },
    ];
    const log = { body: { deliveryId: packed.id, readings } };
    expect((await platform.call(logTemperatures, log, sender)).data.added).toBe(2);
    expect((await platform.call(logTemperatures, log, analyst)).data.added).toBe(0);
    await platform.call(receiveDelivery, receiptOf(packed), analyst);
    const done = await read(packed.id, analyst);
    expect(done).toMatchObject({
      ...{
        state: "received",
        decision: "accept",
        tempMin: 4.2,
        tempMax: 5.8,
        temperatures: [{ celsius: 4.2 }, {}],
      },
      samples: [{ condition: "ok", state: "received" }, { state: "received" }],
    });
    expect(done.events.map((one) => [one.kind, one.from, one.to])).toMatchObject([
      ["handover", expect.any(String), "J. Ortega"],
      ["transport", null, null],
      ["receive", "J. Ortega", done.receivedBy],
    ]);
    const { events } = await sampleOf(first?.id ?? 0);
    expect(events.map((one) => one.kind)).toEqual(["collect", "seal", "handover", "receive"]);

    const path = `/prod-api/v2/admin/laboratory/delivery/export?keyword=${packed.deliveryNo}`;
    const file = await fetch(platform.url + path, { headers: bearer(analyst) });
    note(exportDeliveries, "success");
    const [heads = [], cells = []] = await readXlsx(await file.arrayBuffer());
    expect(cells[heads.indexOf("Max. temp. (°C)")]).toBe(5.8);
    const { deliveryNo } = packed;
    const { data } = await platform.call(getDelivery, { query: { deliveryNo, type: "transport" } }, analyst);
    expect(data).toMatchObject({ bottles: [], transport: { courier: "J. Ortega", samples: [{}, {}] } });
    const list = { query: { keyword: deliveryNo, state: "received" as const } };
    expect((await platform.call(listSampleDeliveries, list, sender)).total).toBe(1);
    expect((await platform.call(listSampleDeliveries, list, foreign)).total).toBe(0);
    const params = { id: packed.id };
    expect(await platform.refusal(getDeliveryDetail, { params }, foreign)).toMatchObject({ code: 404 });
  });

  test("are received once: the second time shows by whom, and nothing changes; of two at once one is notified", async () => {
    const packed = await send(1);
    const both = await Promise.allSettled([
      platform.call(receiveDelivery, receiptOf(packed), analyst),
      platform.call(receiveDelivery, receiptOf(packed), reviewer),
    ]);
    expect(both.map((one) => one.status).sort()).toEqual(["fulfilled", "rejected"]);
    const before = await read(packed.id);
    const again = receiptOf(packed, { decision: "reject", reason: "late" });
    const refusal = await platform.refusal(receiveDelivery, again, analyst);
    expect(refusal).toMatchObject({ code: 409 });
    expect(refusal.msg).toContain(`was already received by ${before.receivedBy}`);
    expect(await read(packed.id)).toEqual(before);
    expect(before.events.filter((one) => one.kind === "receive")).toHaveLength(1);
  });

  test("are received by another person than who handed them over", async () => {
    const packed = await send(1, boss);
    expect((await read(packed.id, boss)).may.receive).toBe(false);
    const refusal = await platform.refusal(receiveDelivery, receiptOf(packed), boss);
    expect(refusal).toMatchObject({ code: 500 });
    expect(refusal.msg).toContain("by someone other than");
    expect(await read(packed.id)).toMatchObject({ state: "inTransit", receivedBy: null });
    await platform.call(receiveDelivery, receiptOf(packed), reviewer);
  });

  test.each([
    ["a bottle of another delivery", { samples: [{ code: "B-none", condition: "ok" }] }, "samples.0.code"],
    ["a bottle that was not checked", { samples: [] }, "samples"],
    ["another seal", { sealNo: "BS-2" }, "sealNo"],
    ["no reason for conditions", { decision: "conditional" }, "reason"],
    ["no decision", { decision: undefined }, "decision"],
  ])("are not accepted with %s, and stay on their way", async (_what, wrong, field) => {
    const packed = await send(1);
    const refusal = await platform.refusal(receiveDelivery, receiptOf(packed, wrong), analyst);
    expect(refusal).toMatchObject({ code: 400, errors: [{ field }] });
    expect(await read(packed.id)).toMatchObject({ state: "inTransit", samples: [{ condition: null }] });
  });

  test("that came warm, leaking or short of a bottle are accepted with conditions, and say so", async () => {
    const packed = await send(3);
    const at = Date.now();
    const readings = [
      { at: at - 60_000, celsius: 4 },
      { at, celsius: 9.1 },
    ];
    await platform.call(logTemperatures, { body: { deliveryId: packed.id, readings } }, sender);
    expect(await platform.refusal(receiveDelivery, receiptOf(packed), analyst)).toMatchObject({
      ...{ code: 400, errors: [{ field: "decision" }] },
    });
    const [first, second, third] = packed.samples;
    const samples = [
      { code: first?.bodyCode, condition: "leak", note: "wet label" },
      { code: second?.bodyCode, condition: "missing" },
      { code: third?.bodyCode, condition: "ok" },
    ];
    expect(await platform.refusal(receiveDelivery, receiptOf(packed, { samples }), analyst)).toMatchObject({
      errors: [{ field: "decision" }],
    });
    const decision = { decision: "conditional", reason: "9.1 °C for a while" };
    await platform.call(receiveDelivery, receiptOf(packed, { samples, ...decision }), analyst);
    const done = await read(packed.id);
    expect(done.samples.map((one) => [one.condition, one.state])).toEqual([
      ["leak", "received"],
      ["missing", "rejected"],
      ["ok", "received"],
    ]);
    expect(done.events.map((one) => one.condition)).toContain("4.0 – 9.1 °C");
    expect(done.events.filter((one) => one.kind === "exception").map((one) => one.condition)).toEqual([
      "leak",
      "missing",
    ]);
    const rejected = await send(1);
    const all = { decision: "reject", reason: "thawed" };
    await platform.call(receiveDelivery, receiptOf(rejected, all), analyst);
    expect(await read(rejected.id)).toMatchObject({ state: "rejected", samples: [{ state: "rejected" }] });
    const late = { body: { deliveryId: packed.id, readings: [{ at, celsius: 4 }] } };
    expect(await platform.refusal(logTemperatures, late, sender)).toMatchObject({ code: 409 });
  });

  test("change while they are drafts: samples come and go, and none is in two", async () => {
    const packed = await pack(2);
    const [first, second] = packed.samples;
    const open = { query: { only: "deliverable" as const } };
    expect((await platform.call(listSamplings, open, sender)).total).toBe(0);
    const { unitId: _unit, ...given } = packed.given;
    const one = { ...given, deliveryId: packed.id, samplingIds: [first?.id ?? 0], note: "one bottle broke" };
    await platform.call(changeDelivery, { body: one }, sender);
    expect(await read(packed.id)).toMatchObject({ sampleCount: 1, note: "one bottle broke" });
    expect((await platform.call(listSamplings, open, sender)).rows.map((row) => row.samplingId)).toEqual([
      second?.id,
    ]);
    const twice = { ...packed.given, samplingIds: [first?.id ?? 0] };
    expect(await platform.refusal(addDelivery, { body: twice }, sender)).toMatchObject({
      ...{ code: 400, errors: [{ field: "samplingIds" }] },
    });
    const unsealed = await takeSample(platform, at.pointId, sender);
    const loose = { ...packed.given, samplingIds: [unsealed.id] };
    expect(await platform.refusal(addDelivery, { body: loose }, sender)).toMatchObject({ code: 400 });
    const same = { ...packed.given, samplingIds: [], deliveryNo: packed.deliveryNo };
    expect(await platform.refusal(addDelivery, { body: same }, sender)).toMatchObject({
      ...{ code: 409, errors: [{ field: "deliveryNo" }] },
    });
    const packedOne = { samplingId: first?.id, reason: "slip" };
    expect(await platform.refusal(voidSampling, { body: packedOne }, sender)).toMatchObject({ code: 500 });
    const empty = { body: { ...one, samplingIds: [], courier: "" } };
    await platform.call(changeDelivery, empty, sender);
    const hand = { body: { deliveryId: packed.id } };
    expect(await platform.refusal(handOverDelivery, hand, sender)).toMatchObject({
      errors: [{ field: "courier" }],
    });
    await platform.call(changeDelivery, { body: { ...one, samplingIds: [] } }, sender);
    expect(await platform.refusal(handOverDelivery, hand, sender)).toMatchObject({ code: 500 });
    const params = { ids: String(packed.id) };
    expect(await platform.refusal(removeDeliveries, { params }, foreign)).toMatchObject({ code: 404 });
    await platform.call(removeDeliveries, { params }, sender);
    expect(await platform.refusal(getDeliveryDetail, { params: { id: packed.id } }, sender)).toMatchObject({
      code: 404,
    });
    const sent = await send(1);
    const gone = { body: { ...one, deliveryId: sent.id } };
    expect(await platform.refusal(changeDelivery, gone, sender)).toMatchObject({ code: 409 });
    const of = { params: { ids: String(sent.id) } };
    expect(await platform.refusal(removeDeliveries, of, sender)).toMatchObject({ code: 409 });
  });

  test("end at the laboratory: opened, kept, and destroyed by two persons", async () => {
    const packed = await send(1);
    await platform.call(receiveDelivery, receiptOf(packed), analyst);
    const samplingId = packed.samples[0]?.id ?? 0;
    const step = (name: "open" | "reserve" | "askDestroy" | "destroy", more: object = {}) => ({
      body: { samplingId, step: name, ...more },
    });
    expect(await platform.refusal(moveSampling, step("open", { amount: 501 }), analyst)).toMatchObject({
      code: 400,
      errors: [{ field: "amount", message: expect.stringContaining("500 mL") }],
    });
    await platform.call(moveSampling, step("open", { amount: 120 }), analyst);
    expect(await platform.refusal(moveSampling, step("open"), analyst)).toMatchObject({ code: 500 });
    await platform.call(moveSampling, step("reserve", { note: "shelf 4" }), analyst);
    expect(await platform.refusal(moveSampling, step("destroy"), reviewer)).toMatchObject({ code: 500 });
    await platform.call(moveSampling, step("askDestroy"), analyst);
    const own = await platform.refusal(moveSampling, step("destroy"), analyst);
    expect(own.msg).toContain("by someone other than");
    await platform.call(moveSampling, step("destroy", { bottle: "cleaned" }), reviewer);
    const done = await sampleOf(samplingId);
    expect(done.state).toBe("destroyed");
    expect(done.events.map((one) => one.kind).slice(-3)).toEqual(["open", "reserve", "destroy"]);
    expect(done.events.map((one) => one.amount).slice(-3)).toEqual([120, null, null]);
    // The bottle was cleaned: it takes the next sample.
    const { bodyCode } = packed.samples[0] ?? {};
    const next = await takeSample(platform, at.pointId, sender, bodyCode === undefined ? {} : { bodyCode });
    expect(next.id).toBeGreaterThan(samplingId);
  });
});
