import { getPointDetails } from "@tracewater/contract/field/point-details";
import { addFactorVersion, listFactors } from "@tracewater/contract/laboratory/factors";
import { computeLoads, listLoads } from "@tracewater/contract/laboratory/loads";
import {
  addMarkerResults,
  getPointPopulation,
  type PopulationParameter,
  removeMarkerResult,
  setPopulationSetting,
  usePopulationEstimate,
} from "@tracewater/contract/laboratory/populations";
import { beforeAll, expect, test } from "vitest";
import type { Session } from "../../../../test/test-http.ts";
import { onPlatform } from "../../../../test/test-platform.ts";

onPlatform("Populations", (platform) => {
  let unitId = 0;
  let analyst: Session = { token: "" };
  let viewer: Session = { token: "" };
  let made = 0;
  const span = { from: "2026-03-02", until: "2026-03-08" };

  beforeAll(async () => {
    unitId = await platform.addUnit("North");
    analyst = await platform.addUser({ unitId, roles: ["analyst", "reviewer"] });
    viewer = await platform.addUser({ unitId, roles: ["viewer"] });
  });

  async function addPoint(facts: { population?: number; designFlow?: number } = {}): Promise<number> {
    made += 1;
    const point = {
      code: `PP${made}`,
      name: `Plant ${made}`,
      kind: "plantInlet",
      unitId,
      designFlow: 50_000,
    };
    const { id } = await platform.db
      .insertInto("samplingPoint")
      .values({ ...point, ...facts })
      .returning("id")
      .executeTakeFirstOrThrow();
    return id;
  }

  /** A composite of a day, and what was approved of it. */
  async function addSample(
    pointId: number,
    day: string,
    results: Readonly<Record<string, string>> = {},
    kind = "composite24",
  ): Promise<number> {
    made += 1;
    const bottle = await platform.db
      .insertInto("bottle")
      .values({ bodyCode: `M${1000 + made}`, unitId })
      .returning("id")
      .executeTakeFirstOrThrow();
    const about = { unitId, pointId, bottleId: bottle.id, origin: "manual", samplerPerson: "x", madeBy: "x" };
    const { id } = await platform.db
      .insertInto("waterSampling")
      .values({
        ...{ ...about, sampleNo: `WS-M${made}`, kind },
        ...{ began: new Date(`${day}T00:30:00+08:00`), ended: new Date(`${day}T23:30:00+08:00`) },
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    for (const [analyte, value] of Object.entries(results)) {
      await platform.db
        .insertInto("assay")
        .values({
          ...{ unitId, bottleId: bottle.id, pointId, sampledOn: day, analyte, value, flag: "quantified" },
          ...{
            loq: "0.005",
            lod: null,
            uncertainty: String(Number(value) / 5),
            phase: "liquid",
            source: "lcms",
          },
          ...{ method: "", methodVersion: "", state: "approved", analystIds: [1_000_000], analyst: "a" },
          reviewerId: 2_000_000,
        })
        .execute();
    }
    return id;
  }

  const read = async (pointId: number) =>
    (await platform.call(getPointPopulation, { params: { id: pointId }, query: span }, analyst)).data;
  const methodOf = async (pointId: number, method: string) =>
    (await read(pointId)).methods.find((one) => one.method === method);
  const set = (
    pointId: number,
    parameter: PopulationParameter,
    value: number,
    uncertainty: number | null = null,
  ) =>
    platform.call(
      setPopulationSetting,
      { body: { pointId, parameter, since: "2026-01-01", value, uncertainty, source: "own survey 2025" } },
      analyst,
    );
  const enter = (
    samplingId: number,
    marker: "nh4n" | "bod5",
    value: number,
    uncertainty: number | null = null,
  ) =>
    platform.call(
      addMarkerResults,
      { body: { samplingId, results: [{ marker, value, uncertainty }], source: "DIN 38406" } },
      analyst,
    );

  test("offer the mean of the point itself over its census in place of a design value", async () => {
    const pointId = await addPoint({ population: 200_000 });
    const bod5 = async () => (await read(pointId)).settings.find((one) => one.parameter === "bod5");
    const samplings = [await addSample(pointId, "2026-03-03"), await addSample(pointId, "2026-03-04")];
    await enter(samplings[0] ?? 0, "bod5", 200);
    await enter(samplings[1] ?? 0, "bod5", 220);
    // Of a population whose method is not stated nothing follows.
    expect(await bod5()).toMatchObject({ isDesign: true, value: 60, pointMean: null });
    await platform.db
      .updateTable("samplingPoint")
      .set({ populationMethod: "census" })
      .where("id", "=", pointId)
      .execute();
    // 200 and 220 mg/L x 50,000 m3/d / 200,000 are 50 and 55 g: mean 52.5, s = 3.5355, over sqrt(2) and 52.5.
    expect((await bod5())?.pointMean).toEqual({
      ...{ value: 52.5, uncertainty: 4.76, days: 2, population: 200_000 },
    });
    expect((await read(pointId)).settings.find((one) => one.parameter === "cod")?.pointMean).toBeNull();
  });

  test("come from chemical parameters of a composite, the flow of its day and what an inhabitant adds", async () => {
    const pointId = await addPoint({ population: 182_000 });
    const samplingId = await addSample(pointId, "2026-03-03");
    await enter(samplingId, "nh4n", 28);
    await enter(samplingId, "bod5", 240);
    // 28 mg/L x 50,000 m3/d / 7 g; 240 x 50,000 / 60 g, a design value
    expect(await methodOf(pointId, "nh4n")).toMatchObject({
      ...{
        population: 200_000,
        days: 1,
        isDesign: false,
        uncertainty: null,
        low: null,
        source: "unverified figure",
      },
    });
    expect(await methodOf(pointId, "bod5")).toMatchObject({
      ...{ population: 200_000, isDesign: true, source: "DWA-A 131 (2016)", isUsed: false },
    });
    const found = await read(pointId);
    expect(found.used).toMatchObject({ population: 182_000, reason: "pointItself" });
    expect(found.days).toMatchObject([
      {
        day: "2026-03-03",
        flow: 50_000,
        markers: [{ marker: "bod5" }, { marker: "nh4n", population: 200_000 }],
      },
    ]);
  });

  test("from cotinine want the cigarettes of smokers and their share, and rest on the factor of nicotine in force", async () => {
    const pointId = await addPoint();
    await addSample(pointId, "2026-03-03", { cotinine: "2" });
    expect(await methodOf(pointId, "cotinine")).toMatchObject({
      ...{ gap: "noSetting", missing: ["cigarettesPerSmoker", "smokerShare"], population: null },
    });
    await set(pointId, "cigarettesPerSmoker", 15, 10);
    await set(pointId, "smokerShare", 0.2, 10);
    // 2,000 ng/L x 50,000 m3/d x 1e-3 / (15 x 0.2 x 0.8 mg / 3.12)
    expect(await methodOf(pointId, "cotinine")).toMatchObject({
      population: 130_000,
      uncertainty: null,
      days: 1,
    });
    // The older figure: 100,000 mg/d / (3 x 0.14 mg)
    await set(pointId, "cotininePerCigarette", 0.14, 20);
    const found = await methodOf(pointId, "cotinine");
    expect(found?.population).toBe(238_095);
    // sqrt(10^2 + 20^2 + 10^2 + 10^2 + 20^2) %: marker, cigarette, smokers twice, flow
    expect(found?.uncertainty).toBeCloseTo(Math.sqrt(1100), 3);
    expect([found?.low, found?.high].every((end) => end !== null)).toBe(true);
    // Without a value the built-in rule holds again.
    await platform.call(
      setPopulationSetting,
      {
        body: {
          pointId,
          parameter: "cotininePerCigarette",
          since: "2026-01-01",
          value: null,
          source: "withdrawn",
        },
      },
      analyst,
    );
    expect((await methodOf(pointId, "cotinine"))?.population).toBe(130_000);
  });

  test("of several days are their median, and the one chosen stays with the loads, the shared flow left out", async () => {
    const pointId = await addPoint({ population: 1000 });
    const days = ["2026-03-02", "2026-03-04", "2026-03-05"];
    for (const [at, day] of days.entries()) {
      await enter(await addSample(pointId, day, { mdma: "0.1" }), "nh4n", 28 + at * 7, 2.8);
    }
    await set(pointId, "nh4n", 7, 10);
    const found = await methodOf(pointId, "nh4n");
    expect(found).toMatchObject({ population: 250_000, days: 3, source: "own survey 2025" });
    const body = { pointId, marker: "nh4n" as const, ...span };
    const stale = await platform.refusal(
      usePopulationEstimate,
      { body: { ...body, population: 1 } },
      analyst,
    );
    expect(stale).toMatchObject({ code: 409, errors: [{ field: "population" }] });
    await platform.call(usePopulationEstimate, { body: { ...body, population: 250_000 } }, analyst);
    expect(await read(pointId)).toMatchObject({
      used: { population: 250_000, method: "nh4n", since: "2026-03-02", reason: "newestRecord" },
    });
    expect(await methodOf(pointId, "nh4n")).toMatchObject({ isUsed: true });
    const details = await platform.call(getPointDetails, { params: { id: pointId } }, analyst);
    expect(details.data.figures[0]).toMatchObject({ uncertainty: found?.uncertainty, method: "nh4n" });

    await platform.call(computeLoads, { body: { pointId, ...span } }, analyst);
    const { rows } = await platform.call(listLoads, { query: { pointId, isAsc: "asc" } }, analyst);
    const u = found?.uncertainty ?? 0;
    // Of the day of the sample the flow cancels: once as the flow of the load, once in the population.
    expect(rows[0]).toMatchObject({ sampledOn: "2026-03-02", population: 250_000, populationMethod: "nh4n" });
    expect(rows[0]?.expanded).toBeCloseTo(2 * Math.hypot(10, 10, Math.sqrt(u ** 2 - 20 ** 2)), 2);
    expect(rows[1]?.expanded).toBeCloseTo(2 * Math.hypot(10, 10, 20, u), 2);
  });

  test("of the point itself is kept as a record when an estimate takes its place", async () => {
    const pointId = await addPoint({ population: 180_000 });
    const own = { populationMethod: "census" };
    await platform.db
      .updateTable("samplingPoint")
      .set(own as never)
      .where("id", "=", pointId)
      .execute();
    await enter(await addSample(pointId, "2026-03-03"), "nh4n", 28);
    expect(await methodOf(pointId, "census")).toMatchObject({ population: 180_000, isUsed: true });
    const use = { pointId, marker: "nh4n" as const, ...span, population: 200_000 };
    await platform.call(usePopulationEstimate, { body: use }, analyst);
    expect(await methodOf(pointId, "census")).toMatchObject({
      ...{ population: 180_000, isUsed: false, since: "2000-01-01" },
    });
    expect(await methodOf(pointId, "nh4n")).toMatchObject({ isUsed: true });
  });

  test("are never made from grab samples and blanks, and a marker is entered once", async () => {
    const pointId = await addPoint();
    const grab = await addSample(pointId, "2026-03-03", {}, "grab");
    const body = { samplingId: grab, results: [{ marker: "cod" as const, value: 500 }] };
    expect(await platform.refusal(addMarkerResults, { body }, analyst)).toMatchObject({
      code: 400,
      errors: [{ field: "samplingId" }],
    });
    const samplingId = await addSample(pointId, "2026-03-04");
    await enter(samplingId, "nh4n", 28);
    const twice = await platform.refusal(
      addMarkerResults,
      {
        body: {
          samplingId,
          results: [
            { marker: "p", value: 6 },
            { marker: "nh4n", value: 30 },
          ],
        },
      },
      analyst,
    );
    expect(twice).toMatchObject({ code: 409, errors: [{ field: "results.1.value" }] });
    const found = await read(pointId);
    // Nothing of a refused entry is stored.
    expect(found.days[0]?.markers.map((one) => one.marker)).toEqual(["nh4n"]);
    const markerId = found.days[0]?.markers[0]?.markerId ?? 0;
    await platform.call(removeMarkerResult, { params: { id: markerId } }, analyst);
    expect((await read(pointId)).days).toEqual([]);
    expect(await platform.refusal(removeMarkerResult, { params: { id: markerId } }, analyst)).toMatchObject({
      code: 404,
    });
  });

  test("of a plant without a flow say so, and wrong parameters are refused by name", async () => {
    const pointId = await addPoint({ designFlow: 0 });
    await platform.db
      .updateTable("samplingPoint")
      .set({ designFlow: null })
      .where("id", "=", pointId)
      .execute();
    await enter(await addSample(pointId, "2026-03-03"), "nh4n", 28);
    expect(await methodOf(pointId, "nh4n")).toMatchObject({ population: null, gap: "noFlow" });
    const wrong = { pointId, since: "2026-01-01", source: "x" };
    for (const [more, field] of [
      [{ parameter: "smokerShare", value: 20 }, "value"],
      [{ parameter: "smokerShare", value: 0.2, isDesign: true }, "isDesign"],
    ] as const) {
      const refused = await platform.refusal(setPopulationSetting, { body: { ...wrong, ...more } }, analyst);
      expect(refused).toMatchObject({ code: 400, errors: [{ field }] });
    }
    const use = { pointId, marker: "nh4n" as const, ...span, population: 5 };
    expect(await platform.refusal(usePopulationEstimate, { body: use }, analyst)).toMatchObject({
      errors: [{ field: "marker" }],
    });
  });

  test("of the older figure of cotinine and of the factor follow a version of the factor", async () => {
    const pointId = await addPoint();
    await set(pointId, "cigarettesPerSmoker", 15);
    await set(pointId, "smokerShare", 0.2);
    await addSample(pointId, "2026-03-03", { cotinine: "2" });
    const { rows } = await platform.call(listFactors, {}, analyst);
    const basedOn = rows.find((one) => one.analyte === "cotinine")?.inForce.factorId ?? 0;
    const version = {
      ...{ analyte: "cotinine" as const, basedOn, factor: "3.41", excretedFraction: null, source: "own" },
      reason: "new literature",
      ...{ doseMg: null, doseSource: "" },
    };
    await platform.call(addFactorVersion, { body: version }, analyst);
    // 100,000 mg/d / (3 x 0.8 mg / 3.41)
    expect((await methodOf(pointId, "cotinine"))?.population).toBe(142_083);
  });

  test("are read by viewers, who change nothing", async () => {
    const pointId = await addPoint();
    await platform.call(getPointPopulation, { params: { id: pointId }, query: {} }, viewer);
    const body = { pointId, parameter: "nh4n" as const, since: "2026-01-01", value: 8, source: "x" };
    expect(await platform.refusal(setPopulationSetting, { body }, viewer)).toMatchObject({ code: 403 });
  });
});
