import { addAssays, listAssays, reviewAssays, submitAssays } from "@tracewater/contract/laboratory/assays";
import { getLoadComparison, getLoadTrend } from "@tracewater/contract/laboratory/load-series";
import { computeLoads, getLoad, listLoads } from "@tracewater/contract/laboratory/loads";
import {
  addReportSchedule,
  cancelReport,
  endReportSchedule,
  getReport,
  getReportPdf,
  getReportSheet,
  listReportSchedules,
  listReports,
  makeReport,
  remakeReport,
} from "@tracewater/contract/laboratory/reports";
import { getThread } from "@tracewater/contract/laboratory/thread";
import ExcelJS from "exceljs";
import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { eventually } from "../../../../test/eventually.ts";
import { readPdf } from "../../../../test/pdf-text.ts";
import { bearer, note, type Session } from "../../../../test/test-http.ts";
import { runTask } from "../../../../test/test-jobs.ts";
import { onPlatform } from "../../../../test/test-platform.ts";

/** The clock stands still, so that no midnight falls into a test. */
const moment = Date.now();
const dayMs = 86_400_000;

/** The Tuesday on which the last whole week of EUDA's day set began, and days after it. */
function lastWeek(): (after: number) => string {
  const today = Date.parse(new Intl.DateTimeFormat("sv-SE", { timeZone: "Asia/Shanghai" }).format(moment));
  const sinceTuesday = (new Date(today).getUTCDay() + 5) % 7;
  const begin = today - (sinceTuesday + 7) * dayMs;
  return (after) => new Date(begin + after * dayMs).toISOString().slice(0, 10);
}

