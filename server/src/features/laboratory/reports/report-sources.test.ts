import { getLoadComparison, getLoadTrend } from "@tracewater/contract/laboratory/load-series";
import { computeLoads, getLoad, listLoads } from "@tracewater/contract/laboratory/loads";
import {
  addReportSchedule,
  endReportSchedule,
  listReportSchedules,
  listReports,
} from "@tracewater/contract/laboratory/reports";
import { getThread } from "@tracewater/contract/laboratory/traceability";
import { getWaitingWork } from "@tracewater/contract/operations/waiting-work";
import { expect, test } from "vitest";
import { runTask } from "../../../../test/test-jobs.ts";
import { onPlatform } from "../../../../test/test-platform.ts";
import { reportWorld } from "../../../../test/test-reports.ts";

/** The clock does not move, so that no midnight falls into a test. */
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
  "Reports and what stands beside them",
  (platform) => {
    const { days, analyst, foreign, addPoint, addAssay, make } = reportWorld(platform);

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
      const due = async () => (await platform.call(getWaitingWork, {}, analyst)).data.reports;
      await runTask(platform, "pointReports");
      expect(await due()).toEqual({ count: 1, since: Date.parse(`${day(7)}T00:00:00Z`) });
      expect(await listed()).toEqual([]);
      await platform.db.updateTable("assay").set({ state: "approved" }).where("id", "=", waiting).execute();
      await runTask(platform, "pointReports");
      await runTask(platform, "pointReports");
      expect(await listed()).toMatchObject([
        { from: day(0), until: day(6), isScheduled: true, state: "done" },
      ]);
      expect(await due()).toEqual({ count: 0, since: null });
      const params = { id: data.scheduleId };
      await platform.call(endReportSchedule, { params }, analyst);
      expect((await platform.call(listReportSchedules, {}, analyst)).rows).not.toMatchObject([
        { scheduleId: data.scheduleId },
      ]);
      expect(await platform.refusal(endReportSchedule, { params }, analyst)).toMatchObject({ code: 404 });
    });

    test("leave the loads in force alone; of those the trend and the sites of Europe are reported", async () => {
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
        // By the dominant analyte: residues of different drugs are not added up.
        ...{ analytes: ["mamp", "amp"], days: [{ value: "20" }] },
        series: { means: { daily: "20" }, coverage: { sampled: 1 } },
      });
      expect(await trend({ analyte: "mamp", weekday: "monday", weekend: "tuesday" })).toMatchObject({
        series: { means: { weekday: null, weekend: "20" } },
      });
      expect(await trend({ analyte: "amp" })).toMatchObject({
        series: { warnings: [{ key: "amphetamineFromMethamphetamine" }] },
      });
      for (const query of [{ pointId }, { pointId, analyte: "mamp", weekday: "monday" }]) {
        expect(await platform.refusal(getLoadTrend, { query }, analyst)).toMatchObject({ code: 400 });
      }
      const compare = async (query: { analyte: "mamp" | "thc"; year?: number }) =>
        (await platform.call(getLoadComparison, { query: { pointId, ...query } }, analyst)).data;
      expect(await compare({ analyte: "mamp", year: 2023 })).toMatchObject({
        comparison: { year: 2023, residue: "methamphetamine", own: { mean: "20", days: 1 } },
      });
      // SCORE's sites in Brazil, Chile or New Zealand are no European ones.
      const { comparison, sites } = await compare({ analyte: "mamp", year: 2024 });
      expect(sites.length).toBe(comparison?.sites);
      expect(sites.filter(({ country }) => /^(?:AU|BR|CA|CL|KR|NZ|US)$/.test(country))).toEqual([]);
      expect(sites.map(({ country }) => country)).toEqual(expect.arrayContaining(["CZ", "TR"]));
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
