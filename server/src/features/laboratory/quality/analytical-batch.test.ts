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
} from "@tracewater/contract/laboratory/analytical-batches";
import {
  addAssays,
  getAssay,
  listAssays,
  reviewAssays,
  submitAssays,
} from "@tracewater/contract/laboratory/assays";
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
    expect(batch.results.map((one) => one.result)).toMatchObject([
      ...standards,
      blank,
      duplicate,
      spike,
      control,
    ]);
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

  /** Runs of one instrument and method, a day after the other, with one measurement each. */
  async function runs(
    about: { instrument: string; method: string },
    results: readonly object[],
    from = 0,
  ): Promise<number[]> {
    const ids: number[] = [];
    for (const [place, result] of results.entries()) {
      const id = await add(day + (from + place) * 86_400_000, about);
      await enter(id, { analyte: "mdma", ...result } as never);
      ids.push(id);
    }
    return ids;
  }
  const ten = ["0.098", "0.102", "0.100", "0.104", "0.096", "0.100", "0.103", "0.097", "0.101", "0.099"];

  test("control charts have limits from ten results on, and name the rules that are broken", async () => {
    const about = { instrument: "LC 9", method: "M 7" };
    const key = { unitId, analyte: "mdma" as const, ...about, material: "QC mid" };
    const control = (value: string) => ({ kind: "control", material: "QC mid", value });
    const first = await runs(about, ten.map(control));
    for (const count of [9, 400]) {
      const few = { ...key, first: count, reason: "x" };
      expect(await platform.refusal(setControlLimits, { body: few }, analyst)).toMatchObject({
        code: 400,
        errors: [{ field: "first" }],
      });
    }
    await platform.call(setControlLimits, { body: { ...key, first: 10, reason: "first ten" } }, analyst);
    const [last = 0] = await runs(about, [control("0.120")], 10);
    const chart = async () => (await platform.call(getControlChart, { query: key }, reviewer)).data;
    const data = await chart();
    // The mean of neighbours' differences, 0.037 / 9, over 1.128.
    expect(data.limits).toMatchObject({ reason: "first ten", isProvisional: true });
    expect(data.limits?.mean).toBeCloseTo(0.1, 12);
    expect(data.limits?.deviation).toBeCloseTo(0.037 / 9 / 1.128, 12);
    expect(data.points.map((one) => one.value)).toEqual([...ten, "0.120"]);
    expect(data.points.at(-1)).toMatchObject({ rules: ["1_2s", "1_3s"], batchId: last });
    const verdict = (await read(last)).verdicts[0]?.checks[0];
    expect(verdict).toMatchObject({ kind: "control", isOk: false, rules: ["1_2s", "1_3s"], limit: 3 });
    expect(await read(first[4] ?? 0)).toMatchObject({ failed: [] });
    const charts = await platform.call(listControlCharts, { query: { keyword: "QC mid" } }, reviewer);
    expect(charts.rows).toMatchObject([{ ...key, points: 11, kind: "control" }]);
    const address = `${platform.url}/prod-api${addressOf(exportControlChart, { query: { ...key, format: "csv" } })}`;
    const answer = await fetch(address, { headers: { ...bearer(reviewer), "accept-language": "en" } });
    note(exportControlChart, "success");
    const lines = (await answer.text()).split("\r\n");
    expect([lines.length, lines[11]?.split(",")[2]]).toEqual([13, "0.120"]);
    expect(await platform.refusal(exportControlChart, { query: key }, foreign)).toMatchObject({ code: 404 });
    expect(await platform.refusal(getControlChart, { query: key }, foreign)).toMatchObject({ code: 404 });
    expect(await platform.refusal(listControlCharts, {}, { token: "" })).toMatchObject({ code: 401 });
  });

  test("new limits never judge old points again", async () => {
    const about = { instrument: "LC 8", method: "M 8" };
    const key = { unitId, analyte: "mdma" as const, ...about, material: "QC low" };
    const control = (value: string) => ({ kind: "control", material: "QC low", value });
    await runs(about, ten.map(control));
    await platform.call(setControlLimits, { body: { ...key, first: 10, reason: "first ten" } }, analyst);
    await runs(about, [control("0.120")], 10);
    const wide = { ...key, mean: 0.11, deviation: 0.01, reason: "certificate" };
    await platform.call(setControlLimits, { body: wide }, analyst);
    await runs(about, [control("0.120")], 11);
    const { data } = await platform.call(getControlChart, { query: key }, reviewer);
    expect(data.limits).toMatchObject({ mean: 0.11, isProvisional: false });
    const [old, fresh] = data.points.slice(-2);
    expect(old?.rules).toEqual(["1_2s", "1_3s"]);
    expect(fresh?.rules).toEqual([]);
    expect(fresh?.z).toBeCloseTo(1, 9);
  });

  test("blanks, recoveries and ranges of duplicates have charts of their own", async () => {
    const about = { instrument: "LC 6", method: "M 6" };
    const values = ["0.10", "0.12", "0.11", "0.13", "0.10", "0.12", "0.11", "0.13", "0.10", "0.12"];
    await runs(
      about,
      values.map((value) => ({ kind: "duplicate", value: "1", second: String(1 + Number(value)) })),
    );
    await runs(
      about,
      values.map((value) => ({ kind: "spike", native: "1", added: "1", spiked: `1.9${value.at(-1)}` })),
      10,
    );
    await runs(
      about,
      ["0.002", null].map((value) => ({ kind: "proceduralBlank", value, loq: "0.005" })),
      20,
    );
    const chartOf = async (kind: "range" | "recovery" | "blank") => {
      const query = { unitId, kind, analyte: "mdma" as const, ...about, material: "" };
      return (await platform.call(getControlChart, { query }, reviewer)).data;
    };
    const range = await chartOf("range");
    // |1 - 1.1| / 1.05
    expect(Number(range.points[0]?.value)).toBeCloseTo(9.524, 3);
    expect((await chartOf("recovery")).points[0]?.value).toBe("90.000");
    expect((await chartOf("blank")).points.map((one) => Number(one.value))).toEqual([0.002, 0]);
    const key = { unitId, kind: "range" as const, analyte: "mdma" as const, ...about, material: "" };
    await platform.call(setControlLimits, { body: { ...key, first: 10, reason: "first ten" } }, analyst);
    const { limits } = await chartOf("range");
    // The action limit of ranges of pairs: 3.267 times their mean.
    expect((limits?.mean ?? 0) + 3 * (limits?.deviation ?? 0)).toBeCloseTo(3.267 * (limits?.mean ?? 0), 9);
    const { rows } = await platform.call(
      listControlCharts,
      { query: { kind: "recovery", keyword: "LC 6" } },
      reviewer,
    );
    expect(rows).toMatchObject([{ kind: "recovery", points: 10, limits: null, material: "" }]);
  });

  test("control charts with their last point at one moment keep their order from page to page", async () => {
    const instruments = ["GC 7", "GC 2", "GC 9", "GC 4", "GC 1", "GC 6"];
    const control = { kind: "control", material: "QC tie", value: "0.1" };
    for (const instrument of instruments) await runs({ instrument, method: "M tie" }, [control]);
    const shown: string[] = [];
    for (const pageNum of [1, 2, 3]) {
      const query = { keyword: "M tie", pageNum, pageSize: 2 };
      shown.push(
        ...(await platform.call(listControlCharts, { query }, reviewer)).rows.map((one) => one.instrument),
      );
    }
    expect(shown).toEqual(instruments.toSorted());
  });

  test("the lowest and the highest standard may lie further from the line, and 1/x2 is a weighting", async () => {
    const residualOf = async (weighting: string, lowest: number) => {
      const id = await add(day, { criteria: { weighting, r2: 0 } });
      const levels = [1, 20, 40, 60, 80, 100].map((level) => ({
        ...{ kind: "calibration" as const, analyte: "mdma" as const, level: String(level) },
        response: level === 1 ? lowest : level * 100,
      }));
      await enter(id, ...levels);
      return (await read(id)).verdicts[0]?.checks.find((one) => one.kind === "residual");
    };
    // 22.3 % and 26.1 % of the lowest level; by 1/x2 the line runs through it.
    expect(await residualOf("none", 146)).toMatchObject({ isOk: true, limit: 25 });
    expect((await residualOf("none", 146))?.figure).toBeCloseTo(22.3, 1);
    expect(await residualOf("none", 154)).toMatchObject({ isOk: false, limit: 25 });
    expect(await residualOf("1/x2", 154)).toMatchObject({ isOk: true });
    const wrong = { batchNo: "W-1", ...about, runAt: day, criteria: { weighting: "1/y" } };
    expect(await platform.refusal(addAssayBatch, { body: wrong }, analyst)).toMatchObject({
      code: 400,
      errors: [{ field: "criteria.weighting" }],
    });
  });

  test("ion ratio and retention time of a control are compared with the standards of the run", async () => {
    const id = await add();
    const standard = (level: string, ionRatio: number) => ({
      ...{ kind: "calibration" as const, analyte: "mdma" as const, level, response: Number(level) * 100 },
      ...{ ionRatio, retentionTime: 5 },
    });
    await enter(id, standard("1", 0.49), standard("10", 0.5), standard("100", 0.51), {
      ...{ kind: "control", analyte: "mdma", material: "QC", value: "5", ionRatio: 0.7, retentionTime: 5.1 },
    });
    const checks = (await read(id)).verdicts[0]?.checks ?? [];
    const of = (kind: string) => checks.find((one) => one.kind === kind);
    expect(of("ionRatio")).toMatchObject({ isOk: false, limit: 30 });
    expect(of("ionRatio")?.figure).toBeCloseTo(40, 9);
    expect(of("retentionTime")).toMatchObject({ isOk: true, limit: 0.1 });
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
