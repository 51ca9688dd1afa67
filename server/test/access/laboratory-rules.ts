import * as sheets from "@tracewater/contract/laboratory/assay-sheets";
import * as assays from "@tracewater/contract/laboratory/assays";
import * as batches from "@tracewater/contract/laboratory/batches";
import * as factors from "@tracewater/contract/laboratory/factors";
import * as loadSeries from "@tracewater/contract/laboratory/load-series";
import * as limits from "@tracewater/contract/laboratory/limits";
import * as loads from "@tracewater/contract/laboratory/loads";
import * as reports from "@tracewater/contract/laboratory/reports";
import { eventually } from "../eventually.ts";
import type { CallInput, Rule } from "./access-cells.ts";
import type { AccessStage } from "./access-stage.ts";
import { fileRules } from "./resource-rules.ts";

/** What the laboratory keeps. */
export function laboratoryRules(stage: AccessStage): Record<string, Rule> {
  return {
    ...factorRules(stage),
    ...limitRules(stage),
    ...assayRules(stage),
    ...sheetRules(stage),
    ...batchRules(stage),
    ...loadRules(stage),
    ...reportRules(stage),
  };
}

/** Everybody has the factors of his own unit, and no call names another's. */
function factorRules(stage: AccessStage): Record<string, Rule> {
  let used = 0;
  return {
    [factors.listFactors.name]: { outside: "none", make: async () => ({ input: {} }) },
    [factors.listFactorVersions.name]: {
      outside: "none",
      make: async () => ({ input: { params: { analyte: "mdma" } } }),
    },
    [factors.addFactorVersion.name]: {
      outside: "none",
      make: async () => {
        const { options } = factors.analyteName;
        // An analyte for each cell: the version that ships is the one in force.
        const analyte = options[used++ % options.length] ?? "amp";
        const { id } = await stage.platform.db
          .selectFrom("analyteFactor")
          .select("id")
          .where("analyte", "=", analyte)
          .where("unitId", "is", null)
          .where("version", "=", 1)
          .executeTakeFirstOrThrow();
        const numbers = { excretedFraction: null, factor: "2.5", doseMg: null };
        const body = { analyte, basedOn: id, ...numbers, source: "own study", reason: "new study" };
        return { input: { body } };
      },
    },
  };
}

