import { addAssays, listAssays, reviewAssays, submitAssays } from "@tracewater/contract/laboratory/assays";
import { listLoads } from "@tracewater/contract/laboratory/loads";
import {
  cancelReport,
  getReportPdf,
  getReportSheet,
  makeReport,
  remakeReport,
} from "@tracewater/contract/laboratory/reports";
import { changeProfile } from "@tracewater/contract/system/profile";
import { getInfo } from "@tracewater/contract/system/session";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { readPdf } from "../../../../test/pdf-text.ts";
import { verifyExport } from "../../../../test/test-chain.ts";
import { onPlatform } from "../../../../test/test-platform.ts";
import { reportWorld } from "../../../../test/test-reports.ts";
import { addPoint as addSamplePoint, sealSample } from "../../../../test/test-samples.ts";

/** The clock does not move, so that no midnight falls into a test. */
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

    test("name who made them by the chosen name and the log-in name, in page and PDF", async () => {
      const { pointId } = await addPoint({ designFlow: 1000, population: 7000 });
      await addAssay(pointId, "mdma", "2026-03-03");
      const user = { nickName: "Jane Doe", phonenumber: "", email: "", sex: "2" as const };
      await platform.call(changeProfile, { body: user }, analyst);
      const { user: own } = await platform.call(getInfo, {}, analyst);
      const report = await make(pointId);
      expect(report.madeBy).toBe(`Jane Doe (${own.userName})`);
      const texts = readPdf(await fetchFile(report.reportId, getReportPdf));
      expect(texts.join(" ")).toContain(`Jane Doe (${own.userName})`);
    });

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

    test("name the laboratory, its method and who approved the results, as they were when it was made", async () => {
      const { pointId } = await addPoint({ designFlow: 100, population: 1000 });
      const reviewedAt = new Date("2026-03-05T02:00:00Z");
      const known = { method: "LC-MS/MS", methodVersion: "4.1", reviewer: "Rita (rita)", reviewedAt };
      await addAssay(pointId, "mdma", "2026-03-03", known);
      await addAssay(pointId, "mdma", "2026-03-05", known);
      const report = await make(pointId, { europeanYear: 2024 });
      const text = readPdf(await fetchFile(report.reportId, getReportPdf)).join(" ");
      expect(text).toContain("LC-MS/MS 4.1");
      expect(text).toContain("Rita (rita), 2026-03-05");
      expect(text).toContain("no load, 26 d");
      expect(text).toContain("Page 1 of");
      await platform.db
        .updateTable("dept")
        .set({ name: "Moved", phone: "+1" })
        .where("name", "=", "North")
        .execute();
      const again = await platform.call(remakeReport, { params: { id: report.reportId } }, analyst);
      expect(again.data.isSame).toBe(true);
      await platform.db
        .updateTable("dept")
        .set({ name: "North", phone: "" })
        .where("name", "=", "Moved")
        .execute();
    });

    test("print the signed head of the custody chain as it was, however the chain goes on", async () => {
      const { pointId } = await addPoint({ designFlow: 100, population: 1000 });
      await addAssay(pointId, "mdma", "2026-03-03");
      const before = await make(pointId, {});
      expect((await read(before.reportId)).custodyHead).toEqual({ state: "empty" });
      const unitId = await platform.unit();
      const sampled = await addSamplePoint(platform, unitId);
      await sealSample(platform, sampled.pointId, await platform.admin());

      const report = await make(pointId, {});
      const { custodyHead: head } = await read(report.reportId);
      if (head?.state !== "signed") throw new Error("the report has no signed head");
      await sealSample(platform, sampled.pointId, await platform.admin());
      const texts = readPdf(await fetchFile(report.reportId, getReportPdf)).join("");
      expect(texts).toContain(`${head.seq}:${head.hash}`);
      expect(texts).toContain(head.signedAt);
      const book = await readBook(await fetchFile(report.reportId, getReportSheet));
      const [, ...facts] = [...book.values()][0] ?? [];
      expect(facts).toContainEqual(["For custody-verify --head", `${head.seq}:${head.hash}`]);
      const again = await platform.call(remakeReport, { params: { id: report.reportId } }, analyst);
      expect(again.data).toMatchObject({ isSame: true });
      const path = "/prod-api/v2/admin/laboratory/custody/chain/export";
      const printed = [`${head.seq}:${head.hash}`];
      expect(await verifyExport(platform, await platform.admin(), path, printed)).toMatchObject({ code: 0 });
      const other = [`${head.seq}:${"0".repeat(16)}`];
      expect(await verifyExport(platform, await platform.admin(), path, other)).toMatchObject({ code: 1 });
    });

    test("report means by the day set, the change against the year before and the sites of Europe", async () => {
      const { pointId } = await addPoint({ designFlow: 1000, population: 1000 });
      // Tuesday, Saturday and Monday of one week of EUDA's day set; the same weekdays 364 days before.
      for (const [day, value] of [
        ["2026-03-03", "0.010"],
        ["2026-03-07", "0.030"],
        ["2026-03-09", "0.020"],
        ["2025-03-04", "0.0101"],
        ["2025-03-08", "0.0301"],
        ["2025-03-10", "0.0201"],
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
        change: { to: "stable", before: "20.1", days: 3, pairs: 3, isShown: true },
        isBalanced: false,
        coverage: { days: 31, sampled: 3, gaps: [{ days: 2 }, { days: 3 }, { days: 1 }, { days: 22 }] },
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

    test("report no trend where more than half of the results lie below the LOQ, and groups by the dominant analyte", async () => {
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
        { category: "cocaine", analytes: ["cocaine", "benzoylEconine"], isTrendForbidden: true },
      ]);
      const texts = readPdf(await fetchFile(report.reportId, getReportPdf));
      expect(texts.join(" ")).toContain("no trend is reported");
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
