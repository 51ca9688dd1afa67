import * as uncertainties from "@tracewater/contract/laboratory/method-uncertainty";
import * as rounds from "@tracewater/contract/laboratory/proficiency-rounds";
import type { Rule } from "./access-cells.ts";
import type { AccessStage } from "./access-stage.ts";

const about = { instrument: "LC 1", method: "LC-MS/MS" };

/** Proficiency rounds of a unit, and the uncertainty of its methods. */
export function qualityRules(stage: AccessStage): Record<string, Rule> {
  const { db } = stage.platform;
  async function addBatch(unitId: number): Promise<number> {
    const row = { ...about, batchNo: stage.name(), unitId, methodVersion: "", note: "", madeBy: "somebody" };
    const { id } = await db
      .insertInto("assayBatch")
      .values({ ...row, criteria: "{}", runAt: new Date("2026-01-05T00:00:00Z") })
      .returning("id")
      .executeTakeFirstOrThrow();
    return id;
  }
  const tested = {
    ...{ round: "2025", sample: "", analyte: "mdma", heldOn: "2025-11-03", source: "report" },
    ...{ assigned: "0.1", sigma: "0.02", value: "0.11" },
  };
  async function addRound(unitId: number) {
    const provider = stage.name();
    const { id } = await db
      .insertInto("proficiencyResult")
      .values({
        ...{ ...tested, provider, unitId, note: "", madeBy: "somebody" },
        ...{ assignedUncertainty: null, uncertainty: null },
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    return { id, provider };
  }
  return {
    [uncertainties.getMethodUncertainty.name]: {
      outside: "notFound",
      make: async (unitId) => ({ input: { query: { unitId, analyte: "mdma", ...about } } }),
    },
    [uncertainties.setMethodUncertainty.name]: {
      outside: "notFound",
      make: async (unitId) => {
        const batchId = await addBatch(unitId);
        const add = (kind: string, value: string, figures: object) => ({
          ...{ batchId, unitId, analyte: "mdma", kind, material: kind === "control" ? "QC" : "", value },
          figures: JSON.stringify(figures),
        });
        const spike = { native: "0", spiked: "0.9", added: "1" };
        await db
          .insertInto("controlResult")
          .values([
            ...Array.from({ length: 10 }, (_, at) => add("control", `0.5${at}`, {})),
            add("spike", "0", spike),
          ])
          .execute();
        return { input: { body: { unitId, analyte: "mdma", ...about, reason: "charts of 2026" } } };
      },
    },
    [rounds.listProficiencyResults.name]: {
      outside: "notSeen",
      make: async (unitId) => {
        const { provider } = await addRound(unitId);
        return { input: { query: { keyword: provider } }, sees: provider };
      },
    },
    [rounds.addProficiencyResult.name]: {
      outside: "field",
      make: async (unitId) => ({ input: { body: { ...tested, provider: stage.name(), unitId } } }),
    },
    [rounds.removeProficiencyResult.name]: {
      outside: "notFound",
      make: async (unitId) => ({ input: { params: { id: (await addRound(unitId)).id } } }),
    },
  };
}
