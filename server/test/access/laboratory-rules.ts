import * as assays from "@tracewater/contract/laboratory/assays";
import * as factors from "@tracewater/contract/laboratory/factors";
import * as sheets from "@tracewater/contract/laboratory/instrument-files";
import * as limits from "@tracewater/contract/laboratory/limits";
import type { CallInput, Rule } from "./access-cells.ts";
import type { AccessStage } from "./access-stage.ts";
import { batchRules } from "./batch-rules.ts";
import { loadRules, reportRules } from "./load-rules.ts";
import { populationRules } from "./population-rules.ts";
import { qualityRules } from "./quality-rules.ts";
import { fileRules } from "./resource-rules.ts";

/** What the laboratory keeps. */
export function laboratoryRules(stage: AccessStage): Record<string, Rule> {
  return {
    ...factorRules(stage),
    ...limitRules(stage),
    ...assayRules(stage),
    ...sheetRules(stage),
    ...batchRules(stage),
    ...qualityRules(stage),
    ...loadRules(stage),
    ...populationRules(stage),
    ...reportRules(stage),
  };
}

/** Everybody has the factors of their own unit, and no call names another's. */
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

/** Everybody has the limits of their own unit; what followed from a result belongs to the result's. */
function limitRules(stage: AccessStage): Record<string, Rule> {
  const { db } = stage.platform;
  let used = 0;
  async function addExceedance(unitId: number) {
    const bodyCode = stage.name();
    const insert = { bodyCode, unitId, state: "reserve" as const };
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
    const { id: exceedanceId } = await db
      .insertInto("assayExcess")
      .values({
        ...{ assayId: assay.id, rootId: assay.id, unitId, limitId: limit.id, limitValue: "1", at },
        bottleId: bottle.id,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    return { excessId: exceedanceId, assayId: assay.id, bodyCode };
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
        const { assayId, bodyCode } = await addExceedance(unitId);
        return { input: { params: { assayId } }, sees: bodyCode };
      },
    },
    [limits.releaseHold.name]: {
      outside: "notFound",
      make: async (unitId) => ({
        input: { body: { excessId: (await addExceedance(unitId)).excessId, reason: "stage" } },
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
  async function addAssay(unitId: number, state: string, method = "") {
    const { bodyCode, ...sample } = await addSample(unitId);
    const about = { analyte: "mdma", phase: "liquid", source: "lcms", method, methodVersion: "" };
    const people = { analystIds: [1_000_000], analyst: "somebody", reviewerId: 2_000_000 };
    const { id } = await db
      .insertInto("assay")
      .values({ unitId, ...sample, sampledOn: "2026-01-05", ...about, ...figures, ...people, state })
      .returning("id")
      .executeTakeFirstOrThrow();
    return { id, bodyCode };
  }
  const one = (state: string, input: (id: number) => CallInput): Rule => ({
    outside: "notFound",
    make: async (unitId) => ({ input: input((await addAssay(unitId, state)).id) }),
  });
  const listed = (input: (keyword: string) => CallInput): Rule => ({
    outside: "notSeen",
    make: async (unitId) => {
      const { bodyCode } = await addAssay(unitId, "draft");
      return { input: input(bodyCode), sees: bodyCode };
    },
  });
  const { calls } = assays.assayExport;
  return {
    [assays.listAssays.name]: listed((keyword) => ({ query: { keyword } })),
    [calls.export.name]: listed((keyword) => ({ query: { keyword } })),
    [calls.exportByForm.name]: listed((keyword) => ({ body: { keyword } })),
    [assays.getAssay.name]: one("draft", (id) => ({ params: { id } })),
    [assays.getMethodLimits.name]: {
      outside: "notSeen",
      make: async (unitId) => {
        const method = `method of ${unitId}`;
        await addAssay(unitId, "draft", method);
        return { input: { query: { method } }, sees: "mdma" };
      },
    },
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
    // Nothing calls it in question: refused after it was found.
    [assays.confirmAssays.name]: {
      ...one("approved", (id) => ({ body: { ids: [id], reason: "as a test" } })),
      succeeds: 500,
    },
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
    outside: "notFound",
    make: async (unitId) => ({ input: { query: { mappingId: (await addMapping(unitId)).id }, file } }),
  };
  return {
    [sheets.listSheetMappings.name]: {
      outside: "notSeen",
      make: async (unitId) => ({ input: {}, sees: (await addMapping(unitId)).given.name }),
    },
    [sheets.addSheetMapping.name]: { outside: "none", make: async () => ({ input: { body: body() } }) },
    [sheets.changeSheetMapping.name]: {
      outside: "notFound",
      make: async (unitId) => {
        const { id, given } = await addMapping(unitId);
        return { input: { body: { ...given, mappingId: id } } };
      },
    },
    [sheets.removeSheetMappings.name]: {
      outside: "notFound",
      make: async (unitId) => ({ input: { params: { ids: (await addMapping(unitId)).id } } }),
    },
    [sheets.lookAtSheet.name]: { outside: "none", make: async () => ({ input: { file } }) },
    [sheets.previewSheet.name]: read,
    [sheets.storeSheet.name]: read,
  };
}
