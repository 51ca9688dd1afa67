import { bottles } from "@tracewater/contract/field/bottles";
import {
  type Assay,
  addAssays,
  assaySheet,
  changeAssay,
  getAssay,
  listAssays,
  removeAssays,
  reviewAssays,
  submitAssays,
  supersedeAssay,
} from "@tracewater/contract/laboratory/assays";
import { analyteName } from "@tracewater/contract/laboratory/factors";
import { importProgress } from "@tracewater/contract/resource/imports";
import ExcelJS from "exceljs";
import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { bearer, note, type Session } from "../../../../test/test-http.ts";
import { onPlatform } from "../../../../test/test-platform.ts";

function toBody(sample: { bodyCode: string; sampledOn?: string; pointCode?: string }, results: object[]) {
  return { sampledOn: "2026-03-03", pointCode: "NORTH-IN", method: "LC-MS/MS", ...sample, results };
}

onPlatform("Water assays", (platform) => {
  let unitId = 0;
  let pointId = 0;
  let analyst: Session & { userName: string } = { token: "", userName: "" };
  let reviewer: Session & { userName: string } = { token: "", userName: "" };
  let both: Session = { token: "" };
  let viewer: Session = { token: "" };
  let foreign: Session = { token: "" };
  let bottlesMade = 0;

  beforeAll(async () => {
    unitId = await platform.addUnit("North");
    const south = await platform.addUnit("South");
    analyst = await platform.addUser({ unitId, roles: ["analyst"] });
    reviewer = await platform.addUser({ unitId, roles: ["reviewer"] });
    both = await platform.addUser({ unitId, roles: ["analyst", "reviewer"] });
    viewer = await platform.addUser({ unitId, roles: ["viewer"] });
    foreign = await platform.addUser({ unitId: south, roles: ["analyst", "reviewer"] });
    pointId = await addPoint("NORTH-IN", unitId);
    await addPoint("SOUTH-IN", south);
  });

  async function addPoint(code: string, unitId: number): Promise<number> {
    const point = { code, name: `Plant ${code}`, kind: "plantInlet", unitId };
    const { id } = await platform.db
      .insertInto("samplingPoint")
      .values(point)
      .returning("id")
      .executeTakeFirstOrThrow();
    return id;
  }
  async function addBottle(): Promise<{ id: number; bodyCode: string }> {
    bottlesMade += 1;
    const bottle = { bodyCode: `A${1000 + bottlesMade}`, unitId };
    return platform.db
      .insertInto("bottle")
      .values(bottle)
      .returning(["id", "bodyCode"])
      .executeTakeFirstOrThrow();
  }
  const cocaine = { analyte: "cocaine", value: "0.3400", loq: "0.005", uncertainty: "0.041" };

  async function enter(results: object[] = [cocaine], by: Session = analyst): Promise<Assay[]> {
    const { bodyCode } = await addBottle();
    const body = toBody({ bodyCode }, results) as never;
    const { data } = await platform.call(addAssays, { body }, by);
    const { rows } = await platform.call(listAssays, { query: { bodyCode, pageSize: 50 } }, by);
    expect(new Set(rows.map((row) => row.assayId))).toEqual(new Set(data.ids));
    return rows;
  }
  async function enterOne(result: object = cocaine, by: Session = analyst): Promise<Assay> {
    const [row] = await enter([result], by);
    if (row === undefined) throw new Error("nothing was entered");
    return row;
  }
  const read = async (id: number) => (await platform.call(getAssay, { params: { id } }, viewer)).data.assay;
  const submit = (...ids: number[]) => platform.call(submitAssays, { body: { ids } }, analyst);
  const approve = (ids: number[], by: Session = reviewer) =>
    platform.call(reviewAssays, { body: { ids, decision: "approve" as const } }, by);

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

  test("are told to come from where the bottle stood, and may not contradict it", async () => {
    const { id, bodyCode } = await addBottle();
    const device = await platform.addDevice({ unitId });
    const since = new Date("2026-03-03T01:00:00Z");
    await platform.db
      .insertInto("devicePoint")
      .values({ deviceId: device.id, pointId, since: new Date(0), until: null })
      .execute();
    const place = { deviceId: device.id, slot: 3, bottleId: id, since, putBy: "x" };
    await platform.db
      .insertInto("bottlePlace")
      .values({ ...place, until: new Date("2026-03-04T01:00:00Z") })
      .execute();
    await addPoint("NORTH-OUT", unitId);
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
    expect(await read(data.ids[0] ?? 0)).toMatchObject({ pointId, deviceName: device.deviceName });
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

  test("are reviewed by another person than any who entered them", async () => {
    const { assayId } = await enterOne();
    // A second person who wrote a number of it is no reviewer of it either.
    const figures = { assayId, value: "0.36", loq: "0.005", lod: null, uncertainty: null, recovery: null };
    await platform.call(changeAssay, { body: figures }, both);
    const decision = { body: { ids: [assayId], decision: "approve" as const } };
    expect(await platform.refusal(reviewAssays, decision, reviewer)).toMatchObject({
      code: 500,
      msg: expect.stringContaining("is draft"),
    });
    await submit(assayId);
    expect(await platform.refusal(reviewAssays, decision, analyst)).toMatchObject({ code: 403 });
    expect(await platform.refusal(reviewAssays, decision, both)).toMatchObject({
      code: 500,
      msg: expect.stringContaining("You entered"),
    });
    expect(await platform.refusal(reviewAssays, decision, foreign)).toMatchObject({ code: 404 });
    await approve([assayId]);
    expect(await read(assayId)).toMatchObject({
      ...{ state: "approved", analyst: expect.any(String), reviewer: reviewer.userName },
      reviewedAt: expect.stringMatching(/^\d{4}-\d\d-\d\d /),
    });
    // The store itself keeps the rule.
    const own = platform.db
      .updateTable("assay")
      .set({ analystIds: sql`array_append(analyst_ids, reviewer_id)` })
      .where("id", "=", assayId)
      .execute();
    await expect(own).rejects.toThrow(/check constraint/);
  });

  test("go back to their analyst, or are rejected, with a reason; nothing of it is lost", async () => {
    const { assayId, bodyCode } = await enterOne();
    await submit(assayId);
    const back = { ids: [assayId], decision: "return" as const };
    expect(await platform.refusal(reviewAssays, { body: back }, reviewer)).toMatchObject({
      code: 400,
      errors: [{ field: "reason" }],
    });
    await platform.call(reviewAssays, { body: { ...back, reason: "recovery is missing" } }, reviewer);
    expect(await read(assayId)).toMatchObject({ state: "draft", reviewNote: "recovery is missing" });
    await submit(assayId);
    const no = { ids: [assayId], decision: "reject" as const, reason: "the blank was dirty" };
    await platform.call(reviewAssays, { body: no }, reviewer);
    expect(await read(assayId)).toMatchObject({ state: "rejected", value: "0.3400", flag: "quantified" });
    // What was rejected leaves room for another measurement.
    const again = toBody({ bodyCode }, [cocaine]) as never;
    const { data } = await platform.call(addAssays, { body: again }, analyst);
    expect(data.ids).toHaveLength(1);
  });

  test("are superseded with a reason once approved; the old one counts until the new one is approved", async () => {
    const { assayId, bodyCode } = await enterOne();
    await submit(assayId);
    await approve([assayId]);
    const figures = { assayId, value: "0.3100", loq: "0.005", lod: null, uncertainty: null, recovery: null };
    expect(await platform.refusal(changeAssay, { body: figures }, analyst)).toMatchObject({
      code: 500,
      msg: expect.stringContaining("superseded with a reason"),
    });
    const same = toBody({ bodyCode }, [cocaine]);
    expect(await platform.refusal(addAssays, { body: same }, analyst)).toMatchObject({ code: 409 });
    const asked = { ...figures, reason: "" };
    expect(await platform.refusal(supersedeAssay, { body: asked }, analyst)).toMatchObject({
      code: 400,
      errors: [{ field: "reason" }],
    });
    const { data } = await platform.call(
      supersedeAssay,
      { body: { ...asked, reason: "integration" } },
      analyst,
    );
    const body = { ...asked, reason: "once more" };
    expect(await platform.refusal(supersedeAssay, { body }, analyst)).toMatchObject({ code: 409 });
    expect(await read(assayId)).toMatchObject({ state: "approved", supersededBy: data.id });
    await submit(data.id);
    await approve([data.id]);
    expect(await read(assayId)).toMatchObject({ state: "superseded", value: "0.3400" });
    expect(await read(data.id)).toMatchObject({
      ...{ state: "approved", value: "0.3100", supersedes: assayId, reason: "integration" },
    });
  });

  test("found by what people look for, and go out as a sheet with every digit", async () => {
    const row = await enterOne({ ...cocaine, value: "12.000000010" });
    const query = {
      keyword: row.bodyCode.toLowerCase(),
      flag: "quantified" as const,
      state: "draft" as const,
    };
    const day = { sampledFrom: "2026-03-03", sampledUntil: "2026-03-03" };
    const found = await platform.call(listAssays, { query: { ...query, ...day } }, viewer);
    expect(found.rows.map((one) => one.assayId)).toEqual([row.assayId]);
    const after = { ...query, sampledFrom: "2026-03-04" };
    expect((await platform.call(listAssays, { query: after }, viewer)).total).toBe(0);
    expect((await platform.call(listAssays, { query }, foreign)).total).toBe(0);
    const address = `${platform.url}/prod-api${assaySheet.path}/export?keyword=${row.bodyCode}`;
    const answer = await fetch(address, { headers: { ...bearer(reviewer), "accept-language": "en" } });
    note(assaySheet.calls.export, "success");
    const cells = await cellsOf(await answer.arrayBuffer());
    const cell = (head: string) => cells[1]?.[(cells[0] ?? []).indexOf(head)];
    expect([cell("Bottle"), cell("Analyte"), cell("Value (μg/L)"), cell("Unit of the values")]).toEqual([
      ...[row.bodyCode, "Cocaine", "12.000000010", "μg/L"],
    ]);
  });

  async function importSheet(rows: (string | number | null)[][], preview: "0" | "1" = "0") {
    const workbook = new ExcelJS.Workbook();
    const sheet = workbook.addWorksheet("results");
    for (const row of rows) sheet.addRow(row);
    const form = new FormData();
    form.append("file", new Blob([await workbook.xlsx.writeBuffer()]), "results.xlsx");
    const address = `${platform.url}/prod-api${assaySheet.path}/importData?preview=${preview}`;
    const answer = await fetch(address, { method: "POST", headers: bearer(analyst), body: form });
    const { data } = (await answer.json()) as { data: unknown };
    note(assaySheet.calls.import, "success");
    return importProgress.parse(data);
  }
  const head = [
    "Bottle",
    "采样日期",
    "Sampling point code",
    "Analyte",
    "Value (μg/L)",
    "Flag",
    "LOQ",
    "Unit of the values",
  ];

  test("come in from a sheet: tried first, then stored, each refused row with its reason", async () => {
    const { bodyCode } = await addBottle();
    const sample = [bodyCode, "2026/3/5", "NORTH-IN"];
    const rows = [
      head,
      [...sample, "Cocaine", "0.34000", "Quantified", 0.005, "µg/L"],
      [...sample, "甲基苯丙胺", null, "未检出", 0.004, "ug/L"],
      [...sample, "MDMA", 0.5, "Quantified", 0.005, "ng/L"],
      [...sample, "MDA", 0.001, "Quantified", 0.005, null],
      [...sample, "Cocaine", "0.34", "Quantified", 0.005, null],
      ["NONE-1", "2026-03-05", "NORTH-IN", "THC", 0.1, "Quantified", null, null],
    ];
    const tried = await importSheet(rows, "1");
    expect(tried).toMatchObject({ state: "done", read: 6, added: 2, refused: 4 });
    expect((await platform.call(listAssays, { query: { bodyCode } }, analyst)).total).toBe(0);
    const stored = await importSheet(rows);
    expect(stored).toMatchObject({ state: "done", read: 6, added: 2, refused: 4 });
    expect(stored.faults.map(({ row, field }) => [row, field])).toEqual([
      [4, "unitOfValue"],
      [6, "analyte"],
      [5, "flag"],
      [7, "bodyCode"],
    ]);
    const { rows: found } = await platform.call(listAssays, { query: { bodyCode } }, analyst);
    expect(
      found.map(({ analyte, value, flag, sampledOn }) => [analyte, value, flag, sampledOn]).sort(),
    ).toEqual([
      ["cocaine", "0.34000", "quantified", "2026-03-05"],
      ["mamp", null, "notDetected", "2026-03-05"],
    ]);
    const again = await importSheet(rows);
    expect(again).toMatchObject({ added: 0, refused: 6 });
  });

  test("in another unit than μg/L are refused as a whole sheet", async () => {
    const { bodyCode } = await addBottle();
    const wrong = head.map((one) => one.replace("μg/L", "ng/L"));
    const row = [bodyCode, "2026-03-05", "NORTH-IN", "Cocaine", 340, "Quantified", 5, null];
    expect(await importSheet([wrong, row])).toMatchObject({
      ...{ state: "failed", added: 0 },
      reason: expect.stringContaining("told in μg/L, and this sheet has it in ng/L"),
    });
  });
});

async function cellsOf(file: ArrayBuffer): Promise<unknown[][]> {
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.load(file);
  const rows: unknown[][] = [];
  workbook.worksheets[0]?.eachRow((row) => rows.push(Array.isArray(row.values) ? row.values.slice(1) : []));
  return rows;
}
