import { enterBottleBodyId, enterBottleCapId } from "@tracewater/contract/field/sampler-bottles";
import { cancelWorkOrder, getWorkOrder, listWorkOrders } from "@tracewater/contract/field/work-orders";
import { listAlarms } from "@tracewater/contract/fleet/alarms";
import { changeDevice } from "@tracewater/contract/fleet/devices";
import {
  addAssays,
  getAssay,
  reviewAssays,
  submitAssays,
  supersedeAssay,
} from "@tracewater/contract/laboratory/assays";
import {
  addLimitVersion,
  listExcesses,
  listLimits,
  listLimitVersions,
  releaseHold,
} from "@tracewater/contract/laboratory/limits";
import { getSampling, moveSampling } from "@tracewater/contract/laboratory/samplings";
import { getThread } from "@tracewater/contract/laboratory/traceability";
import pg from "pg";
import { beforeAll, expect, test } from "vitest";
import { eventually } from "../../../../test/eventually.ts";
import type { Session } from "../../../../test/test-http.ts";
import { onPlatform } from "../../../../test/test-platform.ts";
import { addPoint, putFilledBottle, takeSample } from "../../../../test/test-samples.ts";

const day = 86_400_000;
const zone = "Asia/Shanghai";
const dayOf = (at: number) =>
  new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short" }).format(at);

