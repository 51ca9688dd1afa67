import { getEudaCollection, getOdmCollection } from "@tracewater/contract/laboratory/load-collections";
import { computeLoads, type Load, listLoads } from "@tracewater/contract/laboratory/loads";
import { parseEudaDailyLoads } from "@tracewater/wbe/euda-csv";
import { weekDays } from "@tracewater/wbe/week";
import { expect, test } from "vitest";
import { bearer, note } from "../../../../test/test-http.ts";
import { onPlatform } from "../../../../test/test-platform.ts";
import { reportWorld } from "../../../../test/test-reports.ts";

onPlatform("Loads in the layouts of others", (platform) => {
  const { analyst, days, addPoint, addAssay, readBook } = reportWorld(platform);

  async function open(call: typeof getEudaCollection, query: Record<string, string>) {
    const address = `${platform.url}/prod-api${call.path}?${new URLSearchParams(query)}`;
    const answer = await fetch(address, { headers: bearer(analyst) });
    note(call, "success");
    return readBook(Buffer.from(await answer.arrayBuffer()));
  }

  /** Two weeks of MDMA and one of benzoylecgonine with a non-detect, at a plant with or without enough inhabitants. */
  async function point(population: number) {
    const { pointId, code } = await addPoint({ designFlow: 1000, population });
    for (const [analyte, day, value] of [
      ...([
        ["mdma", "03", "0.010"],
        ["mdma", "07", "0.030"],
        ["mdma", "09", "0.020"],
      ] as const),
      ...([
        ["mdma", "10", "0.0123456789"],
        ["benzoylEconine", "04", "0.5"],
        ["thc", "04", "0.5"],
      ] as const),
    ]) {
      await addAssay(pointId, analyte, `2026-03-${day}`, { value });
    }
    const below = { flag: "belowLoq", value: null, uncertainty: null, loq: "0.002" };
    await addAssay(pointId, "benzoylEconine", "2026-03-05", below);
    const body = { pointId, ...days, substitution: "halfLoq" as const };
    await platform.call(computeLoads, { body }, analyst);
    const { rows } = await platform.call(listLoads, { query: { pointId, pageSize: 100 } }, analyst);
    return { pointId, code, rows, query: { pointId: String(pointId), ...days } };
  }
  const find = (rows: readonly Load[], analyte: string, day: string) =>
    rows.find((one) => one.analyte === analyte && one.sampledOn === day);

  test("the EUDA sheet is read back as EUDA's own table, cell by cell as the list has it", async () => {
    const { code, rows, query } = await point(7000);
    const book = await open(getEudaCollection, query);
    const sheet = book.get("Daily loads") ?? [];
    const csv = sheet.map((row) => Array.from(row, (cell) => (cell === "null" ? "" : (cell ?? ""))));
    const width = csv[0]?.length ?? 0;
    const lines = csv.map((row) => [...row, ...Array<string>(width - row.length).fill("")].join(","));
    const weeks = parseEudaDailyLoads(lines.join("\n").replaceAll("undefined", ""));
    expect(weeks.map(({ residue, siteId, year }) => [residue, siteId, year])).toEqual([
      ["cocaine", code, 2026],
      ["MDMA", code, 2026],
      ["MDMA", code, 2026],
    ]);
    const [cocaine, first, second] = weeks;
    const per1000 = (analyte: string, day: string) => Number(find(rows, analyte, day)?.per1000);
    expect(weekDays.map((day) => first?.loads[day]?.toNumber() ?? null)).toEqual([
      ...[per1000("mdma", "2026-03-09"), per1000("mdma", "2026-03-03"), null, null, null],
      ...[per1000("mdma", "2026-03-07"), null],
    ]);
    expect(second?.loads.tuesday?.toNumber()).toBe(per1000("mdma", "2026-03-10"));
    // Below the LOQ as EUDA publishes it, whatever substitutes for it in the list.
    expect(cocaine?.loads.thursday?.toString()).toBe("0");
    expect(find(rows, "benzoylEconine", "2026-03-05")?.load).toBe("1");
    expect(cocaine?.loads.wednesday?.toNumber()).toBe(per1000("benzoylEconine", "2026-03-04"));
    expect(cocaine?.published.weekday?.toNumber()).toBeCloseTo(
      per1000("benzoylEconine", "2026-03-04") / 2,
      9,
    );
    expect(first?.published.weekend?.toNumber()).toBeCloseTo(25 / 7, 9);
    expect(first?.published.daily?.toNumber()).toBeCloseTo(20 / 7, 9);
  });

  test("the ODM set has every load with its sample and its site, as the list has it", async () => {
    const { code, rows, query } = await point(7000);
    const book = await open(getOdmCollection, query);
    const records = (name: string) => {
      const [head = [], ...body] = book.get(name) ?? [];
      return body.map((row) => Object.fromEntries(head.map((key, at) => [key, row[at]])));
    };
    expect(records("sites")).toMatchObject([{ siteID: code, siteType: "plantInlet", popServ: "7000" }]);
    const samples = records("samples").map((one) => one.sampleID);
    const measures = records("measures");
    expect(measures).toHaveLength(3 * rows.length);
    for (const load of rows) {
      const of = (part: string) => measures.find((one) => one.measureRepID === `L${load.loadId}-${part}`);
      const isBelow = load.substituted === "1";
      expect(of("conc")).toMatchObject({
        ...{ siteID: code, unit: "ug/L", fraction: "liq", reportDate: load.sampledOn },
        value: isBelow ? `< ${load.loq}` : load.concentration,
      });
      expect(of("load")).toMatchObject({ unit: "mg/d", value: isBelow ? "< LOQ" : load.load });
      expect(of("per1000")?.value).toBe(isBelow ? "< LOQ" : load.per1000);
      expect(samples).toContain(of("conc")?.sampleID);
    }
  });

  test("below 1,000 inhabitants no figure per inhabitant leaves the unit", async () => {
    const { query, rows } = await point(900);
    expect((await open(getEudaCollection, query)).get("Daily loads")).toHaveLength(1);
    const measures = (await open(getOdmCollection, query)).get("measures") ?? [];
    expect(measures).toHaveLength(1 + 2 * rows.length);
    expect(measures.flat()).not.toContain("mg/d/1000 inhabitants");
  });

  test("a span that is none or too long is refused", async () => {
    for (const span of [
      { from: "2026-03-31", until: "2026-03-01" },
      { from: "2025-01-01", until: "2026-03-01" },
    ]) {
      expect(await platform.refusal(getEudaCollection, { query: span }, analyst)).toMatchObject({
        code: 400,
        errors: [{ field: "until" }],
      });
      expect(await platform.refusal(getOdmCollection, { query: span }, analyst)).toMatchObject({ code: 400 });
    }
  });
});
