import * as cityLoads from "@tracewater/contract/laboratory/city-loads";
import * as collections from "@tracewater/contract/laboratory/load-collections";
import * as loadSeries from "@tracewater/contract/laboratory/load-series";
import * as loads from "@tracewater/contract/laboratory/loads";
import * as reports from "@tracewater/contract/laboratory/reports";
import { eventually } from "../eventually.ts";
import type { CallInput, Rule } from "./access-cells.ts";
import type { AccessStage } from "./access-stage.ts";

const days = { from: "2026-01-01", until: "2026-01-31" };

/** A point with an approved result of one day, and a flow. */
function pointMaker(stage: AccessStage) {
  return async (unitId: number) => {
    const { db } = stage.platform;
    const code = stage.name();
    const { id: pointId } = await db
      .insertInto("samplingPoint")
      .values({ code, name: code, kind: "other", unitId, designFlow: 100, population: 20_000 })
      .returning("id")
      .executeTakeFirstOrThrow();
    const bottle = await db
      .insertInto("bottle")
      .values({ bodyCode: code, unitId })
      .returning("id")
      .executeTakeFirstOrThrow();
    const about = { analyte: "mdma", phase: "liquid", source: "lcms", method: "", methodVersion: "" };
    const people = { analystIds: [1_000_000], analyst: "somebody", reviewerId: 2_000_000, state: "approved" };
    const figures = { value: "0.5", flag: "quantified", lod: null, loq: "0.005", uncertainty: null };
    await db
      .insertInto("assay")
      .values({
        unitId,
        bottleId: bottle.id,
        pointId,
        sampledOn: "2026-01-05",
        ...about,
        ...people,
        ...figures,
      })
      .execute();
    return { pointId, code };
  };
}

/** Loads belong to the unit of the sampling point. */
export function loadRules(stage: AccessStage): Record<string, Rule> {
  const addPoint = pointMaker(stage);

  async function addLoad(unitId: number) {
    const point = await addPoint(unitId);
    const body = { pointId: point.pointId, ...days };
    const { code, text } = await stage.ask(loads.computeLoads, { body }, stage.admin);
    if (code !== 200) throw new Error(text);
    const { id } = await stage.platform.db
      .selectFrom("loadResult")
      .select("id")
      .where("pointId", "=", point.pointId)
      .executeTakeFirstOrThrow();
    return { ...point, id };
  }
  const listed = (input: (pointId: number) => CallInput): Rule => ({
    outside: "notSeen",
    make: async (unitId) => {
      const { pointId, code } = await addLoad(unitId);
      return { input: input(pointId), sees: code };
    },
  });
  const collected = listed((pointId) => ({ query: { pointId, ...days } }));
  return {
    [loads.listLoads.name]: listed((pointId) => ({ query: { pointId } })),
    [loads.loadExport.calls.export.name]: listed((pointId) => ({ query: { pointId } })),
    [loads.loadExport.calls.exportByForm.name]: listed((pointId) => ({ body: { pointId } })),
    [collections.getEudaCollection.name]: collected,
    [collections.getOdmCollection.name]: collected,
    [cityLoads.getCityLoads.name]: {
      outside: "notSeen",
      make: async (unitId) => {
        const { pointId, code } = await addLoad(unitId);
        const facts = { place: code, kind: "plantInlet" };
        await stage.platform.db.updateTable("samplingPoint").set(facts).where("id", "=", pointId).execute();
        return { input: { query: { analyte: "mdma", ...days } }, sees: code };
      },
    },
    [loads.getLoad.name]: {
      outside: "notFound",
      make: async (unitId) => ({ input: { params: { id: (await addLoad(unitId)).id } } }),
    },
    [loads.computeLoads.name]: {
      outside: "field",
      make: async (unitId) => ({ input: { body: { pointId: (await addPoint(unitId)).pointId, ...days } } }),
    },
    [loadSeries.getLoadTrend.name]: {
      outside: "notSeen",
      make: async (unitId) => {
        const { pointId } = await addLoad(unitId);
        return { input: { query: { pointId, analyte: "mdma" } }, sees: "2026-01-05" };
      },
    },
    [loadSeries.getLoadComparison.name]: {
      outside: "none",
      make: async (unitId) => ({
        input: { query: { pointId: (await addPoint(unitId)).pointId, analyte: "mdma" } },
      }),
    },
  };
}

/** Reports and their schedules belong to the unit of the sampling point. */
export function reportRules(stage: AccessStage): Record<string, Rule> {
  const addPoint = pointMaker(stage);
  const choices = { analytes: ["mdma" as const] };

  async function addReport(unitId: number) {
    const { pointId, code } = await addPoint(unitId);
    const { text } = await stage.ask(
      reports.makeReport,
      { body: { pointId, ...days, ...choices } },
      stage.admin,
    );
    const { data } = reports.makeReport.reply.parse(JSON.parse(text));
    const state = () =>
      stage.platform.db
        .selectFrom("pointReport")
        .select("state")
        .where("id", "=", data.reportId)
        .executeTakeFirstOrThrow();
    await eventually(state).toEqual({ state: "done" });
    return { id: data.reportId, code, pointId };
  }
  async function addSchedule(unitId: number) {
    const { pointId, code } = await addPoint(unitId);
    const body = { pointId, every: "month" as const, ...choices };
    const { text } = await stage.ask(reports.addReportSchedule, { body }, stage.admin);
    return { id: reports.addReportSchedule.reply.parse(JSON.parse(text)).data.scheduleId, code };
  }
  const one: Rule = {
    outside: "notFound",
    make: async (unitId) => ({ input: { params: { id: (await addReport(unitId)).id } } }),
  };
  return {
    [reports.listReports.name]: {
      outside: "notSeen",
      make: async (unitId) => {
        const { pointId, code } = await addReport(unitId);
        return { input: { query: { pointId } }, sees: code };
      },
    },
    [reports.getReport.name]: one,
    [reports.makeReport.name]: {
      outside: "field",
      make: async (unitId) => ({
        input: { body: { pointId: (await addPoint(unitId)).pointId, ...days, ...choices } },
      }),
    },
    [reports.cancelReport.name]: {
      outside: "notFound",
      make: async (unitId) => {
        const { id } = await addReport(unitId);
        const running = { state: "running", progress: 1 };
        await stage.platform.db.updateTable("pointReport").set(running).where("id", "=", id).execute();
        return { input: { params: { id } } };
      },
    },
    [reports.remakeReport.name]: one,
    [reports.getReportPdf.name]: one,
    [reports.getReportSheet.name]: one,
    [reports.listReportSchedules.name]: {
      outside: "notSeen",
      make: async (unitId) => {
        const { code } = await addSchedule(unitId);
        return { input: { query: { pageSize: 500 } }, sees: code };
      },
    },
    [reports.addReportSchedule.name]: {
      outside: "field",
      make: async (unitId) => ({
        input: { body: { pointId: (await addPoint(unitId)).pointId, every: "week", ...choices } },
      }),
    },
    [reports.endReportSchedule.name]: {
      outside: "notFound",
      make: async (unitId) => ({ input: { params: { id: (await addSchedule(unitId)).id } } }),
    },
  };
}
