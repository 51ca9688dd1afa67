import {
  addAssays,
  getAssay,
  listAssays,
  reviewAssays,
  submitAssays,
} from "@tracewater/contract/laboratory/assays";
import {
  addAssayBatch,
  addControlResults,
  assignAssayBatch,
  exportControlChart,
  getAssayBatch,
  getControlChart,
  listAssayBatches,
  listControlCharts,
  removeAssayBatch,
  removeControlResults,
  setControlLimits,
} from "@tracewater/contract/laboratory/batches";
import { beforeAll, expect, test } from "vitest";
import { addressOf, bearer, note, type Session } from "../../../../test/test-http.ts";
import { onPlatform } from "../../../../test/test-platform.ts";

const day = Date.parse("2026-03-05T08:00:00Z");
const about = { instrument: "LC-MS 1", method: "LC-MS/MS" };
const standards = [
  [0.01, 0.1],
  [0.1, 1.01],
  [0.5, 4.98],
  [1, 10.02],
].map(([level, response]) => ({
  kind: "calibration" as const,
  analyte: "cocaine" as const,
  level: String(level),
  response: response ?? 0,
}));
const blank = { kind: "proceduralBlank" as const, analyte: "cocaine" as const, value: null, loq: "0.005" };
const dirty = { ...blank, value: "0.006" };

