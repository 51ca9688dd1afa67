import { getEudaCollection, getOdmCollection } from "@tracewater/contract/laboratory/load-collections";
import { computeLoads, type Load, listLoads } from "@tracewater/contract/laboratory/loads";
import { configs } from "@tracewater/contract/system/config";
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

  test("every cell of both workbooks is what the list has, and the list has nothing that they lack", async () => {
    const { code, rows, query } = await point(7000);
    const names = { mdma: "MDMA", benzoylEconine: "cocaine" } as const;
    const dayOf = (from: string, name: string) => addDays(from, (weekDays.indexOf(name as never) + 6) % 7);
    const [head = [], ...weeks] = (await open(getEudaCollection, query)).get("Daily loads") ?? [];
    const starts = { "cocaine 0": "2026-03-03", "MDMA 0": "2026-03-03", "MDMA 1": "2026-03-10" } as const;
    const seen = new Set<string>();
    let cells = 0;
    for (const [at, row] of weeks.entries()) {
      const nth = weeks.slice(0, at).filter((one) => one[1] === row[1]).length;
      const from = starts[`${row[1]} ${nth}` as keyof typeof starts];
      const listed = (analyte: string) => rows.filter((one) => names[one.analyte as "mdma"] === analyte);
      const inWeek = listed(row[1] ?? "").filter(
        (one) => one.sampledOn >= from && one.sampledOn < addDays(from, 7),
      );
      const value = (one: Load) => (one.substituted === "1" ? 0 : Number(one.per1000));
      const mean = (of: readonly Load[]) =>
        of.length === 0 ? null : of.reduce((sum, one) => sum + value(one), 0) / of.length;
      const isWeekday = (one: Load) => [2, 3, 4].includes(new Date(one.sampledOn).getUTCDay());
      for (const [place, name] of head.entries()) {
        const text = row[place];
        const cell = text === undefined || text === "undefined" || text === "null" ? "" : text;
        const isDay = weekDays.includes(name.toLowerCase() as never);
        const load = inWeek.find((one) => isDay && one.sampledOn === dayOf(from, name.toLowerCase()));
        if (load !== undefined) seen.add(`${load.loadId}`);
        const expected: Record<string, unknown> = {
          ...{ Year: 2026, Metabolite: row[1], "Site ID": code, City: inWeek[0]?.pointName, Country: "" },
          "Weekday mean": mean(inWeek.filter(isWeekday)),
          "Weekend mean": mean(inWeek.filter((one) => !isWeekday(one))),
          "Daily mean": mean(inWeek),
        };
        const asked = name in expected ? expected[name] : load === undefined ? null : value(load);
        if (typeof asked === "number") expect(Number(cell), `${row[1]} ${name}`).toBeCloseTo(asked, 9);
        else expect(cell, `${row[1]} ${name}`).toBe(asked ?? "");
        cells += 1;
      }
    }
    // Three weeks of fifteen columns. What EUDA does not collect, such as THC, is not in its sheet.
    expect(cells).toBe(45);
    const collected = rows.filter((one) => one.analyte in names).map((one) => `${one.loadId}`);
    expect([...seen].sort()).toEqual(collected.sort());

    const book = await open(getOdmCollection, query);
    const records = (sheet: string) => {
      const [columns = [], ...body] = book.get(sheet) ?? [];
      return body.map((row) => Object.fromEntries(columns.map((key, at) => [key, row[at] ?? "null"])));
    };
    const measures = records("measures");
    for (const load of rows) {
      const isBelow = load.substituted === "1";
      const values = {
        ...{ conc: isBelow ? `< ${load.loq}` : load.concentration, load: isBelow ? "< LOQ" : load.load },
        per1000: isBelow ? "< LOQ" : load.per1000,
      };
      for (const [part, value] of Object.entries(values)) {
        const id = `L${load.loadId}-${part}`;
        expect(measures.find((one) => one.measureRepID === id)).toEqual({
          ...{ measureRepID: id, sampleID: `${load.bodyCode} ${load.sampledOn}`, siteID: code, value },
          ...{ reportDate: load.sampledOn, compartment: "wat", specimen: "sa", fraction: "liq" },
          measure: odmNames[load.analyte as keyof typeof odmNames],
          unit: odmUnits[part],
          ...{ aggregation: part === "conc" ? "sin" : "load", reportable: "true" },
          notes: [load.formula, ...load.warnings].join(" "),
        });
      }
    }
    expect(measures).toHaveLength(3 * rows.length);
    expect(new Set(records("samples").map((one) => one.sampleID))).toEqual(
      new Set(rows.map((one) => `${one.bodyCode} ${one.sampledOn}`)),
    );
    expect(records("sites").map((one) => [one.siteID, one.name, one.popServ])).toEqual([
      [code, rows[0]?.pointName, "7000"],
    ]);
  });

  test("the floor below which no figure per inhabitant leaves the unit is a parameter", async () => {
    const admin = await platform.admin();
    const key = "sys.laboratory.publicationFloor";
    const { rows } = await platform.call(configs.calls.list, { query: { configKey: key } as never }, admin);
    const [setting] = rows;
    const { configId = 0, createTime: _, configType: __, ...body } = setting ?? ({} as never);
    const set = (configValue: string) => ({ body: { ...(body as object), configId, configValue } as never });
    const { query } = await point(7000);
    const weeks = async () => (await open(getEudaCollection, query)).get("Daily loads")?.length;
    expect(setting?.configValue).toBe("1000");
    expect(await platform.refusal(configs.calls.change, set("0"), admin)).toMatchObject({
      ...{ code: 400, errors: [{ field: "configValue" }] },
    });
    await platform.call(configs.calls.change, set("7001"), admin);
    expect(await weeks()).toBe(1);
    await platform.call(configs.calls.change, set("1000"), admin);
    expect(await weeks()).toBe(4);
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

const odmUnits: Readonly<Record<string, string>> = {
  ...{ conc: "ug/L", load: "mg/d", per1000: "mg/d/1000 inhabitants" },
};
const odmNames = { mdma: "mdma", benzoylEconine: "benzoylecgonine", thc: "thc" } as const;

function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
}