/** Everybody has the limits of his own unit; what followed from a result belongs to the result's. */
function limitRules(stage: AccessStage): Record<string, Rule> {
  const { db } = stage.platform;
  let used = 0;
  async function addExcess(unitId: number) {
    const bodyCode = stage.name();
    const insert = { bodyCode, unitId, state: "reserve" };
    const bottle = await db.insertInto("bottle").values(insert).returning("id").executeTakeFirstOrThrow();
    const place = { code: bodyCode, name: bodyCode, kind: "other", unitId };
    const point = await db
      .insertInto("samplingPoint")
      .values(place)
      .returning("id")
      .executeTakeFirstOrThrow();
    const about = { bottleId: bottle.id, pointId: point.id, sampledOn: "2026-01-05", analyte: "mdma" };
    const method = { phase: "liquid", source: "lcms", method: "", methodVersion: "", value: "9" };
    const people = { analystIds: [1_000_000], analyst: "stage", reviewerId: 2_000_000, state: "approved" };
    const assay = await db
      .insertInto("assay")
      .values({ unitId, ...about, ...method, flag: "quantified", deviceId: null, ...people })
      .returning("id")
      .executeTakeFirstOrThrow();
    // The last of all, which no cell below comes to.
    const version = { unitId, analyte: "o6Acethyl", phase: "total", version: ++used, value: "1" };
    const limit = await db
      .insertInto("analyteLimit")
      .values({ ...version, source: "", reason: "", createdBy: "stage" })
      .returning("id")
      .executeTakeFirstOrThrow();
    const at = new Date();
    const hold = { bottleId: bottle.id, origin: `assayLimit/${assay.id}`, since: at, placedBy: "stage" };
    await db.insertInto("bottleHold").values(hold).execute();
    const { id: excessId } = await db
      .insertInto("assayExcess")
      .values({
        ...{ assayId: assay.id, rootId: assay.id, unitId, limitId: limit.id, limitValue: "1", at },
        bottleId: bottle.id,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    return { excessId, assayId: assay.id, bodyCode };
  }
  let version = 0;
  const matrices = ["liquid", "total"] as const;
  return {
    [limits.listLimits.name]: { outside: "none", make: async () => ({ input: {} }) },
    [limits.listLimitVersions.name]: {
      outside: "none",
      make: async () => ({ input: { params: { analyte: "amp", phase: "liquid" } } }),
    },
    [limits.addLimitVersion.name]: {
      outside: "none",
      make: async () => {
        const { options } = factors.analyteName;
        // An analyte and matrix for each cell: none has a limit yet.
        const about = {
          analyte: options[Math.floor(version / 2) % options.length],
          phase: matrices[version % 2],
        };
        version += 1;
        const body = { ...about, basedOn: null, value: "2.5", source: "stage", reason: "stage" };
        return { input: { body } };
      },
    },
    [limits.listExcesses.name]: {
      outside: "notSeen",
      make: async (unitId) => {
        const { assayId, bodyCode } = await addExcess(unitId);
        return { input: { params: { assayId } }, sees: bodyCode };
      },
    },
    [limits.releaseHold.name]: {
      outside: "noSuch",
      make: async (unitId) => ({
        input: { body: { excessId: (await addExcess(unitId)).excessId, reason: "stage" } },
      }),
    },
  };
}

/** Results belong to the unit of the bottle that they are about. */
function assayRules(stage: AccessStage): Record<string, Rule> {
  const { db } = stage.platform;
  const figures = {
    value: "0.5",
    flag: "quantified",
    lod: null,
    loq: "0.005",
    uncertainty: null,
    recovery: null,
  };

  async function addSample(unitId: number) {
    const bodyCode = stage.name();
    const bottle = await db
      .insertInto("bottle")
      .values({ bodyCode, unitId })
      .returning("id")
      .executeTakeFirstOrThrow();
    const point = { code: bodyCode, name: bodyCode, kind: "other", unitId };
    const { id: pointId } = await db
      .insertInto("samplingPoint")
      .values(point)
      .returning("id")
      .executeTakeFirstOrThrow();
    return { bodyCode, bottleId: bottle.id, pointId };
  }
  /** Entered, and where it is approved reviewed, by people who are none of the actors. */
  async function addAssay(unitId: number, state: string) {
    const { bodyCode, ...sample } = await addSample(unitId);
    const about = { analyte: "mdma", phase: "liquid", source: "lcms", method: "", methodVersion: "" };
    const people = { analystIds: [1_000_000], analyst: "somebody", reviewerId: 2_000_000 };
    const { id } = await db
      .insertInto("assay")
      .values({ unitId, ...sample, sampledOn: "2026-01-05", ...about, ...figures, ...people, state })
      .returning("id")
      .executeTakeFirstOrThrow();
    return { id, bodyCode };
  }
  const one = (state: string, input: (id: number) => CallInput): Rule => ({
    outside: "noSuch",
    make: async (unitId) => ({ input: input((await addAssay(unitId, state)).id) }),
  });
  const listed = (input: (keyword: string) => CallInput): Rule => ({
    outside: "notSeen",
    make: async (unitId) => {
      const { bodyCode } = await addAssay(unitId, "draft");
      return { input: input(bodyCode), sees: bodyCode };
    },
  });
  const { calls } = assays.assaySheet;
  return {
    [assays.listAssays.name]: listed((keyword) => ({ query: { keyword } })),
    [calls.export.name]: listed((keyword) => ({ query: { keyword } })),
    [calls.exportByForm.name]: listed((keyword) => ({ body: { keyword } })),
    [assays.getAssay.name]: one("draft", (id) => ({ params: { id } })),
    [assays.addAssays.name]: {
      outside: "field",
      make: async (unitId) => {
        const { bodyCode } = await addSample(unitId);
        const results = [{ analyte: "mdma", ...figures }];
        return { input: { body: { bodyCode, sampledOn: "2026-01-05", pointCode: bodyCode, results } } };
      },
    },
    [assays.changeAssay.name]: one("draft", (assayId) => ({ body: { assayId, ...figures } })),
    [assays.removeAssays.name]: one("draft", (id) => ({ params: { ids: id } })),
    [assays.submitAssays.name]: one("draft", (id) => ({ body: { ids: [id] } })),
    [assays.reviewAssays.name]: one("inReview", (id) => ({ body: { ids: [id], decision: "approve" } })),
    [assays.supersedeAssay.name]: one("approved", (assayId) => ({
      body: { assayId, ...figures, reason: "measured again" },
    })),
    ...fileRules(stage, calls),
  };
}

/** Mappings of files belong to the unit of who made them; what a file holds is a matter of its rows. */
function sheetRules(stage: AccessStage): Record<string, Rule> {
  const columns = [
    { head: "Bottle", role: "bodyCode" },
    { head: "Date", role: "sampledOn" },
    { head: "MDMA", role: "value", analyte: "mdma", unit: "ug/L" },
  ];
  const file = new Blob(["Bottle,Date,MDMA\nNONE-1,2026-01-05,0.5"]);
  const body = () => ({ name: stage.name(), columns });
  async function addMapping(unitId: number) {
    const given = body();
    const mapping = JSON.stringify({
      columns,
      analytes: [],
      decimal: ".",
      phase: "liquid",
      source: "lcms",
      method: "",
      methodVersion: "",
    });
    const { id } = await stage.platform.db
      .insertInto("assayMapping")
      .values({ unitId, name: given.name, instrument: "", mapping, changedBy: "somebody" })
      .returning("id")
      .executeTakeFirstOrThrow();
    return { id, given };
  }
  const read: Rule = {
    outside: "noSuch",
    make: async (unitId) => ({ input: { query: { mappingId: (await addMapping(unitId)).id }, file } }),
  };
  return {
    [sheets.listSheetMappings.name]: {
      outside: "notSeen",
      make: async (unitId) => ({ input: {}, sees: (await addMapping(unitId)).given.name }),
    },
    [sheets.addSheetMapping.name]: { outside: "none", make: async () => ({ input: { body: body() } }) },
    [sheets.changeSheetMapping.name]: {
      outside: "noSuch",
      make: async (unitId) => {
        const { id, given } = await addMapping(unitId);
        return { input: { body: { ...given, mappingId: id } } };
      },
    },
    [sheets.removeSheetMappings.name]: {
      outside: "noSuch",
      make: async (unitId) => ({ input: { params: { ids: (await addMapping(unitId)).id } } }),
    },
    [sheets.lookAtSheet.name]: { outside: "none", make: async () => ({ input: { file } }) },
    [sheets.previewSheet.name]: read,
    [sheets.storeSheet.name]: read,
  };
}

/** Batches with their quality control, and the control charts of a unit. */
function batchRules(stage: AccessStage): Record<string, Rule> {
  const { db } = stage.platform;
  const about = { instrument: "LC 1", method: "LC-MS/MS" };
  async function addBatch(unitId: number) {
    const batchNo = stage.name();
    const row = {
      ...about,
      batchNo,
      unitId,
      methodVersion: "",
      note: "",
      criteria: "{}",
      madeBy: "somebody",
    };
    const { id } = await db
      .insertInto("assayBatch")
      .values({ ...row, runAt: new Date("2026-01-05T00:00:00Z") })
      .returning("id")
      .executeTakeFirstOrThrow();
    return { id, batchNo };
  }
  async function addControl(unitId: number) {
    const batch = await addBatch(unitId);
    const material = stage.name();
    const result = { kind: "control", analyte: "mdma", material, value: "0.5" };
    const { id } = await db
      .insertInto("controlResult")
      .values({ ...result, batchId: batch.id, unitId, figures: JSON.stringify(result) })
      .returning("id")
      .executeTakeFirstOrThrow();
    return { ...batch, resultId: id, key: { unitId, analyte: "mdma", material, ...about } };
  }
  const ofBatch = (input: (id: number) => CallInput): Rule => ({
    outside: "noSuch",
    make: async (unitId) => ({ input: input((await addBatch(unitId)).id) }),
  });
  const blank = { kind: "proceduralBlank", analyte: "mdma", loq: "0.005" };
  return {
    [batches.listAssayBatches.name]: {
      outside: "notSeen",
      make: async (unitId) => {
        const { batchNo } = await addBatch(unitId);
        return { input: { query: { keyword: batchNo } }, sees: batchNo };
      },
    },
    [batches.getAssayBatch.name]: ofBatch((id) => ({ params: { id } })),
    [batches.addAssayBatch.name]: {
      outside: "field",
      make: async (unitId) => ({ input: { body: { ...about, batchNo: stage.name(), unitId, runAt: 0 } } }),
    },
    [batches.removeAssayBatch.name]: ofBatch((id) => ({ params: { id } })),
    [batches.addControlResults.name]: ofBatch((batchId) => ({ body: { batchId, results: [blank] } })),
    [batches.removeControlResults.name]: {
      outside: "noSuch",
      make: async (unitId) => ({ input: { params: { ids: (await addControl(unitId)).resultId } } }),
    },
    [batches.assignAssayBatch.name]: {
      outside: "noSuch",
      make: async (unitId) => {
        const bodyCode = stage.name();
        const bottle = await db
          .insertInto("bottle")
          .values({ bodyCode, unitId })
          .returning("id")
          .executeTakeFirstOrThrow();
        const point = await db
          .insertInto("samplingPoint")
          .values({ code: bodyCode, name: bodyCode, kind: "other", unitId })
          .returning("id")
          .executeTakeFirstOrThrow();
        const measured = {
          analyte: "mdma",
          value: "0.5",
          flag: "quantified",
          phase: "liquid",
          source: "lcms",
        };
        const people = { analystIds: [1_000_000], analyst: "somebody", reason: "" };
        const { id } = await db
          .insertInto("assay")
          .values({
            ...{
              unitId,
              bottleId: bottle.id,
              pointId: point.id,
              sampledOn: "2026-01-05",
              ...measured,
              ...people,
            },
            ...{ method: "", methodVersion: "", state: "draft" },
          })
          .returning("id")
          .executeTakeFirstOrThrow();
        return { input: { body: { ids: [id], batchId: null } } };
      },
    },
    [batches.listControlCharts.name]: {
      outside: "notSeen",
      make: async (unitId) => {
        const { key } = await addControl(unitId);
        return { input: { query: { keyword: key.material } }, sees: key.material };
      },
    },
    [batches.getControlChart.name]: {
      outside: "noSuch",
      make: async (unitId) => ({ input: { query: (await addControl(unitId)).key } }),
    },
    [batches.exportControlChart.name]: {
      outside: "noSuch",
      make: async (unitId) => ({ input: { query: (await addControl(unitId)).key } }),
    },
    [batches.setControlLimits.name]: {
      outside: "noSuch",
      make: async (unitId) => {
        const { key } = await addControl(unitId);
        return { input: { body: { ...key, mean: 0.5, deviation: 0.02, reason: "certificate" } } };
      },
    },
  };
}

const days = { from: "2026-01-01", until: "2026-01-31" };

/** A point with an approved result of one day, and a flow. */
function pointMaker(stage: AccessStage) {
  return async (unitId: number) => {
    const { db } = stage.platform;
    const code = stage.name();
    const { id: pointId } = await db
      .insertInto("samplingPoint")
      .values({ code, name: code, kind: "other", unitId, designFlow: 100 })
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
function loadRules(stage: AccessStage): Record<string, Rule> {
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
  return {
    [loads.listLoads.name]: listed((pointId) => ({ query: { pointId } })),
    [loads.loadSheet.calls.export.name]: listed((pointId) => ({ query: { pointId } })),
    [loads.loadSheet.calls.exportByForm.name]: listed((pointId) => ({ body: { pointId } })),
    [loads.getLoad.name]: {
      outside: "noSuch",
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
function reportRules(stage: AccessStage): Record<string, Rule> {
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
    outside: "noSuch",
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
      outside: "noSuch",
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
      outside: "noSuch",
      make: async (unitId) => ({ input: { params: { id: (await addSchedule(unitId)).id } } }),
    },
  };
}