onPlatform(
  "Reports",
  (platform) => {
    let unitId = 0;
    let analyst: Session = { token: "" };
    let reviewer: Session = { token: "" };
    let foreign: Session = { token: "" };
    let made = 0;

    beforeAll(async () => {
      unitId = await platform.addUnit("North");
      analyst = await platform.addUser({ unitId, roles: ["analyst"] });
      reviewer = await platform.addUser({ unitId, roles: ["reviewer"] });
      foreign = await platform.addUser({ unitId: await platform.addUnit("South"), roles: ["analyst"] });
    });

    async function addPoint(facts: { designFlow?: number; population?: number } = {}) {
      made += 1;
      const point = { code: `R${made}`, name: `污水处理厂 ${made}`, kind: "plantInlet", unitId, ...facts };
      const { id } = await platform.db
        .insertInto("samplingPoint")
        .values(point)
        .returning("id")
        .executeTakeFirstOrThrow();
      return { pointId: id, code: point.code };
    }
    async function addBottle(): Promise<{ bottleId: number; bodyCode: string }> {
      made += 1;
      const bodyCode = `RB${1000 + made}`;
      const { id } = await platform.db
        .insertInto("bottle")
        .values({ bodyCode, unitId })
        .returning("id")
        .executeTakeFirstOrThrow();
      return { bottleId: id, bodyCode };
    }
    /** An approved result, straight into the store: how it comes there is tested with the assays. */
    async function addAssay(pointId: number, analyte: string, sampledOn: string, facts: object = {}) {
      const { bottleId } = await addBottle();
      const result = {
        ...{ unitId, bottleId, pointId, sampledOn, analyte, value: "0.34", flag: "quantified" },
        ...{ loq: "0.005", lod: null, uncertainty: "0.034", phase: "liquid", source: "lcms" },
        ...{ method: "", methodVersion: "", state: "approved", analystIds: [1_000_000], analyst: "a" },
        ...{ reviewerId: 2_000_000, ...facts },
      };
      const { id } = await platform.db
        .insertInto("assay")
        .values(result)
        .returning("id")
        .executeTakeFirstOrThrow();
      return id;
    }
    const days = { from: "2026-03-01", until: "2026-03-31" };
    const make = async (pointId: number, more: object = {}, as = analyst) => {
      const body = { pointId, ...days, analytes: ["mdma" as const], ...more };
      const { data } = await platform.call(makeReport, { body }, as);
      await eventually(async () => (await read(data.reportId)).state).not.toBe("running");
      return read(data.reportId);
    };
    const read = async (id: number) => (await platform.call(getReport, { params: { id } }, analyst)).data;
    async function fetchFile(id: number, call: typeof getReportPdf): Promise<Buffer> {
      const address = `${platform.url}/prod-api${call.path.replace(":id", String(id))}`;
      const answer = await fetch(address, { headers: bearer(analyst) });
      note(call, "success");
      return Buffer.from(await answer.arrayBuffer());
    }
    async function readBook(file: Buffer): Promise<Map<string, string[][]>> {
      const workbook = new ExcelJS.Workbook();
      await workbook.xlsx.load(new Uint8Array(file).buffer);
      return new Map(
        workbook.worksheets.map((sheet) => {
          const rows: string[][] = [];
          sheet.eachRow(
            (row) => void rows.push(Array.isArray(row.values) ? row.values.slice(1).map(String) : []),
          );
          return [sheet.name, rows];
        }),
      );
    }

    test("carry a value that was typed digit by digit into store, page, sheet and PDF", async () => {
      const { pointId, code } = await addPoint({ designFlow: 1000, population: 7000 });
      const { bodyCode } = await addBottle();
      const typed = {
        analyte: "ketamine" as const,
        value: "0.01234567",
        loq: "0.005",
        uncertainty: "0.0012",
      };
      const results = [{ ...typed, flag: "quantified" as const, lod: null, recovery: null }];
      const body = { bodyCode, sampledOn: "2026-03-03", pointCode: code, results };
      await platform.call(addAssays, { body }, analyst);
      const [draft] = (await platform.call(listAssays, { query: { keyword: bodyCode } }, analyst)).rows;
      const ids = [draft?.assayId ?? 0];
      await platform.call(submitAssays, { body: { ids } }, analyst);
      await platform.call(reviewAssays, { body: { ids, decision: "approve" } }, reviewer);

      const report = await make(pointId, { analytes: ["ketamine"], language: "zh" });
      expect(report).toMatchObject({ state: "done", progress: 100, pointCode: code });
      const stored = await sql<{ value: string }>`
        select value::text from assay where id = ${ids[0] ?? 0}`.execute(platform.db);
      expect(stored.rows).toEqual([{ value: "0.01234567" }]);
      const { runId } = await read(report.reportId);
      const { rows } = await platform.call(listLoads, { query: { runId: runId ?? 0 } }, analyst);
      // 12.34567 ng/L x 1000 m3/d x 1e-3
      expect(rows).toMatchObject([
        { concentration: "0.01234567", load: "12.34567", reportId: report.reportId, isInForce: false },
      ]);
      const book = await readBook(await fetchFile(report.reportId, getReportSheet));
      const [head = [], row = []] = book.get("全部负荷") ?? [];
      expect(row[head.indexOf("所用浓度 (μg/L)")]).toBe("0.01234567");
      expect(row[head.indexOf("负荷 (mg/d)")]).toBe("12.34567");
      const texts = readPdf(await fetchFile(report.reportId, getReportPdf));
      expect(texts).toContain("0.01234567");
      expect(texts.join("")).toContain("采样点报告");
      expect(texts.join("")).toContain("氯胺酮");
    });

    test("come out the same when they are made again, until something of theirs is changed", async () => {
      const { pointId } = await addPoint({ designFlow: 100, population: 1000 });
      await addAssay(pointId, "mdma", "2026-03-03");
      await addAssay(pointId, "mdma", "2026-03-07", { flag: "belowLoq", value: null, uncertainty: null });
      const report = await make(pointId, { substitution: "halfLoq", europeanYear: 2024 });
      const again = async () =>
        (await platform.call(remakeReport, { params: { id: report.reportId } }, analyst)).data;
      expect(await again()).toEqual({
        ...{ isSame: true, changedLoads: 0, hasSameFigures: true },
        ...{ pdf: report.pdf?.sha256, xlsx: report.xlsx?.sha256 },
      });
      // What becomes of the point later is no part of it.
      await platform.db
        .updateTable("samplingPoint")
        .set({ name: "Renamed" })
        .where("id", "=", pointId)
        .execute();
      expect((await again()).isSame).toBe(true);
      const { runId } = await read(report.reportId);
      await sql`update load_result set flow = 200 where run_id = ${runId ?? 0} and sampled_on = '2026-03-03'`.execute(
        platform.db,
      );
      expect(await again()).toMatchObject({ isSame: false, changedLoads: 1, hasSameFigures: true });
    });

    test("tell means by the day set, the change against the year before and the sites of Europe", async () => {
      const { pointId } = await addPoint({ designFlow: 1000, population: 1000 });
      // Tuesday, Saturday and Monday of one week of EUDA's day set; the Tuesday of the year before.
      for (const [day, value] of [
        ["2026-03-03", "0.010"],
        ["2026-03-07", "0.030"],
        ["2026-03-09", "0.020"],
        ["2025-03-04", "0.0201"],
      ] as const) {
        await addAssay(pointId, "mdma", day, { value });
      }
      const report = await make(pointId, { europeanYear: 2024 });
      const { figures } = await read(report.reportId);
      const [mdma] = figures?.analytes ?? [];
      expect(mdma).toMatchObject({
        ...{ measure: "per1000", results: 3, below: 0, isTrendForbidden: false },
        means: { weekday: "10", weekend: "25", daily: "20", days: { weekday: 1, weekend: 2, daily: 3 } },
        weeks: [{ from: "2026-03-03", until: "2026-03-09" }],
        change: { to: "stable", before: "20.1", days: 1 },
        comparison: {
          year: 2024,
          residue: "MDMA",
          source: expect.stringContaining("EUDA"),
          own: { mean: "20" },
        },
      });
      expect(mdma?.comparison?.sites).toBeGreaterThan(50);
      const calendar = {
        weekday: ["monday", "tuesday", "wednesday", "thursday", "friday"],
        weekend: ["saturday", "sunday"],
      };
      const own = await make(pointId, { daySet: calendar });
      expect((await read(own.reportId)).figures?.analytes[0]?.means).toMatchObject({
        weekday: "15",
        weekend: "30",
      });
    });

    test("tell no trend where more than half of the results lie below the LOQ, and add up categories", async () => {
      const { pointId } = await addPoint({ designFlow: 1000, population: 1000 });
      const below = { flag: "notDetected", value: null, uncertainty: null };
      await addAssay(pointId, "cocaine", "2026-03-03", below);
      await addAssay(pointId, "cocaine", "2026-03-04", below);
      await addAssay(pointId, "cocaine", "2026-03-05");
      await addAssay(pointId, "cocaine", "2025-03-05");
      await addAssay(pointId, "benzoylEconine", "2026-03-05", { value: "0.1" });
      const report = await make(pointId, { analytes: ["cocaine", "benzoylEconine"] });
      const { figures } = await read(report.reportId);
      expect(figures?.analytes[0]).toMatchObject({
        ...{ analyte: "cocaine", below: 2, isTrendForbidden: true, change: null },
        warnings: [{ key: "noTrendBelowLoq" }],
      });
      expect(figures?.categories).toMatchObject([
        { category: "cocaine", means: { daily: "440" }, incompleteDays: ["2026-03-03", "2026-03-04"] },
      ]);
      const texts = readPdf(await fetchFile(report.reportId, getReportPdf));
      expect(texts.join(" ")).toContain("no trend can be told");
      expect(texts.join(" ")).toContain("Substitution below LOQ");
    });

    test("of nothing fail with the reason; those that run can be cancelled, and end with the server", async () => {
      const { pointId } = await addPoint({ designFlow: 100 });
      expect(await make(pointId)).toMatchObject({
        state: "failed",
        reason: expect.stringContaining("no approved"),
      });
      await addAssay(pointId, "mdma", "2026-03-03");
      const { reportId: id } = await make(pointId);
      const run = () =>
        platform.db.updateTable("pointReport").set({ state: "running" }).where("id", "=", id).execute();
      await run();
      const params = { id };
      expect((await platform.call(cancelReport, { params }, analyst)).data.state).toBe("cancelled");
      expect(await platform.refusal(cancelReport, { params }, analyst)).toMatchObject({ code: 409 });
      expect(await platform.refusal(remakeReport, { params }, analyst)).toMatchObject({ code: 500 });
      await run();
      await platform.restart();
      expect(await read(id)).toMatchObject({ state: "failed", reason: expect.stringContaining("restarted") });
    });

    test("are refused of a span that is none, of days in both sets, of another unit's point", async () => {
      const { pointId } = await addPoint({ designFlow: 100 });
      const good = { pointId, ...days, analytes: ["mdma"] };
      for (const [field, wrong] of [
        ["until", { until: "2026-02-28" }],
        ["until", { until: "2027-03-02" }],
        ["analytes", { analytes: [] }],
        ["analytes.0", { analytes: ["aspirin"] }],
        ["daySet.weekend", { daySet: { weekday: ["monday"], weekend: ["monday"] } }],
        ["europeanYear", { europeanYear: 3 }],
      ] as const) {
        const refused = await platform.refusal(makeReport, { body: { ...good, ...wrong } }, analyst);
        expect(refused, field).toMatchObject({ code: 400, errors: [{ field }] });
      }
      expect(await platform.refusal(makeReport, { body: good }, foreign)).toMatchObject({
        code: 400,
        errors: [{ field: "pointId" }],
      });
    });

    test("are made by schedule once a span is whole and all of its results are reviewed", async () => {
      const { pointId, code } = await addPoint({ designFlow: 100, population: 1000 });
      const body = { pointId, every: "week" as const, analytes: ["mdma" as const] };
      const { data } = await platform.call(addReportSchedule, { body }, analyst);
      expect(data).toMatchObject({ pointCode: code, every: "week", choices: { substitution: "zero" } });
      const day = lastWeek();
      await addAssay(pointId, "mdma", day(1));
      const waiting = await addAssay(pointId, "mdma", day(3), { state: "inReview" });
      // The week after it has not ended.
      await addAssay(pointId, "mdma", day(7));
      const listed = async () => (await platform.call(listReports, { query: { pointId } }, analyst)).rows;
      await runTask(platform, "pointReports");
      expect(await listed()).toEqual([]);
      await platform.db.updateTable("assay").set({ state: "approved" }).where("id", "=", waiting).execute();
      await runTask(platform, "pointReports");
      await runTask(platform, "pointReports");
      expect(await listed()).toMatchObject([
        { from: day(0), until: day(6), isScheduled: true, state: "done" },
      ]);
      const params = { id: data.scheduleId };
      await platform.call(endReportSchedule, { params }, analyst);
      expect((await platform.call(listReportSchedules, {}, analyst)).rows).not.toMatchObject([
        { scheduleId: data.scheduleId },
      ]);
      expect(await platform.refusal(endReportSchedule, { params }, analyst)).toMatchObject({ code: 404 });
    });

    test("leave the loads in force alone; of those the trend and the sites of Europe are told", async () => {
      const { pointId } = await addPoint({ designFlow: 1000, population: 1000 });
      await addAssay(pointId, "mamp", "2026-03-03", { value: "0.02" });
      await addAssay(pointId, "amp", "2026-03-03", { value: "0.002" });
      await platform.call(computeLoads, { body: { pointId, ...days } }, analyst);
      await make(pointId, { analytes: ["mamp"], substitution: "loq" });
      const { rows } = await platform.call(listLoads, { query: { pointId, analyte: "mamp" } }, analyst);
      expect(rows).toMatchObject([{ isInForce: true, reportId: null, substitution: "zero" }]);
      const trend = async (query: object) =>
        (await platform.call(getLoadTrend, { query: { pointId, ...query } }, analyst)).data;
      expect(await trend({ analyte: "mamp" })).toMatchObject({
        ...{ until: "2026-03-03", days: [{ day: "2026-03-03", value: "20", isBelow: false }] },
        series: { means: { weekday: "20", weekend: null }, change: null },
      });
      expect(await trend({ category: "meth" })).toMatchObject({
        ...{ analytes: ["amp", "mamp"], days: [{ value: "22" }] },
        series: { warnings: [{ key: "amphetamineFromMethamphetamine" }] },
      });
      expect(await trend({ analyte: "mamp", weekday: "monday", weekend: "tuesday" })).toMatchObject({
        series: { means: { weekday: null, weekend: "20" } },
      });
      for (const query of [{ pointId }, { pointId, analyte: "mamp", weekday: "monday" }]) {
        expect(await platform.refusal(getLoadTrend, { query }, analyst)).toMatchObject({ code: 400 });
      }
      const compare = async (query: { analyte: "mamp" | "thc"; year?: number }) =>
        (await platform.call(getLoadComparison, { query: { pointId, ...query } }, analyst)).data;
      expect(await compare({ analyte: "mamp", year: 2023 })).toMatchObject({
        comparison: { year: 2023, residue: "methamphetamine", own: { mean: "20", days: 1 } },
      });
      expect(await compare({ analyte: "thc" })).toEqual({ years: [], comparison: null, sites: [] });
    });

    test("hang on the thread with their loads, from the assay and back to it", async () => {
      const { pointId, code } = await addPoint({ designFlow: 100, population: 1000 });
      const assayId = await addAssay(pointId, "mdma", "2026-03-03");
      await platform.call(computeLoads, { body: { pointId, ...days } }, analyst);
      const report = await make(pointId);
      const { data } = await platform.call(getThread, { params: { kind: "assay", id: assayId } }, analyst);
      expect(data.loads).toMatchObject([{ reportId: null }, { reportId: report.reportId }]);
      expect(data.reports).toMatchObject([{ reportId: report.reportId, pointCode: code }]);
      const [load] = data.loads;
      const { data: ofLoad } = await platform.call(
        getThread,
        { params: { kind: "load", id: load?.loadId ?? 0 } },
        analyst,
      );
      expect(ofLoad).toMatchObject({
        name: "mdma",
        assays: [{ assayId }],
        loads: [{ assayId }, { assayId }],
      });
      const { data: ofReport } = await platform.call(
        getThread,
        { params: { kind: "report", id: report.reportId } },
        analyst,
      );
      expect(ofReport.assays).toMatchObject([{ assayId, analyte: "mdma" }]);
      expect((await platform.call(getLoad, { params: { id: load?.loadId ?? 0 } }, analyst)).data.isSame).toBe(
        true,
      );
      for (const [kind, id] of [
        ["load", load?.loadId ?? 0],
        ["report", report.reportId],
      ] as const) {
        expect(await platform.refusal(getThread, { params: { kind, id } }, foreign)).toMatchObject({
          code: 404,
        });
      }
    });
  },
  { now: () => moment },
);
