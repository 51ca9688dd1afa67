import {
  changeSampling,
  correctSampling,
  getSampling,
  sealSamplings,
  voidSampling,
} from "@tracewater/contract/laboratory/samplings";
import { listOperations } from "@tracewater/contract/system/audit";
import { beforeAll, expect, test } from "vitest";
import { verifyExport } from "../../../../test/test-chain.ts";
import type { Session } from "../../../../test/test-http.ts";
import { onPlatform } from "../../../../test/test-platform.ts";
import { addPoint, sealSample, takeSample } from "../../../../test/test-samples.ts";

onPlatform("What is recorded of a water sampling", (platform) => {
  const at = { unitId: 0, pointId: 0, otherId: 0 };
  const operator: Session = { token: "" };
  const analyst: Session = { token: "" };
  const foreign: Session = { token: "" };

  beforeAll(async () => {
    at.unitId = await platform.addUnit("North");
    Object.assign(operator, await platform.addUser({ unitId: at.unitId, roles: ["operator"] }));
    Object.assign(analyst, await platform.addUser({ unitId: at.unitId, roles: ["analyst"] }));
    const southId = await platform.addUnit("South");
    Object.assign(foreign, await platform.addUser({ unitId: southId, roles: ["operator"] }));
    at.pointId = (await addPoint(platform, at.unitId, "AT001")).pointId;
    at.otherId = (await addPoint(platform, at.unitId, "AT003")).pointId;
  });

  const read = async (id: number) => (await platform.call(getSampling, { params: { id } }, operator)).data;
  /** The body that leaves a sample as it is. */
  const sameOf = async (id: number) => {
    const { kind, pointId, planId, began, ended, volume, ph, conductivity, waterTemp, ...rest } =
      await read(id);
    const { flow, flowSource, latitude, longitude, samplerPerson, note } = rest;
    return {
      ...{ samplingId: id, kind, pointId: pointId ?? 0, planId, began, ended, volume, ph, conductivity },
      ...{ waterTemp, flow, flowSource, latitude, longitude, samplerPerson, note },
    };
  };

  test("is in the event of its collection, as it was entered", async () => {
    const { id } = await takeSample(platform, at.pointId, operator);
    const sample = await read(id);
    const { began, ended } = sample;
    expect(sample.events).toMatchObject([
      {
        kind: "collect",
        recorded: {
          kind: "grab",
          pointCode: "AT001",
          began,
          ended,
          volume: 500,
          samplerPerson: "Li Na",
          ph: null,
        },
        changes: null,
      },
    ]);
  });

  test("changes before the seal only with an event that holds both versions", async () => {
    const { id } = await takeSample(platform, at.pointId, operator);
    const same = await sameOf(id);
    await platform.call(changeSampling, { body: same }, operator);
    expect((await read(id)).events).toHaveLength(1);
    const body = { ...same, pointId: at.otherId, volume: 480.5, note: "label was wrong" };
    await platform.call(changeSampling, { body }, operator);
    expect((await read(id)).events.at(-1)).toMatchObject({
      kind: "correct",
      place: "AT003",
      note: null,
      changes: [
        { field: "pointCode", before: "AT001", after: "AT003" },
        { field: "volume", before: 500, after: 480.5 },
        { field: "note", before: "", after: "label was wrong" },
      ],
    });
  });

  test("cannot be changed after the seal, and each field that was to change is named", async () => {
    const { id } = await sealSample(platform, at.pointId, operator);
    const before = await read(id);
    const same = await sameOf(id);
    const day = 86_400_000;
    const changed = {
      ...{ kind: "fieldBlank" as const, pointId: at.otherId, began: same.began - 6 * day },
      ...{ ended: same.ended - 6 * day, volume: 1, samplerPerson: "Nobody" },
    };
    const refusal = await platform.refusal(changeSampling, { body: { ...same, ...changed } }, operator);
    expect(refusal).toMatchObject({ code: 400, msg: expect.stringContaining("is sealed: correct it") });
    expect(refusal.errors?.map((one: { field: string }) => one.field).sort()).toEqual([
      "began",
      "ended",
      "kind",
      "pointId",
      "samplerPerson",
      "volume",
    ]);
    expect(await platform.refusal(changeSampling, { body: same }, operator)).toMatchObject({ code: 500 });
    expect(await read(id)).toEqual(before);
  });

  test("is corrected after the seal with a reason, which the custody chain keeps with both versions", async () => {
    const { id } = await sealSample(platform, at.pointId, operator);
    const same = await sameOf(id);
    const body = { ...same, pointId: at.otherId, reason: "the tag named the neighbouring inlet" };
    const none = { ...body, reason: " " };
    expect(await platform.refusal(correctSampling, { body: none }, operator)).toMatchObject({
      ...{ code: 400, errors: [{ field: "reason" }] },
    });
    expect(await platform.refusal(correctSampling, { body }, analyst)).toMatchObject({ code: 403 });
    expect(await platform.refusal(correctSampling, { body }, foreign)).toMatchObject({ code: 404 });
    const wrong = { ...body, ended: same.began - 1 };
    expect(await platform.refusal(correctSampling, { body: wrong }, operator)).toMatchObject({
      ...{ code: 400, errors: [{ field: "ended" }] },
    });
    expect((await read(id)).events).toHaveLength(2);

    await platform.call(correctSampling, { body }, operator);
    const corrected = await read(id);
    expect(corrected).toMatchObject({ pointCode: "AT003", state: "sealed" });
    expect(corrected.events.at(-1)).toMatchObject({
      kind: "correct",
      note: "the tag named the neighbouring inlet",
      changes: [{ field: "pointCode", before: "AT001", after: "AT003" }],
    });
    expect(await platform.refusal(correctSampling, { body }, operator)).toMatchObject({
      ...{ code: 500, msg: expect.stringContaining("Nothing differs") },
    });
    const admin = await platform.admin();
    const path = "/prod-api/v2/admin/laboratory/custody/chain/export";
    expect(await verifyExport(platform, admin, path)).toMatchObject({ code: 0 });
    const query = { title: "correctSampling", status: "0" as const };
    const { rows } = await platform.call(listOperations, { query }, admin);
    expect(rows).toMatchObject([{ thing: expect.stringContaining(corrected.sampleNo) }]);
  });

  test("is corrected neither before the seal nor once the sample is void", async () => {
    const { id } = await takeSample(platform, at.pointId, operator);
    const body = { ...(await sameOf(id)), volume: 1, reason: "typing error" };
    expect(await platform.refusal(correctSampling, { body }, operator)).toMatchObject({ code: 500 });
    await platform.call(voidSampling, { body: { samplingId: id, reason: "dropped" } }, operator);
    expect(await platform.refusal(correctSampling, { body }, operator)).toMatchObject({ code: 500 });
    const seals = [{ samplingId: id, sealNo: "SL-void" }];
    expect(await platform.refusal(sealSamplings, { body: { seals } }, operator)).toMatchObject({ code: 500 });
    expect((await read(id)).volume).toBe(500);
  });
});
