import * as planRuns from "@tracewater/contract/laboratory/plan-runs";
import type { CallInput, Rule } from "./access-cells.ts";
import type { AccessStage } from "./access-stage.ts";

/** The run of a plan: who reads the plan reads what became of it. */
export function planRunRules(stage: AccessStage): Record<string, Rule> {
  const ofPlan = (input: (planId: number) => CallInput): Rule => ({
    outside: "notFound",
    make: async (unitId) => {
      const { db } = stage.platform;
      const [code, planNo] = [stage.name(), stage.name()];
      const point = await db
        .insertInto("samplingPoint")
        .values({ code, name: code, kind: "other", unitId })
        .returning("id")
        .executeTakeFirstOrThrow();
      const plan = {
        ...{ planNo, name: planNo, unitId, pointId: point.id, purpose: "routine", mode: "grab" },
        ...{ startsAt: new Date(0), endsAt: new Date(86_400_000), zone: "UTC", aliquot: 100, bottles: 1 },
        ...{ days: ["mon"], analytes: ["mdma"], preservative: "none", holdingHours: 24 },
        ...{ madeBy: "stage", madeById: 0 },
      };
      const made = db.insertInto("samplingPlan").values(plan).returning("id");
      return { input: input((await made.executeTakeFirstOrThrow()).id) };
    },
  });

  return {
    [planRuns.listPlanRun.name]: ofPlan((planId) => ({ query: { planId } })),
    [planRuns.exportPlanRun.name]: ofPlan((planId) => ({ query: { planId } })),
    [planRuns.exportPlanRunByForm.name]: ofPlan((planId) => ({ body: { planId } })),
  };
}
