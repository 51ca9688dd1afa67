import { getLoadTrend } from "@tracewater/contract/laboratory/load-series";
import { computeLoads, getLoad, listLoads, loadExport } from "@tracewater/contract/laboratory/loads";
import { getThread } from "@tracewater/contract/laboratory/traceability";
import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { bearer, note, type Session } from "../../../../test/test-http.ts";
import { onPlatform } from "../../../../test/test-platform.ts";
import { readXlsx } from "../../field/sampling-points/point-workbooks.fixture.ts";

onPlatform("Loads", (platform) => {
  let unitId = 0;
  let analyst: Session & { userName: string } = { token: "", userName: "" };
  let viewer: Session = { token: "" };
  let foreign: Session = { token: "" };
  let made = 0;

  beforeAll(async () => {
    unitId = await platform.addUnit("North");
    analyst = await platform.addUser({ unitId, roles: ["analyst"] });
    viewer = await platform.addUser({ unitId, roles: ["viewer"] });
    foreign = await platform.addUser({ unitId: await platform.addUnit("South"), roles: ["analyst"] });
  });

  async function addPoint(facts: { designFlow?: number; population?: number } = {}): Promise<number> {
    made += 1;
    const point = { code: `P${made}`, name: `Plant ${made}`, kind: "plantInlet", unitId, ...facts };
    const { id } = await platform.db
      .insertInto("samplingPoint")
      .values(point)
      .returning("id")
      .executeTakeFirstOrThrow();
    return id;
  }
  async function addFigure(
    pointId: number,
    kind: "flow" | "population",
    since: string,
    value: number,
    method: string,
  ) {
    await platform.db
      .insertInto("samplingPointFigure")
      .values({ pointId, kind, since, value, method, madeBy: "x" })
      .execute();
  }
  /** An approved result, straight into the database: how it comes there is tested with the assays. */
  async function addAssay(
    pointId: number,
    analyte: string,
    facts: Record<string, unknown> = {},
  ): Promise<number> {
    made += 1;
    const bottle = await platform.db
      .insertInto("bottle")
      .values({ bodyCode: `L${1000 + made}`, unitId })
      .returning("id")
      .executeTakeFirstOrThrow();
    const result = {
      ...{
        unitId,
        bottleId: bottle.id,
        pointId,
        sampledOn: "2026-03-03",
        analyte,
        value: "0.3400",
        flag: "quantified",
      },
      ...{
        loq: "0.005",
        lod: null,
        uncertainty: "0.034",
        phase: "liquid",
        source: "lcms",
        method: "",
        methodVersion: "",
      },
      ...{ state: "approved", analystIds: [1_000_000], analyst: "a", reviewerId: 2_000_000, ...facts },
    };
    const { id } = await platform.db
      .insertInto("assay")
      .values(result)
      .returning("id")
      .executeTakeFirstOrThrow();
    return id;
  }
  const days = { from: "2026-03-01", until: "2026-03-31" };
  const compute = async (pointId: number, more: object = {}) =>
    (await platform.call(computeLoads, { body: { pointId, ...days, ...more } }, analyst)).data;
  const list = async (pointId: number, more: object = {}) =>
    (await platform.call(listLoads, { query: { pointId, ...more } }, analyst)).rows;

  test("are the concentration times the flow of the day, with all that they were made of", async () => {
    const pointId = await addPoint({ designFlow: 1, population: 1 });
    await addFigure(pointId, "flow", "2026-03-03", 55_870, "meter");
    await addFigure(pointId, "population", "2025-01-01", 182_000, "census");
    const assayId = await addAssay(pointId, "ketamine");
    const { runId, computed, skipped } = await compute(pointId);
    expect([computed, skipped]).toEqual([1, []]);
    const [load] = await list(pointId);
    // 340 ng/L x 55,870 m3/d x 1e-3, per 182,000 inhabitants x 1000, x 5 (ketamine, 20 % excreted)
    expect(load).toMatchObject({
      ...{ runId, assayId, concentration: "0.3400", substituted: "0", load: "18995.8" },
      ...{ flow: "55870", flowMethod: "meter", flowSince: "2026-03-03", population: 182_000 },
      ...{
        populationMethod: "census",
        factor: "5",
        factorVersion: 1,
        formula: "wbe-2",
        warnings: ["sampleUnknown"],
      },
      ...{ isInForce: true, isStale: false, madeBy: analyst.userName },
    });
    expect(Number(load?.per1000)).toBeCloseTo(104.37253, 4);
    expect(load?.consumption).toBeCloseTo(521.8626, 3);
    // sqrt(10^2 + 5^2 + 20^2 + 20^2) %, twice
    expect(load?.expanded).toBeCloseTo(60.83, 2);
    const again = await platform.call(getLoad, { params: { id: load?.loadId ?? 0 } }, analyst);
    expect(again.data).toMatchObject({
      isSame: true,
      again: { load: "18995.8", per1000: load?.per1000 },
      uncertainty: { sampling: 10, flow: 20, population: 20 },
    });
  });

  test("of a tampered row do not come out again", async () => {
    const pointId = await addPoint({ designFlow: 100 });
    await addAssay(pointId, "mdma");
    await compute(pointId);
    const [load] = await list(pointId);
    expect(load?.warnings).toEqual(["flowByDesign", "noPopulation", "sampleUnknown"]);
    expect(load).toMatchObject({ per1000: null, consumption: null, load: "34" });
    await sql`update load_result set load = 35 where id = ${load?.loadId ?? 0}`.execute(platform.db);
    const { data } = await platform.call(getLoad, { params: { id: load?.loadId ?? 0 } }, analyst);
    expect(data).toMatchObject({ isSame: false, again: { load: "34" } });
  });

  test.each([
    ["zero", "0", "0"],
    ["halfLoq", "0.0025", "0.25"],
    ["loq", "0.005", "0.5"],
  ] as const)("below the LOQ take %s in its stead, and say so", async (substitution, concentration, mass) => {
    const pointId = await addPoint({ designFlow: 100, population: 1000 });
    await addAssay(pointId, "mda", { flag: "belowLoq", value: null, uncertainty: null });
    await compute(pointId, { substitution });
    expect((await list(pointId))[0]).toMatchObject({
      ...{ concentration, substituted: "1", substitution, load: mass, flag: "belowLoq", expanded: null },
      warnings: ["flowByDesign", "noUncertainty", "sampleUnknown"],
      ...{ consumption: null, doses: null, consumptionBar: "censored", low: null },
    });
  });

  test("are notified of what cannot be: no flow, above range, two samples of one day", async () => {
    const dry = await addPoint();
    await addAssay(dry, "mda");
    expect(await compute(dry)).toMatchObject({
      ...{ runId: null, computed: 0 },
      skipped: [{ sampledOn: "2026-03-03", analyte: "mda", reason: "noFlow", sample: expect.any(String) }],
    });
    const pointId = await addPoint({ designFlow: 100 });
    await addAssay(pointId, "cbd", { flag: "aboveRange" });
    await addAssay(pointId, "thc");
    await addAssay(pointId, "thc");
    // What is not approved is no result.
    await addAssay(pointId, "cbn", { state: "inReview" });
    expect((await compute(pointId)).skipped).toMatchObject([
      { sampledOn: "2026-03-03", analyte: "cbd", reason: "noConcentration" },
      { sampledOn: "2026-03-03", analyte: "thc", reason: "severalSamples" },
    ]);
  });

  test("of a later calculation replace the former, which stays as it was", async () => {
    const pointId = await addPoint({ designFlow: 100, population: 1000 });
    const assayId = await addAssay(pointId, "cocaine");
    const first = await compute(pointId);
    await addFigure(pointId, "flow", "2026-03-01", 200, "declared");
    const second = await compute(pointId);
    expect(await list(pointId)).toMatchObject([
      { runId: second.runId, load: "68", warnings: ["flowOfAnotherDay", "sampleUnknown"], isStale: false },
    ]);
    expect(await list(pointId, { runId: first.runId })).toMatchObject([{ load: "34", isInForce: false }]);
    await platform.db.updateTable("assay").set({ state: "superseded" }).where("id", "=", assayId).execute();
    expect(await list(pointId)).toMatchObject([{ isStale: true }]);
  });

  test("of amphetamine say where it cannot be distinguished from methamphetamine", async () => {
    const pointId = await addPoint({ designFlow: 100, population: 1000 });
    await addAssay(pointId, "amp", { value: "0.034" });
    await addAssay(pointId, "mamp");
    await compute(pointId);
    const rows = await list(pointId, { analyte: "amp" });
    expect(rows[0]?.warnings).toContain("amphetamineFromMethamphetamine");
  });

  test("are refused of a span that is none, of another unit's point, and to who may not", async () => {
    const pointId = await addPoint({ designFlow: 100 });
    for (const [field, wrong] of [
      ["until", { until: "2026-02-28" }],
      ["until", { until: "2027-03-02" }],
      ["from", { from: "2026-13-01" }],
      ["uncertainty.flow", { uncertainty: { flow: -1 } }],
    ] as const) {
      const body = { pointId, ...days, ...wrong };
      expect(await platform.refusal(computeLoads, { body }, analyst), field).toMatchObject({
        code: 400,
        errors: [{ field }],
      });
    }
    const body = { pointId, ...days };
    expect(await platform.refusal(computeLoads, { body }, foreign)).toMatchObject({
      code: 400,
      errors: [{ field: "pointId" }],
    });
    expect(await platform.refusal(computeLoads, { body }, viewer)).toMatchObject({ code: 403 });
  });

  test("go out as a sheet: what is exact with every digit, what is a quotient with fifteen", async () => {
    const pointId = await addPoint({ designFlow: 100, population: 3000 });
    await addAssay(pointId, "morphine", { value: "0.12345678901" });
    await compute(pointId);
    const address = `${platform.url}/prod-api${loadExport.path}/export?pointId=${pointId}`;
    const answer = await fetch(address, { headers: { ...bearer(analyst), "accept-language": "en" } });
    note(loadExport.calls.export, "success");
    const [head, row] = await readXlsx(await answer.arrayBuffer());
    const cell = (name: string) => row?.[(head ?? []).indexOf(name)];
    expect([cell("Analyte"), cell("Concentration used (μg/L)"), cell("Load (mg/d)")]).toEqual([
      ...["Morphine", "0.12345678901", "12.345678901"],
    ]);
    expect(cell("Load per 1000 inhabitants (mg/d)")).toBe("4.11522630033333");
    const [load] = await list(pointId);
    expect(load).toMatchObject({ load: "12.345678901", per1000: "4.11522630033333" });
    const params = { id: load?.loadId ?? 0 };
    // What is stored is counted on whole: it comes out again.
    expect((await platform.call(getLoad, { params }, analyst)).data).toMatchObject({
      isSame: true,
      again: { per1000: "4.11522630033333" },
    });
    const ofTrace = { kind: "load", id: params.id } as const;
    expect((await platform.call(getThread, { params: ofTrace }, analyst)).data.loads).toMatchObject([
      { load: "12.345678901", per1000: "4.11522630033333" },
    ]);
    const query = { pointId, analyte: "morphine" } as const;
    expect((await platform.call(getLoadTrend, { query }, analyst)).data).toMatchObject({
      days: [{ value: "4.11522630033333" }],
      series: { means: { daily: "4.11522630033333" } },
    });
  });
});
