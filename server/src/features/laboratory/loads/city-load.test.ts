import { getCityLoads } from "@tracewater/contract/laboratory/city-loads";
import { computeLoads } from "@tracewater/contract/laboratory/loads";
import { beforeAll, expect, test } from "vitest";
import type { Session } from "../../../../test/test-http.ts";
import { onPlatform } from "../../../../test/test-platform.ts";

onPlatform("Loads of cities", (platform) => {
  let unitId = 0;
  let analyst: Session = { token: "" };
  let foreign: Session = { token: "" };
  let made = 0;
  const days = { from: "2026-03-01", until: "2026-03-31" };

  beforeAll(async () => {
    unitId = await platform.addUnit("North");
    analyst = await platform.addUser({ unitId, roles: ["analyst"] });
    foreign = await platform.addUser({ unitId: await platform.addUnit("South"), roles: ["analyst"] });
  });

  async function addPlant(
    place: string,
    population: number | null,
    results: Readonly<Record<string, string | null>>,
    kind = "plantInlet",
  ): Promise<number> {
    made += 1;
    const point = { code: `C${made}`, name: `Plant ${made}`, kind, unitId, place, country: "Utopia" };
    const { id: pointId } = await platform.db
      .insertInto("samplingPoint")
      .values({ ...point, population, designFlow: 10_000 })
      .returning("id")
      .executeTakeFirstOrThrow();
    for (const [sampledOn, value] of Object.entries(results)) {
      made += 1;
      const bottle = await platform.db
        .insertInto("bottle")
        .values({ bodyCode: `C${1000 + made}`, unitId })
        .returning("id")
        .executeTakeFirstOrThrow();
      await platform.db
        .insertInto("assay")
        .values({
          ...{
            unitId,
            bottleId: bottle.id,
            pointId,
            sampledOn,
            analyte: "mdma",
            value,
            loq: "0.005",
            lod: null,
          },
          ...{ flag: value === null ? "belowLoq" : "quantified", phase: "liquid", source: "lcms" },
          ...{
            uncertainty: value === null ? null : String(Number(value) * 0.1),
            method: "",
            methodVersion: "",
          },
          ...{ state: "approved", analystIds: [1_000_000], analyst: "a", reviewerId: 2_000_000 },
        })
        .execute();
    }
    if (Object.keys(results).length > 0)
      await platform.call(computeLoads, { body: { pointId, ...days } }, analyst);
    return pointId;
  }
  const read = async (query: object = {}) =>
    (await platform.call(getCityLoads, { query: { analyte: "mdma", ...days, ...query } }, analyst)).data;
  const cityOf = async (name: string) => (await read()).cities.find((one) => one.city === name);

  test("weigh their plants by the inhabitants of each, with an interval and what they cover", async () => {
    // 0.3 and 0.4 ug/L x 10,000 m3/d: 10 and 40 mg/d/1000
    await addPlant("Aville", 300_000, { "2026-03-03": "0.3", "2026-03-04": "0.3" });
    await addPlant("Aville", 100_000, { "2026-03-03": "0.4" });
    await addPlant("Aville", 100_000, {});
    const found = await cityOf("Aville");
    // (10 x 300,000 + 40 x 100,000) / 400,000
    expect(found).toMatchObject({ mean: "17.5", population: 400_000, share: 0.8, country: "Utopia" });
    expect(found?.plants).toMatchObject([
      { mean: "10", days: 2, leftOut: null },
      { mean: "40", days: 1, leftOut: null },
      { mean: null, days: 0, leftOut: "noLoad", population: 100_000 },
    ]);
    // Masses 3,000 and 4,000 mg/d. Own: sampling 10 % (of two days 10/sqrt 2) and flow 20 %; method 5 %; people 20 %.
    const own = [Math.hypot(10 / Math.SQRT2, 20) * (3 / 7), Math.hypot(10, 20) * (4 / 7)];
    const people = [20 * 0.75, 20 * 0.25];
    expect(found?.expanded).toBeCloseTo(2 * Math.hypot(...own, ...people, 5), 1);
    expect(found?.low).toBeGreaterThan(0);
    const { days: byDay } = await read({ city: "Aville", country: "Utopia" });
    expect(byDay).toEqual([
      { day: "2026-03-03", mean: "17.5", plants: 2, share: 1 },
      { day: "2026-03-04", mean: "10", plants: 1, share: 0.75 },
    ]);
  });

  test("come the highest first, and a sewer within a plant's catchment is not counted again", async () => {
    await addPlant("Bville", 10_000, { "2026-03-03": "0.5" });
    await addPlant("Bville", 5000, { "2026-03-03": "9" }, "sewerNode");
    const { cities } = await read();
    const means = cities.map((one) => Number(one.mean));
    expect(means).toEqual([...means].sort((a, b) => b - a));
    expect(cities.find((one) => one.city === "Bville")).toMatchObject({
      mean: "500",
      plants: [{ mean: "500" }],
    });
  });

  test("leave out plants without a population and say so; results below the LOQ make no figure of their own", async () => {
    await addPlant("Cville", null, { "2026-03-03": "0.3" });
    expect(await cityOf("Cville")).toMatchObject({
      ...{ mean: null, share: null, population: 0, plants: [{ leftOut: "noPopulation" }] },
    });
    await addPlant("Dville", 20_000, { "2026-03-03": null });
    expect(await cityOf("Dville")).toMatchObject({ mean: "0", isMeanBelow: true });
  });

  test("take the ninety days up to the newest load where no period is given", async () => {
    const { data } = await platform.call(getCityLoads, { query: { analyte: "mdma" } }, analyst);
    expect(data).toMatchObject({ from: "2025-12-05", until: "2026-03-04" });
  });

  test("of another unit are not seen, and a period that is none is refused by name", async () => {
    const own = await platform.call(getCityLoads, { query: { analyte: "mdma", ...days } }, foreign);
    expect(own.data.cities).toEqual([]);
    for (const until of ["2026-02-01", "2027-12-31"]) {
      const query = { analyte: "mdma" as const, from: days.from, until };
      expect(await platform.refusal(getCityLoads, { query }, analyst)).toMatchObject({
        code: 400,
        errors: [{ field: "until" }],
      });
    }
  });
});