onPlatform("Quality control of measuring batches", (platform) => {
  let unitId = 0;
  let analyst: Session = { token: "" };
  let reviewer: Session = { token: "" };
  let foreign: Session = { token: "" };
  let made = 0;

  beforeAll(async () => {
    unitId = await platform.addUnit("North");
    const south = await platform.addUnit("South");
    analyst = await platform.addUser({ unitId, roles: ["analyst"] });
    reviewer = await platform.addUser({ unitId, roles: ["reviewer"] });
    foreign = await platform.addUser({ unitId: south, roles: ["analyst"] });
    await platform.db
      .insertInto("samplingPoint")
      .values({ code: "N-IN", name: "North inlet", kind: "plantInlet", unitId })
      .execute();
  });

  async function add(runAt = day, more: object = {}): Promise<number> {
    made += 1;
    const body = { batchNo: `B-${made}`, ...about, runAt, ...more } as never;
    return (await platform.call(addAssayBatch, { body }, analyst)).data.id;
  }
  const enter = (batchId: number, ...results: object[]) =>
    platform.call(addControlResults, { body: { batchId, results } as never }, analyst);
  const read = async (id: number) => (await platform.call(getAssayBatch, { params: { id } }, reviewer)).data;
  async function addAssay(value = "0.34"): Promise<number> {
    made += 1;
    const bodyCode = `Q${3000 + made}`;
    await platform.db.insertInto("bottle").values({ bodyCode, unitId }).execute();
    const result = { analyte: "cocaine", value, loq: "0.005" };
    const body = { bodyCode, sampledOn: "2026-03-05", pointCode: "N-IN", results: [result] } as never;
    return (await platform.call(addAssays, { body }, analyst)).data.ids[0] ?? 0;
  }
  const assign = (ids: number[], batchId: number | null) =>
    platform.call(assignAssayBatch, { body: { ids, batchId } }, analyst);
  const show = async (id: number) => (await platform.call(getAssay, { params: { id } }, reviewer)).data.assay;

  test("judges calibration, blanks, duplicates, spikes and controls, and keeps what was measured", async () => {
    const id = await add();
    const duplicate = { kind: "duplicate", analyte: "cocaine", value: "0.10", second: "0.12" };
    const spike = { kind: "spike", analyte: "cocaine", native: "0.02", spiked: "0.115", added: "0.1" };
    const control = { kind: "control", analyte: "cocaine", material: "QC low", value: "0.0500" };
    await enter(id, ...standards, blank, duplicate, spike, control);
    const batch = await read(id);
    expect(batch.results.map((one) => one.result)).toEqual([...standards, blank, duplicate, spike, control]);
    expect(batch).toMatchObject({ passed: ["cocaine"], failed: [], isClosed: false, assays: 0 });
    expect(batch.fits).toMatchObject([{ analyte: "cocaine", low: 0.01, high: 1, points: { length: 4 } }]);
    const checks = batch.verdicts[0]?.checks ?? [];
    expect(checks.map(({ kind, isOk }) => [kind, isOk])).toEqual([
      ["calibration", true],
      ["residual", true],
      ["blank", true],
      ["duplicate", true],
      ["spike", true],
      ["control", true],
    ]);
    expect(checks[3]?.figure).toBeCloseTo(18.18, 2);
    expect(checks[4]?.figure).toBeCloseTo(95, 9);
    await enter(id, dirty, { ...duplicate, second: "0.15" });
    expect(await read(id)).toMatchObject({ passed: [], failed: ["cocaine"] });
    const wrong = (await read(id)).results.slice(-2).map((one) => one.resultId);
    await platform.call(removeControlResults, { params: { ids: wrong.join(",") } }, analyst);
    expect(await read(id)).toMatchObject({ passed: ["cocaine"], failed: [] });
    const listed = await platform.call(listAssayBatches, { query: { keyword: batch.batchNo } }, reviewer);
    expect(listed.rows).toMatchObject([{ batchId: id, passed: ["cocaine"], unitName: "North" }]);
  });

  test.each([
    ["a level of zero", { ...standards[0], level: "0" }, "results.0.level"],
    [
      "an amount that is no decimal",
      { kind: "duplicate", analyte: "mda", value: "0,1", second: "1" },
      "results.0.value",
    ],
    [
      "nothing added",
      { kind: "spike", analyte: "mda", native: "1", spiked: "2", added: "0.0" },
      "results.0.added",
    ],
    [
      "a control without a material",
      { kind: "control", analyte: "mda", material: " ", value: "1" },
      "results.0.material",
    ],
  ])("refuses %s", async (_what, wrong, field) => {
    const body = { batchId: await add(), results: [wrong] };
    expect(await platform.refusal(addControlResults, { body }, analyst)).toMatchObject({
      code: 400,
      errors: [{ field }],
    });
  });

  test("what lies outside of its standards does not come into a batch", async () => {
    const id = await add();
    await enter(id, ...standards);
    const [within, above] = [await addAssay("0.34"), await addAssay("1.0000001")];
    const body = { ids: [within, above], batchId: id };
    expect(await platform.refusal(assignAssayBatch, { body }, analyst)).toMatchObject({
      code: 400,
      errors: [{ field: "ids", message: expect.stringContaining("1.0000001") }],
    });
    expect((await show(within)).batchId).toBeNull();
    await assign([within], id);
    expect(await show(within)).toMatchObject({ batchId: id, qc: "passed", qcFailures: [] });
    const found = await platform.call(listAssays, { query: { batchId: id } }, reviewer);
    expect(found.rows.map((one) => one.assayId)).toEqual([within]);
    await assign([within], null);
    expect(await show(within)).toMatchObject({ batchId: null, qc: "none" });
  });

  test("a result whose quality control failed is approved only by who says why, and that stays with it", async () => {
    const id = await add();
    await enter(id, ...standards, dirty);
    const assayId = await addAssay();
    await assign([assayId], id);
    expect(await show(assayId)).toMatchObject({
      qc: "failed",
      qcFailures: ["blank"],
      batchNo: `B-${made - 1}`,
    });
    await platform.call(submitAssays, { body: { ids: [assayId] } }, analyst);
    const approve = { ids: [assayId], decision: "approve" as const };
    expect(await platform.refusal(reviewAssays, { body: approve }, reviewer)).toMatchObject({
      code: 400,
      errors: [{ field: "reason", message: expect.stringContaining("Blank") }],
    });
    const reason = "sixty times the blank";
    await platform.call(reviewAssays, { body: { ...approve, reason } }, reviewer);
    expect(await show(assayId)).toMatchObject({ state: "approved", qcFailed: ["blank"], reviewNote: reason });
    // From then on nothing of the batch changes.
    const more = { body: { batchId: id, results: [blank] } };
    expect(await platform.refusal(addControlResults, more, analyst)).toMatchObject({ code: 500 });
    expect(await read(id)).toMatchObject({ isClosed: true });
    const one = { body: { ids: [assayId], batchId: null } };
    expect(await platform.refusal(assignAssayBatch, one, analyst)).toMatchObject({ code: 500 });
  });

  test("control charts have their limits from the first results, and name the rules that are broken", async () => {
    const key = { unitId, analyte: "mdma" as const, method: "M 7", instrument: "LC 9", material: "QC mid" };
    const batches: number[] = [];
    for (const [place, value] of ["0.098", "0.102", "0.100", "0.104", "0.096", "0.111"].entries()) {
      const id = await add(day + place * 86_400_000, { instrument: "LC 9", method: "M 7" });
      batches.push(id);
      if (place === 5) {
        const body = { ...key, first: 5, reason: "first five" };
        await platform.call(setControlLimits, { body }, analyst);
        const few = { ...key, first: 400, reason: "x" };
        expect(await platform.refusal(setControlLimits, { body: few }, analyst)).toMatchObject({
          code: 400,
          errors: [{ field: "first" }],
        });
      }
      await enter(id, { kind: "control", analyte: "mdma", material: "QC mid", value });
    }
    const { data } = await platform.call(getControlChart, { query: key }, reviewer);
    expect(data.limits).toMatchObject({ reason: "first five" });
    expect(data.limits?.mean).toBeCloseTo(0.1, 12);
    expect(data.points.map((one) => one.value)).toEqual([
      "0.098",
      "0.102",
      "0.100",
      "0.104",
      "0.096",
      "0.111",
    ]);
    expect(data.points.at(-1)).toMatchObject({ rules: ["1_2s", "1_3s"], batchId: batches.at(-1) });
    const verdict = (await read(batches.at(-1) ?? 0)).verdicts[0]?.checks[0];
    expect(verdict).toMatchObject({ kind: "control", isOk: false, rules: ["1_2s", "1_3s"], limit: 3 });
    expect(await read(batches[4] ?? 0)).toMatchObject({ failed: [] });
    const charts = await platform.call(listControlCharts, { query: { keyword: "QC mid" } }, reviewer);
    expect(charts.rows).toMatchObject([{ ...key, points: 6 }]);
    const given = { ...key, mean: 0.105, deviation: 0.01, reason: "certificate" };
    await platform.call(setControlLimits, { body: given }, analyst);
    const after = (await platform.call(getControlChart, { query: key }, reviewer)).data;
    expect(after.points.at(-1)?.rules).toEqual([]);
    const address = `${platform.url}/prod-api${addressOf(exportControlChart, { query: { ...key, format: "csv" } })}`;
    const answer = await fetch(address, { headers: { ...bearer(reviewer), "accept-language": "en" } });
    note(exportControlChart, "success");
    const lines = (await answer.text()).split("\r\n");
    expect([lines.length, lines[6]?.split(",")[2]]).toEqual([8, "0.111"]);
    expect(await platform.refusal(exportControlChart, { query: key }, foreign)).toMatchObject({ code: 404 });
    expect(await platform.refusal(getControlChart, { query: key }, foreign)).toMatchObject({ code: 404 });
    expect(await platform.refusal(listControlCharts, {}, { token: "" })).toMatchObject({ code: 401 });
  });

  test("numbers are used once in a unit, an empty batch is deleted, another unit's does not exist", async () => {
    const id = await add();
    const { batchNo } = await read(id);
    const body = { batchNo, ...about, runAt: day };
    expect(await platform.refusal(addAssayBatch, { body }, analyst)).toMatchObject({
      code: 409,
      errors: [{ field: "batchNo" }],
    });
    for (const [call, input] of [
      [getAssayBatch, { params: { id } }],
      [removeAssayBatch, { params: { id } }],
      [addControlResults, { body: { batchId: id, results: [blank] } }],
      [assignAssayBatch, { body: { ids: [await addAssay()], batchId: id } }],
    ] as const) {
      expect(await platform.refusal(call, input, foreign), call.name).toMatchObject({ code: 404 });
    }
    await enter(id, blank);
    expect(await platform.refusal(removeAssayBatch, { params: { id } }, analyst)).toMatchObject({
      code: 500,
    });
    const [only] = (await read(id)).results;
    const ids = String(only?.resultId);
    expect(await platform.refusal(removeControlResults, { params: { ids } }, foreign)).toMatchObject({
      code: 404,
    });
    await platform.call(removeControlResults, { params: { ids } }, analyst);
    await platform.call(removeAssayBatch, { params: { id } }, analyst);
    expect(await platform.refusal(getAssayBatch, { params: { id } }, analyst)).toMatchObject({ code: 404 });
    expect(await platform.refusal(listAssayBatches, {}, { token: "" })).toMatchObject({ code: 401 });
  });
});
