import { getLoadTrend } from "@tracewater/contract/laboratory/load-series";
import { computeLoads, getLoad, listLoads } from "@tracewater/contract/laboratory/loads";
import { getReportPdf, getReportSheet, makeReport } from "@tracewater/contract/laboratory/reports";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { readPdf } from "../../../../test/pdf-text.ts";
import { onPlatform } from "../../../../test/test-platform.ts";
import { keepFile, reportWorld } from "../../../../test/test-reports.ts";

onPlatform("Loads and reports by the kind and the quality of samples", (platform) => {
  const { analyst, days, addPoint, addAssay, addSample, make, read, fetchFile, readBook } =
    reportWorld(platform);
  const compute = async (pointId: number, more: object = {}) =>
    (await platform.call(computeLoads, { body: { pointId, ...days, ...more } }, analyst)).data;
  const list = async (pointId: number) =>
    (await platform.call(listLoads, { query: { pointId, isAsc: "asc" as const } }, analyst)).rows;

  /** A month with a composite, a blank, a grab, a duplicate pair, a warm box, missed aliquots and a day of few. */
  async function month() {
    const { pointId } = await addPoint({ designFlow: 1000, population: 2000 });
    const add = async (day: string, kind: string, value: string, facts: object = {}) =>
      addSample(await addAssay(pointId, "mdma", `2026-03-${day}`, { value, uncertainty: "0.002" }), kind, {
        ...facts,
      });
    const samples = {
      composite: await add("02", "composite24", "0.02"),
      blank: await add("03", "fieldBlank", "0.04"),
      grab: await add("04", "grab", "0.03"),
      primary: await add("05", "composite24", "0.04"),
      duplicate: await add("05", "duplicate", "0.06"),
      warm: await add("06", "composite24", "0.02", { boxTempMax: 9.5 }),
      missed: await add("07", "composite24", "0.02", { aliquotsTaken: 90, aliquotsMissed: 6 }),
      few: await add("08", "composite24", "0.02", { aliquotsTaken: 60, aliquotsMissed: 36 }),
    };
    return { pointId, samples };
  }

  test("a blank never becomes a load and a grab only on request; both are named with the reason", async () => {
    const { pointId, samples } = await month();
    const { computed, skipped } = await compute(pointId);
    expect(computed).toBe(4);
    expect(skipped).toEqual([
      { sampledOn: "2026-03-03", analyte: "mdma", sample: samples.blank, reason: "blank" },
      { sampledOn: "2026-03-04", analyte: "mdma", sample: samples.grab, reason: "grabSample" },
      { sampledOn: "2026-03-08", analyte: "mdma", sample: samples.few, reason: "poorQuality" },
    ]);
    const asked = await compute(pointId, { includeKinds: ["grab"], qualityReason: "only sample of the day" });
    expect(asked).toMatchObject({ computed: 6, skipped: [{ reason: "blank" }] });
    const grab = (await list(pointId)).find((one) => one.sampledOn === "2026-03-04");
    expect(grab).toMatchObject({ sampleKind: "grab", sampleNo: samples.grab });
    expect(grab?.warnings).toContain("grabSample");
    const body = { pointId, ...days, includeKinds: ["grab" as const, "fieldBlank" as const] };
    expect(await platform.refusal(computeLoads, { body }, analyst)).toMatchObject({
      code: 400,
      errors: [{ field: "includeKinds.1", message: expect.stringContaining("never become a load") }],
    });
    const report = { ...body, analytes: ["mdma" as const] };
    expect(await platform.refusal(makeReport, { body: report }, analyst)).toMatchObject({ code: 400 });
  });

  test("a duplicate pair is one day: its mean, or its primary, with the difference of both", async () => {
    const { pointId } = await month();
    await compute(pointId);
    const ofPair = async () => (await list(pointId)).find((one) => one.sampledOn === "2026-03-05");
    // 50 ng/L x 1000 m3/d x 1e-3; |40 - 60| / 50
    expect(await ofPair()).toMatchObject({ concentration: "0.05", load: "50", pairDifference: 40 });
    await compute(pointId, { duplicates: "primary" });
    expect(await ofPair()).toMatchObject({ concentration: "0.04", load: "40", pairDifference: 40 });
    const { loadId = 0 } = (await ofPair()) ?? {};
    expect((await platform.call(getLoad, { params: { id: loadId } }, analyst)).data.isSame).toBe(true);
  });

  test("a warm box and missed aliquots are flagged, and missed aliquots widen the interval", async () => {
    const { pointId } = await month();
    await compute(pointId, { qualityReason: "pilot", uncertainty: { sampling: 20, flow: 0, population: 0 } });
    const byDay = new Map((await list(pointId)).map((one) => [one.sampledOn.slice(8), one]));
    expect(byDay.get("02")?.warnings).toEqual(["flowByDesign"]);
    expect(byDay.get("06")?.warnings).toContain("boxWarm");
    expect(byDay.get("07")?.warnings).toContain("aliquotsMissed");
    // Of the analysis 5 %: sqrt(20^2 + 5^2) x 2; with 60 of 96 aliquots 20 x sqrt(96 / 60).
    expect(byDay.get("02")?.expanded).toBeCloseTo(41.23, 2);
    expect(byDay.get("08")?.expanded).toBeCloseTo(2 * Math.sqrt(400 * 1.6 + 25), 1);
    // Beyond 30 % the interval leans: it is further up than down.
    const { low = 0, high = 0, per1000 } = byDay.get("02") ?? {};
    expect((high ?? 0) - Number(per1000)).toBeGreaterThan(Number(per1000) - (low ?? 0));
  });

  test("a blank in which the analyte was found flags the samples of its point and day", async () => {
    const { pointId } = await addPoint({ designFlow: 1000, population: 2000 });
    const found = await addAssay(pointId, "mdma", "2026-03-03", { value: "0.04" });
    await addSample(found, "tripBlank");
    await addSample(await addAssay(pointId, "mdma", "2026-03-03"), "composite24");
    await addSample(await addAssay(pointId, "mdma", "2026-03-04"), "composite24");
    await compute(pointId);
    const rows = await list(pointId);
    expect(rows.map((one) => one.warnings.includes("blankContaminated"))).toEqual([true, false]);
  });

  test("a report names what it left out and why, the days and the gaps, in both languages", async () => {
    const { pointId, samples } = await month();
    const report = await make(pointId, { analytes: ["mdma"] });
    const { figures } = await read(report.reportId);
    expect(figures?.analytes[0]?.coverage).toEqual({
      ...{ days: 31, sampled: 4 },
      gaps: [
        { from: "2026-03-01", until: "2026-03-01", days: 1 },
        { from: "2026-03-03", until: "2026-03-04", days: 2 },
        { from: "2026-03-08", until: "2026-03-31", days: 24 },
      ],
    });
    const english = readPdf(await keepFile("month-en.pdf", await fetchFile(report.reportId, getReportPdf)))
      .join(" ")
      .replace(/\s+/g, " ");
    for (const words of [
      ...["4 of 31 days", "2026-03-08 to 2026-03-31 (24 d)", "blank: quality control, never a load"],
      ...[
        "grab sample: a load only on request",
        "The sampler box was warmer than 8 °C.",
        "Aliquots were missed.",
      ],
      // Of the day with a pair; of the days without a load some have a sample.
      ...["Duplicate pair with a relative difference of 40 %.", "Without a load", "no load, 24 d"],
      ...["composite beyond the quality limits: a load only with a reason", "factor without uncertainty"],
      ...[samples.blank, samples.grab, samples.few],
      // 10 mg/d with 60.8 %: two digits of the uncertainty, the value to the same place.
      ...["10.0 ± 6.1", "(Factor version 1, unverified)", "bars: 95 % interval"],
    ]) {
      expect(english, words).toContain(words);
    }
    const chinese = await make(pointId, { analytes: ["mdma"], language: "zh" });
    const texts = readPdf(
      await keepFile("month-zh.pdf", await fetchFile(chinese.reportId, getReportPdf)),
    ).join("");
    for (const words of [
      "31 天中的 4 天",
      "空白样：仅用于质量控制",
      "瞬时样：仅在指定时计算负荷",
      "样品箱温度超过 8 °C",
    ]) {
      expect(texts, words).toContain(words);
    }
    const book = await readBook(await fetchFile(report.reportId, getReportSheet));
    expect(book.get("Results without a load")?.slice(1)).toEqual([
      ["2026-03-03", "MDMA", samples.blank, "blank: quality control, never a load"],
      ["2026-03-04", "MDMA", samples.grab, "grab sample: a load only on request"],
      ["2026-03-08", "MDMA", samples.few, "composite beyond the quality limits: a load only with a reason"],
    ]);
  });

  test("a report keeps the uncertainty of the loads in force unless it is given another", async () => {
    const { pointId } = await addPoint({ designFlow: 1000, population: 2000 });
    await addSample(await addAssay(pointId, "mdma", "2026-03-03"), "composite24");
    await compute(pointId, { uncertainty: { sampling: 10, flow: 10, population: 10 } });
    const [load] = await list(pointId);
    // Analysis 5 %, and three times 10 %.
    expect(load?.expanded).toBeCloseTo(36.06, 2);
    const kept = await read((await make(pointId)).reportId);
    expect(kept.figures?.analytes[0]?.expanded).toBe(load?.expanded);
    const given = { sampling: 10, flow: 20, population: 20 };
    const other = await read((await make(pointId, { uncertainty: given })).reportId);
    expect(other.figures?.analytes[0]?.expanded).toBeCloseTo(60.83, 2);
  });

  test("a result below the LOQ has no consumption and no doses, and is never printed as zero", async () => {
    const { pointId } = await addPoint({ designFlow: 1000, population: 2000 });
    const below = { flag: "belowLoq", value: null, uncertainty: null, loq: "0.002" };
    for (const day of ["2026-03-03", "2026-03-04"])
      await addSample(await addAssay(pointId, "o6Acethyl", day, below), "composite24");
    for (const substitution of ["zero", "halfLoq"]) {
      await compute(pointId, { substitution });
      expect((await list(pointId))[0]).toMatchObject({
        ...{ consumption: null, doses: null, consumptionBar: "censored", low: null, high: null },
      });
      const report = await make(pointId, { analytes: ["o6Acethyl"], substitution });
      const { figures } = await read(report.reportId);
      expect(figures?.analytes[0]).toMatchObject({
        ...{ isMeanBelow: true, consumption: null, doses: null, expanded: null, low: null, high: null },
      });
      const texts = readPdf(await fetchFile(report.reportId, getReportPdf));
      // At the LOQ: 2 ng/L x 1000 m3/d x 1e-3, per 2000 inhabitants.
      expect(texts).toEqual(expect.arrayContaining(["< LOQ", "< 2", "< 1"]));
      const book = await readBook(await fetchFile(report.reportId, getReportSheet));
      const [head = [], row = []] = book.get("All loads") ?? [];
      expect(row[head.indexOf("Load (mg/d)")]).toBe("< 2");
    }
  });

  test("consumption is withheld from what says nothing of it, and amphetamine loses methamphetamine's share", async () => {
    const { pointId } = await addPoint({ designFlow: 1000, population: 1000 });
    const results = [
      ...([
        ["morphine", "0.5"],
        ["cocaine", "0.5"],
        ["benzoylEconine", "0.5"],
      ] as const),
      ...([
        ["o6Acethyl", "0.5"],
        ["thcCooh", "0.5"],
        ["mdma", "0.5"],
        ["amp", "0.05"],
        ["mamp", "0.1"],
      ] as const),
    ];
    for (const [analyte, value] of results) {
      await addSample(await addAssay(pointId, analyte, "2026-03-03", { value }), "composite24");
    }
    await compute(pointId);
    const byName = new Map((await list(pointId)).map((one) => [one.analyte, one]));
    const bars = [...byName].map(([name, one]) => [name, one.consumptionBar]);
    expect(Object.fromEntries(bars)).toEqual({
      ...{ morphine: "noTherapeuticShare", cocaine: "unstableMarker", o6Acethyl: "unstableMarker" },
      ...{ thcCooh: "liquidPhaseOnly", benzoylEconine: null, mdma: null, amp: null, mamp: null },
    });
    // 50 - 0.09 x 100 = 41 mg/d per 1000 inhabitants, x 2.77.
    expect(byName.get("amp")).toMatchObject({ per1000: "50", subtracted: "9" });
    expect(byName.get("amp")?.consumption).toBeCloseTo(41 * 2.77, 9);
    expect(byName.get("amp")?.warnings).toContain("amphetamineShared");
    expect(byName.get("cocaine")?.warnings).toContain("likelyDumped");
    expect(byName.get("benzoylEconine")?.warnings).toContain("likelyDumped");
  });

  test("a week compared with itself 364 days later is stable, with its percentage and its interval", async () => {
    const { pointId } = await addPoint({ designFlow: 1000, population: 1000 });
    const week = ["0.010", "0.011", "0.012", "0.020", "0.028", "0.026", "0.015"];
    for (const [at, value] of week.entries()) {
      for (const first of ["2026-03-03", "2025-03-04"]) {
        const day = new Date(Date.parse(first) + at * 86_400_000).toISOString().slice(0, 10);
        await addSample(await addAssay(pointId, "mdma", day, { value }), "composite24");
      }
    }
    await compute(pointId);
    await compute(pointId, { from: "2025-03-01", until: "2025-03-31" });
    const query = { pointId, analyte: "mdma" as const, from: "2026-03-03", until: "2026-03-09" };
    const { data } = await platform.call(getLoadTrend, { query }, analyst);
    expect(data.series).toMatchObject({
      change: { to: "stable", percent: 0, interval: { low: 0, high: 0 }, isShown: false, pairs: 7 },
      ...{
        changeGap: null,
        isBalanced: true,
        detectionShare: 1,
        coverage: { days: 7, sampled: 7, gaps: [] },
      },
    });
    const report = await make(pointId, { from: "2026-03-03", until: "2026-03-09" });
    const { figures } = await read(report.reportId);
    expect(figures?.analytes[0]?.change).toMatchObject({ to: "stable", percent: 0, pairs: 7 });
    // One day less: the weekdays differ, and no class is given.
    const short = { ...query, until: "2026-03-08" };
    await platform.db
      .deleteFrom("loadResult")
      .where("pointId", "=", pointId)
      .where(sql<boolean>`sampled_on = '2025-03-05'`)
      .execute();
    const { data: less } = await platform.call(getLoadTrend, { query: short }, analyst);
    expect(less.series).toMatchObject({ change: null, changeGap: "weekdaysDiffer" });
  });

  test("loads of the first formulas come out as they were made", async () => {
    const { pointId } = await addPoint({ designFlow: 1000, population: 2000 });
    const below = { flag: "belowLoq", value: null, uncertainty: null, loq: "0.002" };
    await addAssay(pointId, "mdma", "2026-03-03", below);
    await compute(pointId, { substitution: "halfLoq" });
    const [load] = await list(pointId);
    const params = { id: load?.loadId ?? 0 };
    // 1 mg/d, of which the first formulas made a consumption: 0.5 x the factor, and doses of it.
    await sql`update load_result set formula = 'wbe-1', consumption_bar = null, consumption = 0.5 * factor::float8,
      doses = 0.5 * factor::float8 / dose_mg::float8 where id = ${params.id}`.execute(platform.db);
    const { data } = await platform.call(getLoad, { params }, analyst);
    expect(data).toMatchObject({ isSame: true, load: { formula: "wbe-1" } });
    expect(data.load.consumption).toBeGreaterThan(0);
    await sql`update load_result set formula = 'wbe-2' where id = ${params.id}`.execute(platform.db);
    expect((await platform.call(getLoad, { params }, analyst)).data.load.formula).toBe("wbe-2");
  });
});
