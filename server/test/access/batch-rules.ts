import * as batches from "@tracewater/contract/laboratory/analytical-batches";
import { listInstrumentEvents } from "@tracewater/contract/laboratory/instrument-runs";
import { sql } from "kysely";
import type { CallInput, Rule } from "./access-cells.ts";
import type { AccessStage } from "./access-stage.ts";
import { runFileRules } from "./run-file-rules.ts";

const blank = { kind: "proceduralBlank", analyte: "mdma", loq: "0.005" };
const file = new Blob(["Kind,Analyte,LOQ (μg/L)\nBlank,MDMA,0.005"]);

/** Batches with their quality control, and the control charts of a unit. */
export function batchRules(stage: AccessStage): Record<string, Rule> {
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
    outside: "notFound",
    make: async (unitId) => ({ input: input((await addBatch(unitId)).id) }),
  });
  return {
    [batches.listAssayBatches.name]: {
      outside: "notSeen",
      make: async (unitId) => {
        const { batchNo } = await addBatch(unitId);
        return { input: { query: { keyword: batchNo } }, sees: batchNo };
      },
    },
    ...runFileRules(stage),
    [listInstrumentEvents.name]: {
      outside: "notSeen",
      make: async (unitId) => {
        const deviceName = stage.name();
        const device = await stage.platform.addDevice({ family: "mass", unitId, deviceName });
        const at = new Date(1_767_571_200_000 + device.id * 1000);
        await sql`insert into instrument_event (unit_id, device_id, kind, identity, at)
          values (${unitId}, ${device.id}, 'auditTrailGap', 'as a test', ${at})`.execute(db);
        return { input: { query: { deviceName } }, sees: String(at.getTime()) };
      },
    },
    [batches.getAssayBatch.name]: ofBatch((id) => ({ params: { id } })),
    [batches.addAssayBatch.name]: {
      outside: "field",
      make: async (unitId) => ({ input: { body: { ...about, batchNo: stage.name(), unitId, runAt: 0 } } }),
    },
    [batches.removeAssayBatch.name]: ofBatch((id) => ({ params: { id } })),
    [batches.addControlResults.name]: ofBatch((batchId) => ({ body: { batchId, results: [blank] } })),
    [batches.previewControlSheet.name]: ofBatch((id) => ({ params: { id }, file })),
    [batches.storeControlSheet.name]: ofBatch((id) => ({ params: { id }, file })),
    [batches.removeControlResults.name]: {
      outside: "notFound",
      make: async (unitId) => ({ input: { params: { ids: (await addControl(unitId)).resultId } } }),
    },
    [batches.assignAssayBatch.name]: {
      outside: "notFound",
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
      outside: "notFound",
      make: async (unitId) => ({ input: { query: (await addControl(unitId)).key } }),
    },
    [batches.exportControlChart.name]: {
      outside: "notFound",
      make: async (unitId) => ({ input: { query: (await addControl(unitId)).key } }),
    },
    [batches.setControlLimits.name]: {
      outside: "notFound",
      make: async (unitId) => {
        const { key } = await addControl(unitId);
        return { input: { body: { ...key, mean: 0.5, deviation: 0.02, reason: "certificate" } } };
      },
    },
  };
}
