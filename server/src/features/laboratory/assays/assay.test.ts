import { bottles } from "@tracewater/contract/field/bottles";
import {
  addAssays,
  changeAssay,
  getAssay,
  getMethodLimits,
  listAssays,
  removeAssays,
  submitAssays,
} from "@tracewater/contract/laboratory/assays";
import { analyteName } from "@tracewater/contract/laboratory/factors";
import { expect, test } from "vitest";
import { assayWorld, toBody } from "../../../../test/test-assays.ts";
import type { Session } from "../../../../test/test-http.ts";
import { onPlatform } from "../../../../test/test-platform.ts";

onPlatform("Water assays", (platform) => {
  const { at, analyst, viewer, foreign, addPoint, addBottle, cocaine, enter, enterOne, read, submit } =
    assayWorld(platform);

  test("keep all 18 analytes in μg/L, every digit as it was entered", async () => {
    const results = analyteName.options.map((analyte, place) => ({
      analyte,
      value: `${place}.00${place + 1}0`,
      lod: "0.000100",
      loq: "0.00030",
      uncertainty: "0.000000120",
      recovery: 97.5,
    }));
    const rows = await enter(results);
    const { data } = await platform.call(getAssay, { params: { id: rows[0]?.assayId ?? 0 } }, viewer);
    expect(data.results.map((one) => one.analyte)).toEqual(analyteName.options);
    for (const [place, result] of results.entries()) expect(data.results[place]).toMatchObject(result);
    expect(data.assay).toMatchObject({
      ...{ pointCode: "NORTH-IN", pointName: "Plant NORTH-IN", unitName: "North", deviceName: null },
      ...{
        sampledOn: "2026-03-03",
        phase: "liquid",
        source: "lcms",
        state: "draft",
        analyst: analyst.userName,
      },
    });
    const warned = data.warnings.map(({ key, analyte }) => [key, analyte]);
    expect(warned).toEqual([
      ["morphineIsNotHeroin", "morphine"],
      ["methcathinoneFromEphedrine", "methcathinone"],
      ["cannabisOnSolids", "cbd"],
      ["cannabisOnSolids", "cbn"],
      ["cannabisOnSolids", "thc"],
      ["cannabisOnSolids", "thcCooh"],
      ["cotinineIsDenominator", "cotinine"],
    ]);
  });

  test("with more decimals than may be entered are shown as they are stored, alone, in the list and in their sample", async () => {
    const { assayId } = await enterOne();
    const long = { value: "0.12345678901234567", lod: "0.0001000000000000001", loq: "0.0012345678901234" };
    await platform.db.updateTable("assay").set(long).where("id", "=", assayId).execute();
    const { data } = await platform.call(getAssay, { params: { id: assayId } }, viewer);
    expect(data.assay).toMatchObject(long);
    expect(data.results).toMatchObject([long]);
    const { bodyCode } = data.assay;
    expect((await platform.call(listAssays, { query: { bodyCode } }, viewer)).rows).toMatchObject([long]);
    const body = { assayId, ...long } as never;
    expect(await platform.refusal(changeAssay, { body }, analyst)).toMatchObject({
      errors: [{ field: "value" }, { field: "lod" }, { field: "loq" }],
    });
  });

  test("come from where the bottle was, and may not contradict it", async () => {
    const { id, bodyCode } = await addBottle();
    const device = await platform.addDevice({ unitId: at.unitId });
    const since = new Date("2026-03-03T01:00:00Z");
    await platform.db
      .insertInto("devicePoint")
      .values({ deviceId: device.id, pointId: at.pointId, since: new Date(0), until: null })
      .execute();
    const place = { deviceId: device.id, slot: 3, bottleId: id, since, putBy: "x" };
    await platform.db
      .insertInto("bottlePlace")
      .values({ ...place, until: new Date("2026-03-04T01:00:00Z") })
      .execute();
    await addPoint("NORTH-OUT", at.unitId);
    const entering = (pointCode: string, sampledOn = "2026-03-03") =>
      ({ body: toBody({ bodyCode, pointCode, sampledOn }, [cocaine]) }) as never;
    expect(await platform.refusal(addAssays, entering("NORTH-OUT"), analyst)).toMatchObject({
      code: 400,
      errors: [{ field: "pointCode", message: expect.stringContaining("NORTH-IN") }],
    });
    expect(await platform.refusal(addAssays, entering("", "2026-03-09"), analyst)).toMatchObject({
      code: 400,
      errors: [{ field: "pointCode" }],
    });
    const { data } = await platform.call(addAssays, entering(""), analyst);
    expect(await read(data.ids[0] ?? 0)).toMatchObject({
      pointId: at.pointId,
      deviceName: device.deviceName,
    });
    const { deviceName } = device;
    const found = await platform.call(listAssays, { query: { deviceName } }, viewer);
    expect(found.rows.map((row) => row.assayId)).toEqual(data.ids);
    // A bottle that results name stays.
    expect(
      await platform.refusal(bottles.calls.remove, { params: { ids: id } }, await platform.admin()),
    ).toMatchObject({ code: 500 });
  });

  test.each([
    ["a value that is no decimal", { value: "1e-3" }, "results.0.value"],
    ["a value with a comma", { value: "0,34" }, "results.0.value"],
    ["a value below zero", { value: "-0.1" }, "results.0.value"],
    ["a quantified result without a value", { value: null, uncertainty: null }, "results.0.value"],
    ["a quantified value below its LOQ", { value: "0.0049" }, "results.0.flag"],
    ["a value above the LOQ as below it", { flag: "belowLoq" }, "results.0.flag"],
    [
      "what was not detected without its LOQ",
      { flag: "notDetected", value: null, loq: null, uncertainty: null },
      "results.0.loq",
    ],
    ["a LOQ below the LOD", { lod: "0.0051" }, "results.0.loq"],
    ["an uncertainty without a value", { flag: "belowLoq", value: null }, "results.0.uncertainty"],
    ["an analyte that nobody knows", { analyte: "aspirin" }, "results.0.analyte"],
  ])("refuse %s", async (_what, wrong, field) => {
    const { bodyCode } = await addBottle();
    const body = toBody({ bodyCode }, [{ ...cocaine, ...wrong }]);
    expect(await platform.refusal(addAssays, { body }, analyst)).toMatchObject({
      code: 400,
      errors: [{ field }],
    });
  });

  test.each([
    ["a bottle that nobody knows", { bodyCode: "NONE-1" }, "bodyCode"],
    ["a point that nobody knows", { pointCode: "NOWHERE" }, "pointCode"],
    ["a point of another unit", { pointCode: "SOUTH-IN" }, "pointCode"],
    ["a day that has not come", { sampledOn: "2999-01-01" }, "sampledOn"],
  ])("refuse %s", async (_what, wrong, field) => {
    const { bodyCode } = await addBottle();
    const body = toBody({ bodyCode, ...wrong }, [cocaine]);
    expect(await platform.refusal(addAssays, { body }, analyst)).toMatchObject({
      code: 400,
      errors: [{ field }],
    });
  });

  test("offer the limits that their method had last, and those of no other method or unit", async () => {
    const { bodyCode } = await enterOne();
    const named = { method: "LC-MS/MS 18", methodVersion: "4.1" };
    const body = {
      ...toBody({ bodyCode }, [{ ...cocaine, analyte: "mdma", lod: "0.001", loq: "0.004" }]),
      ...named,
    } as never;
    await platform.call(addAssays, { body }, analyst);
    const limits = async (query: { method: string; methodVersion: string }, as: Session = analyst) =>
      (await platform.call(getMethodLimits, { query }, as)).data;
    expect(await limits(named)).toEqual([{ analyte: "mdma", lod: "0.001", loq: "0.004" }]);
    expect(await limits({ ...named, methodVersion: "4.0" })).toEqual([]);
    expect(await limits(named, foreign)).toEqual([]);
    expect(
      await platform.refusal(getMethodLimits, { query: { method: "", methodVersion: "" } }, analyst),
    ).toMatchObject({ code: 400, errors: [{ field: "method" }] });
  });

  test("are entered all or none, and once for a sample", async () => {
    const row = await enterOne();
    const { bodyCode } = row;
    const body = toBody({ bodyCode }, [{ ...cocaine, analyte: "mdma" }, cocaine]);
    expect(await platform.refusal(addAssays, { body }, analyst)).toMatchObject({
      code: 409,
      errors: [{ field: "results.1.analyte" }],
    });
    const same = toBody({ bodyCode }, [
      { ...cocaine, analyte: "mda" },
      { ...cocaine, analyte: "mda" },
    ]);
    expect(await platform.refusal(addAssays, { body: same }, analyst)).toMatchObject({
      code: 400,
      errors: [{ field: "results.1.analyte" }],
    });
    expect((await platform.call(listAssays, { query: { bodyCode } }, analyst)).total).toBe(1);
    expect(await platform.refusal(addAssays, { body }, viewer)).toMatchObject({ code: 403 });
    expect(await platform.refusal(getAssay, { params: { id: row.assayId } }, foreign)).toMatchObject({
      code: 404,
    });
  });

  test("are changed and deleted while they are drafts, and no longer", async () => {
    const { assayId } = await enterOne();
    const figures = { assayId, value: "0.35", loq: "0.005", lod: null, uncertainty: null, recovery: 88 };
    await platform.call(changeAssay, { body: figures }, analyst);
    expect(await read(assayId)).toMatchObject({ value: "0.35", uncertainty: null, recovery: 88 });
    const wrong = { ...figures, value: "0.001" };
    expect(await platform.refusal(changeAssay, { body: wrong }, analyst)).toMatchObject({
      code: 400,
      errors: [{ field: "flag" }],
    });
    await submit(assayId);
    for (const [call, input] of [
      [changeAssay, { body: figures }],
      [removeAssays, { params: { ids: assayId } }],
      [submitAssays, { body: { ids: [assayId] } }],
    ] as const) {
      expect(await platform.refusal(call, input, analyst), call.name).toMatchObject({
        code: 500,
        msg: expect.stringContaining("is in review"),
      });
    }
    const { assayId: other } = await enterOne();
    await platform.call(removeAssays, { params: { ids: String(other) } }, analyst);
    expect(await platform.refusal(getAssay, { params: { id: other } }, viewer)).toMatchObject({ code: 404 });
  });
});
