import * as plans from "@tracewater/contract/laboratory/plans";
import type { CallInput, Rule } from "./access-cells.ts";
import type { AccessStage } from "./access-stage.ts";
import { addPoint } from "./sampling-rules.ts";

const hour = 3_600_000;

/** Sampling plans. */
export function planRules(stage: AccessStage): Record<string, Rule> {
  const planned = (pointId: number) => {
    const now = Date.now();
    return {
      ...{ name: stage.name(), pointId, purpose: "routine", mode: "ctcv", intervalMin: 60, aliquot: 100 },
      ...{ startsAt: now - hour, endsAt: now + hour, zone: "UTC", bottles: 24, days: ["mon"] },
      ...{ analytes: ["mdma"], preservative: "none", holdingHours: 24 },
    };
  };
  /** Written by nobody of the actors; an approved one has a sampler. */
  async function addPlan(unitId: number, state: "draft" | "approved") {
    const pointId = await addPoint(stage, unitId);
    const { startsAt, endsAt, ...rest } = planned(pointId);
    const device =
      state === "draft" ? null : await stage.platform.addDevice({ unitId, deviceName: stage.name() });
    const { db } = stage.platform;
    if (device !== null) {
      await db.updateTable("device").set({ pointId }).where("id", "=", device.id).execute();
    }
    const approved = { approvedBy: "stage", approvedById: 2_000_000, approvedAt: new Date() };
    const planNo = stage.name();
    const { id } = await db
      .insertInto("samplingPlan")
      .values({
        ...{ ...rest, planNo, unitId, state, startsAt: new Date(startsAt), endsAt: new Date(endsAt) },
        ...{ madeBy: "stage", madeById: 1_000_000, writerIds: [1_000_000], deviceId: device?.id ?? null },
        ...(state === "draft" ? {} : approved),
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    return { planId: id, planNo, pointId };
  }
  const ofPlan = (
    state: "draft" | "approved",
    input: (plan: { planId: number; pointId: number }) => CallInput,
  ): Rule => ({
    outside: "notFound",
    make: async (unitId) => ({ input: input(await addPlan(unitId, state)) }),
  });
  const listedPlan = (part: "query" | "body"): Rule => ({
    outside: "notSeen",
    make: async (unitId) => {
      const { planNo } = await addPlan(unitId, "draft");
      return { input: { [part]: { keyword: planNo } }, sees: planNo };
    },
  });

  return {
    [plans.listPlans.name]: listedPlan("query"),
    [plans.exportPlans.name]: listedPlan("query"),
    [plans.exportPlansByForm.name]: listedPlan("body"),
    [plans.getPlan.name]: ofPlan("draft", ({ planId }) => ({ params: { id: planId } })),
    [plans.checkPlan.name]: {
      outside: "field",
      make: async (unitId) => ({ input: { query: { pointId: await addPoint(stage, unitId) } } }),
    },
    [plans.addPlan.name]: {
      outside: "field",
      make: async (unitId) => ({ input: { body: planned(await addPoint(stage, unitId)) } }),
    },
    [plans.changePlan.name]: ofPlan("draft", ({ planId, pointId }) => ({
      body: { planId, ...planned(pointId) },
    })),
    [plans.removePlans.name]: ofPlan("draft", ({ planId }) => ({ params: { ids: planId } })),
    [plans.approvePlan.name]: ofPlan("draft", ({ planId }) => ({ body: { planId } })),
    [plans.closePlan.name]: ofPlan("approved", ({ planId }) => ({
      body: { planId, how: "cancel", reason: "stage" },
    })),
    [plans.programPlan.name]: ofPlan("approved", ({ planId }) => ({ body: { planId } })),
  };
}
