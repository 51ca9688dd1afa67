import { addAssays, listAssays, reviewAssays, submitAssays } from "@tracewater/contract/laboratory/assays";
import { listLoads } from "@tracewater/contract/laboratory/loads";
import {
  cancelReport,
  getReportPdf,
  getReportSheet,
  makeReport,
  remakeReport,
} from "@tracewater/contract/laboratory/reports";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { readPdf } from "../../../../test/pdf-text.ts";
import { onPlatform } from "../../../../test/test-platform.ts";
import { reportWorld } from "../../../../test/test-reports.ts";

/** The clock stands still, so that no midnight falls into a test. */
const moment = Date.now();

onPlatform(
  "Reports",
  (platform) => {
    const {
      analyst,
      reviewer,
      foreign,
      addPoint,
      addBottle,
      addAssay,
      days,
      make,
      read,
      fetchFile,
      readBook,
    } = reportWorld(platform);

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
  },
  { now: () => moment },
);