onPlatform("Results over their limits", (platform) => {
  let unitId = 0;
  let operator: Session = { token: "" };
  let analyst: Session = { token: "" };
  let reviewer: Session = { token: "" };
  let foreign: Session = { token: "" };

  beforeAll(async () => {
    unitId = await platform.addUnit("North");
    operator = await platform.addUser({ unitId, roles: ["operator"] });
    analyst = await platform.addUser({ unitId, roles: ["analyst"] });
    reviewer = await platform.addUser({ unitId, roles: ["reviewer"] });
    foreign = await platform.addUser({ unitId: await platform.addUnit("South"), roles: ["reviewer"] });
    await limit("0.500000000001");
  });

  const inForce = async (analyte = "mdma", as = reviewer) =>
    (await platform.call(listLimits, {}, as)).rows.find(
      (row) => row.analyte === analyte && row.phase === "liquid",
    );
  async function limit(value: string | null, analyte: "mdma" | "cocaine" = "mdma") {
    const basedOn = (await inForce(analyte))?.inForce?.limitId ?? null;
    const body = { analyte, phase: "liquid" as const, basedOn, value, source: "own", reason: "order" };
    return (await platform.call(addLimitVersion, { body }, reviewer)).data;
  }

  /** A point with a sampler that has was there for two days, and is away. */
  async function addPlace() {
    const point = await addPoint(platform, unitId);
    const credentials = await platform.addDevice({ unitId });
    const { id, deviceName } = credentials;
    const body = { id, deviceName, nickname: "", unitId, pointId: point.pointId, tags: [] };
    await platform.call(changeDevice, { params: { family: "waterSample" }, body }, await platform.admin());
    const since = new Date(Date.now() - 2 * day);
    await platform.db.updateTable("devicePoint").set({ since }).where("deviceId", "=", id).execute();
    return { ...point, credentials };
  }
  const figures = { flag: "quantified" as const, lod: null, loq: "0.001", uncertainty: null, recovery: null };
  async function enter(bodyCode: string, pointCode: string, sampledOn: string, value: string) {
    const method = { phase: "liquid" as const, source: "lcms" as const, method: "M1", methodVersion: "1" };
    const results = [{ analyte: "mdma" as const, value, ...figures }];
    const body = { bodyCode, pointCode, sampledOn, ...method, results };
    const [id = 0] = (await platform.call(addAssays, { body }, analyst)).data.ids;
    return id;
  }
  async function approve(...ids: number[]) {
    await platform.call(submitAssays, { body: { ids } }, analyst);
    await platform.call(reviewAssays, { body: { ids, decision: "approve" } }, reviewer);
  }
  /** A sample at the laboratory, taken by hand an hour ago, with a result of it. */
  async function sampled(place: { pointId: number; code: string }, value: string) {
    const { id: samplingId, bodyCode } = await takeSample(platform, place.pointId, operator);
    await platform.db
      .updateTable("waterSampling")
      .set({ state: "received" })
      .where("id", "=", samplingId)
      .execute();
    const { began } = (await platform.call(getSampling, { params: { id: samplingId } }, operator)).data;
    return { samplingId, bodyCode, assayId: await enter(bodyCode, place.code, dayOf(began), value) };
  }
  const followed = async (assayId: number, as = reviewer) =>
    (await platform.call(listExcesses, { params: { assayId } }, as)).data;
  const alarmsOf = async (deviceId: number) =>
    (await platform.call(listAlarms, { query: { deviceId } }, operator)).rows;

  test("a limit is a version with who set it and why; a second from the same one is notified, others keep theirs", async () => {
    const first = await limit("1.5", "cocaine");
    expect(first).toMatchObject({ version: 1, value: "1.5", isCommon: false, reason: "order" });
    const about = { analyte: "cocaine", phase: "liquid" } as const;
    const body = { ...about, value: "2", source: "own", reason: "x" };
    expect(
      await platform.refusal(addLimitVersion, { body: { ...body, basedOn: null } }, reviewer),
    ).toMatchObject({ code: 409 });
    const wrong = { ...body, basedOn: first.limitId };
    for (const [field, value] of [
      ["value", { value: "1e3" }],
      ["value", { value: "0.000" }],
      ["source", { source: " " }],
      ["reason", { reason: "" }],
    ] as const) {
      const input = { body: { ...wrong, ...value } };
      expect(await platform.refusal(addLimitVersion, input, reviewer)).toMatchObject({
        ...{ code: 400, errors: [{ field }] },
      });
    }
    const ended = await limit(null, "cocaine");
    expect(ended).toMatchObject({ version: 2, value: null });
    const { data } = await platform.call(listLimitVersions, { params: about }, analyst);
    expect(data.map((one) => one.value)).toEqual([null, "1.5"]);
    expect((await inForce("cocaine", foreign))?.inForce).toBeNull();
    expect(await platform.refusal(addLimitVersion, { body: wrong }, analyst)).toMatchObject({ code: 403 });
  });

  test("keep the bottle, raise one alarm and draft one order when they are approved, digit by digit over", async () => {
    const place = await addPlace();
    const under = await sampled(place, "0.500000000001");
    await approve(under.assayId);
    expect(await followed(under.assayId)).toEqual([]);
    const exceeded = await sampled(place, "0.500000000002");
    expect(await followed(exceeded.assayId)).toEqual([]);
    await approve(exceeded.assayId);
    const [exceedance, ...others] = await followed(exceeded.assayId);
    expect(others).toEqual([]);
    expect(exceedance).toMatchObject({
      ...{ analyte: "mdma", value: "0.500000000002", limit: "0.500000000001", closedAt: null, command: null },
      hold: { bodyCode: exceeded.bodyCode, releasedAt: null },
      alarm: { state: "active", deviceName: place.credentials.deviceName },
      order: { state: "draft" },
    });
    expect(await alarmsOf(place.credentials.id)).toMatchObject([
      { source: "assayLimit", identifier: exceeded.bodyCode, severity: "major", ruleId: null },
    ]);
    const order = { params: { id: exceedance?.order?.orderId ?? 0 } };
    expect((await platform.call(getWorkOrder, order, operator)).data).toMatchObject({
      ...{
        source: "alarm",
        assayId: exceeded.assayId,
        pointCode: place.code,
        createdBy: "",
        unitName: "North",
      },
      title: `MDMA in ${exceeded.bodyCode}: 0.500000000002 μg/L, limit 0.500000000001 μg/L`,
    });
    const { data: traceability } = await platform.call(
      getThread,
      { params: { kind: "assay", id: exceeded.assayId } },
      reviewer,
    );
    expect(traceability.excesses).toMatchObject([
      { assayId: exceeded.assayId, hold: { bodyCode: exceeded.bodyCode } },
    ]);
    expect(traceability.events.at(-1)).toMatchObject({
      kind: "exception",
      note: "MDMA 0.500000000002 μg/L > 0.500000000001 μg/L",
    });
    expect(await followed(exceeded.assayId, foreign)).toEqual([]);
  });

  test("a bottle that is kept is not destroyed until somebody releases it with a reason", async () => {
    const place = await addPlace();
    const { samplingId, assayId } = await sampled(place, "7");
    const move = (step: "askDestroy" | "destroy") => ({ body: { samplingId, step } });
    // Asked for before the result was known.
    await platform.call(moveSampling, move("askDestroy"), analyst);
    await approve(assayId);
    expect(await platform.refusal(moveSampling, move("askDestroy"), analyst)).toMatchObject({ code: 500 });
    expect(await platform.refusal(moveSampling, move("destroy"), reviewer)).toMatchObject({ code: 500 });
    const [exceedance] = await followed(assayId);
    const input = { body: { excessId: exceedance?.excessId ?? 0, reason: "analysed twice" } };
    expect(await platform.refusal(releaseHold, input, analyst)).toMatchObject({ code: 403 });
    expect(await platform.refusal(releaseHold, input, foreign)).toMatchObject({ code: 404 });
    await platform.call(releaseHold, input, reviewer);
    expect((await followed(assayId))[0]?.hold).toMatchObject({ reason: "analysed twice" });
    expect(await platform.refusal(releaseHold, input, reviewer)).toMatchObject({ code: 500 });
    await platform.call(moveSampling, move("destroy"), reviewer);
  });

  test("superseded over the limit all goes on and nothing comes twice; under it all of it ends", async () => {
    const place = await addPlace();
    const { assayId } = await sampled(place, "7");
    await approve(assayId);
    const [first] = await followed(assayId);
    const supersede = async (id: number, value: string) => {
      const body = { assayId: id, value, ...figures, reason: "second injection" };
      return (await platform.call(supersedeAssay, { body }, analyst)).data.id;
    };
    const second = await supersede(assayId, "8");
    await approve(second);
    const [now, before] = await followed(second);
    expect(before).toMatchObject({ assayId, closedAt: expect.any(Number) });
    expect(now).toMatchObject({
      ...{ assayId: second, closedAt: null, value: "8" },
      ...{ alarm: first?.alarm, order: first?.order, hold: first?.hold },
    });
    expect(await alarmsOf(place.credentials.id)).toHaveLength(1);
    const third = await supersede(second, "0.4");
    await approve(third);
    const after = await followed(third);
    expect(after.map((one) => one.assayId)).toEqual([second, assayId]);
    expect(after[0]).toMatchObject({
      ...{ closedAt: expect.any(Number), alarm: { state: "cleared" }, order: { state: "cancelled" } },
      hold: { releasedAt: expect.any(Number) },
    });
    expect(await alarmsOf(place.credentials.id)).toHaveLength(1);
  });

  test("a sampler in which the bottle does not move is reported to pause, also when the server stopped meanwhile", async () => {
    const place = await addPlace();
    const { credentials } = place;
    const { bodyCode, at } = await putFilledBottle(platform, credentials.id, unitId);
    const assayId = await enter(bodyCode, place.code, dayOf(at), "3");
    await approve(assayId);
    expect((await followed(assayId))[0]?.command).toMatchObject({
      ...{ state: "queued", deviceName: credentials.deviceName },
    });
    await platform.restart();
    const device = await platform.connect(credentials);
    const downlink = await device.downlink("thing/service/pause");
    device.send("thing/service/pause_reply", { id: downlink.id, code: 200, data: {} });
    await eventually(async () => (await followed(assayId))[0]?.command?.state).toBe("replied");
  });

  test("a bottle that is kept in its sampler is not taken for empty, whatever is scanned there, until it is released", async () => {
    const place = await addPlace();
    const { productKey, deviceName, id } = place.credentials;
    const { bodyCode, at } = await putFilledBottle(platform, id, unitId);
    const assayId = await enter(bodyCode, place.code, dayOf(at), "3");
    await approve(assayId);
    const scan = (bottleId: string, clearVolume: string) => ({
      query: { productKey, deviceName, index: 1, bottleId, clearVolume },
    });
    for (const [call, code] of [
      [enterBottleBodyId, bodyCode],
      [enterBottleBodyId, `${bodyCode}-other`],
      [enterBottleCapId, `${bodyCode}-cap`],
    ] as const) {
      expect(await platform.refusal(call, scan(code, "1"), operator)).toMatchObject({
        code: 409,
        errors: [{ field: "bottleId", message: expect.stringContaining(`${bodyCode} is on hold`) }],
      });
    }
    await platform.call(enterBottleCapId, scan(`${bodyCode}-cap`, "0"), operator);
    const exceedanceId = (await followed(assayId))[0]?.excessId ?? 0;
    await platform.call(
      releaseHold,
      { body: { excessId: exceedanceId, reason: "analysed twice" } },
      reviewer,
    );
    await platform.call(enterBottleBodyId, scan(bodyCode, "1"), operator);
  });

  test("where one of them cannot be written none is, nor the approval; tried again all of them are", async () => {
    const place = await addPlace();
    const { credentials } = place;
    const { bodyCode, at } = await putFilledBottle(platform, credentials.id, unitId);
    const assayId = await enter(bodyCode, place.code, dayOf(at), "3");
    await platform.call(submitAssays, { body: { ids: [assayId] } }, analyst);
    const owner = new pg.Client(platform.owner);
    await owner.connect();
    await owner.query(`create function refuse_order() returns trigger language plpgsql as $$
      begin raise exception 'no orders today'; end $$`);
    await owner.query(
      "create trigger no_orders before insert on work_order for each row execute function refuse_order()",
    );
    const review = { body: { ids: [assayId], decision: "approve" as const } };
    expect(await platform.refusal(reviewAssays, review, reviewer)).toMatchObject({ code: 500 });
    expect(platform.takeErrors().length).toBeGreaterThan(0);
    await owner.query("drop trigger no_orders on work_order");
    await owner.end();
    const { assay } = (await platform.call(getAssay, { params: { id: assayId } }, analyst)).data;
    expect(assay.state).toBe("inReview");
    expect(await followed(assayId)).toEqual([]);
    expect(await alarmsOf(credentials.id)).toEqual([]);
    const { db } = platform;
    const commands = () =>
      db.selectFrom("command").select("id").where("deviceId", "=", credentials.id).execute();
    expect(await commands()).toEqual([]);
    await platform.call(reviewAssays, review, reviewer);
    expect(await alarmsOf(credentials.id)).toHaveLength(1);
    expect(await commands()).toHaveLength(1);
    expect((await followed(assayId))[0]).toMatchObject({ hold: { bodyCode }, order: { state: "draft" } });
  });

  test("a point without a sampler has no alarm, and its order all the same; the order is found and cancelled", async () => {
    const point = await addPoint(platform, unitId);
    const { assayId, bodyCode } = await sampled(point, "9");
    await approve(assayId);
    expect((await followed(assayId))[0]).toMatchObject({ alarm: null, hold: { bodyCode } });
    const query = { keyword: bodyCode, source: "alarm" as const };
    const { rows } = await platform.call(listWorkOrders, { query }, operator);
    expect(rows).toMatchObject([{ assayId, state: "draft" }]);
    const input = { body: { orderId: rows[0]?.orderId ?? 0, reason: "known source" } };
    await platform.call(cancelWorkOrder, input, operator);
    expect((await followed(assayId))[0]?.order?.state).toBe("cancelled");
  });
});
