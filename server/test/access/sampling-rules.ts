import * as assays from "@tracewater/contract/laboratory/assays";
import * as custody from "@tracewater/contract/laboratory/custody";
import * as plans from "@tracewater/contract/laboratory/plans";
import * as deliveries from "@tracewater/contract/laboratory/sample-deliveries";
import * as samplings from "@tracewater/contract/laboratory/samplings";
import * as thread from "@tracewater/contract/laboratory/traceability";
import type { Insertable } from "kysely";
import type { Tables } from "../../src/platform/store/tables.ts";
import type { CallInput, Rule } from "./access-cells.ts";
import type { AccessStage } from "./access-stage.ts";

const hour = 3_600_000;

const deliveredTo = (pointId: number, samplerPerson = "stage") => {
  const at = Date.now() - hour;
  return { kind: "grab", pointId, began: at, ended: at, samplerPerson };
};

/** Samples, deliveries and the custody chain. */
export function samplingRules(stage: AccessStage): Record<string, Rule> {
  async function addPoint(unitId: number): Promise<number> {
    const code = stage.name();
    const point = { code, name: code, kind: "other", unitId };
    const { db } = stage.platform;
    return (await db.insertInto("samplingPoint").values(point).returning("id").executeTakeFirstOrThrow()).id;
  }
  type Stored = { samplingId: number; sampleNo: string; pointId: number; bodyCode: string };
  async function addSample(
    unitId: number,
    more: Partial<Insertable<Tables["waterSampling"]>> = {},
  ): Promise<Stored> {
    const { db } = stage.platform;
    const [sampleNo, bodyCode] = [stage.name(), stage.name()];
    const pointId = await addPoint(unitId);
    const bottle = { bodyCode, unitId, state: "filled" as const };
    const { id: bottleId } = await db
      .insertInto("bottle")
      .values(bottle)
      .returning("id")
      .executeTakeFirstOrThrow();
    const at = new Date(Date.now() - hour);
    const sample = {
      sampleNo,
      unitId,
      pointId,
      bottleId,
      origin: "manual",
      kind: "grab",
      began: at,
      ended: at,
    };
    const { id } = await db
      .insertInto("waterSampling")
      .values({ ...sample, samplerPerson: "stage", madeBy: "stage", ...more })
      .returning("id")
      .executeTakeFirstOrThrow();
    return { samplingId: id, sampleNo, pointId, bodyCode };
  }
  const ofSample = (
    input: (sample: Stored) => CallInput,
    more: Partial<Insertable<Tables["waterSampling"]>> = {},
  ): Rule => ({
    outside: "notFound",
    make: async (unitId) => ({ input: input(await addSample(unitId, more)) }),
  });

  async function addDelivery(unitId: number, state: "draft" | "inTransit") {
    const { db } = stage.platform;
    const handed = { handedAt: new Date(), handedBy: "stage", handedById: 0 };
    const deliveryNo = stage.name();
    const { id } = await db
      .insertInto("sampleDelivery")
      .values({
        ...{ deliveryNo, unitId, toUnitId: unitId, courier: "stage", madeBy: "stage", state },
        ...(state === "draft" ? {} : handed),
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    const sample = {
      state: state === "draft" ? "sealed" : "inTransit",
      sealNo: stage.name(),
      deliveryId: id,
    };
    const { samplingId, bodyCode } = await addSample(unitId, sample);
    await db.insertInto("deliverySample").values({ deliveryId: id, samplingId }).execute();
    return { deliveryId: id, deliveryNo, samplingId, bodyCode };
  }
  const ofDelivery = (
    state: "draft" | "inTransit",
    input: (delivery: Awaited<ReturnType<typeof addDelivery>> & { unitId: number }) => CallInput,
  ): Rule => ({
    outside: "notFound",
    make: async (unitId) => ({ input: input({ ...(await addDelivery(unitId, state)), unitId }) }),
  });
  const listedSample = (part: "query" | "body"): Rule => ({
    outside: "notSeen",
    make: async (unitId) => {
      const { sampleNo } = await addSample(unitId);
      return { input: { [part]: { keyword: sampleNo } }, sees: sampleNo };
    },
  });
  const listedDelivery = (part: "query" | "body"): Rule => ({
    outside: "notSeen",
    make: async (unitId) => {
      const { deliveryNo } = await addDelivery(unitId, "draft");
      return { input: { [part]: { keyword: deliveryNo } }, sees: deliveryNo };
    },
  });
  /** A sampler that took one aliquot a moment ago. */
  async function addAliquot(unitId: number) {
    const { id, deviceName } = await stage.platform.addDevice({ unitId, deviceName: stage.name() });
    const ts = new Date(Math.floor(Date.now() / 1000) * 1000);
    const params = JSON.stringify({ index: 1, volume: 100, bottleVolume: 100 });
    const event = { identifier: "sampleTaken", kind: "info", ts, receivedAt: ts, params };
    const { db } = stage.platform;
    await db
      .insertInto("deviceEvent")
      .values({ deviceId: id, unitId, ...event })
      .execute();
    return { id, deviceName, ts };
  }
  const seenAliquot: Rule = {
    outside: "notSeen",
    make: async (unitId) => {
      const { deviceName } = await addAliquot(unitId);
      return { input: {}, sees: deviceName };
    },
  };

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
    const pointId = await addPoint(unitId);
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
      make: async (unitId) => ({ input: { query: { pointId: await addPoint(unitId) } } }),
    },
    [plans.addPlan.name]: {
      outside: "field",
      make: async (unitId) => ({ input: { body: planned(await addPoint(unitId)) } }),
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
    [samplings.listSamplings.name]: listedSample("query"),
    [samplings.exportSamplings.name]: listedSample("query"),
    [samplings.exportSamplingsByForm.name]: listedSample("body"),
    [samplings.listFleetSamplings.name]: seenAliquot,
    [samplings.listRunningSamplings.name]: seenAliquot,
    [samplings.getSampling.name]: ofSample(({ samplingId }) => ({ params: { id: samplingId } })),
    [assays.findAssaySample.name]: {
      outside: "notSeen",
      make: async (unitId) => {
        const { sampleNo } = await addSample(unitId);
        return { input: { query: { code: sampleNo } }, sees: sampleNo };
      },
    },
    [samplings.addSampling.name]: {
      outside: "field",
      make: async (unitId) => ({
        input: { body: { ...deliveredTo(await addPoint(unitId)), bodyCode: stage.name() } },
      }),
    },
    [samplings.registerAutoSampling.name]: {
      outside: "notFound",
      make: async (unitId) => {
        const { id, deviceName, ts } = await addAliquot(unitId);
        const { db } = stage.platform;
        const bottle = { bodyCode: stage.name(), unitId, state: "filled" as const };
        const { id: bottleId } = await db
          .insertInto("bottle")
          .values(bottle)
          .returning("id")
          .executeTakeFirstOrThrow();
        const since = new Date(ts.getTime() - hour);
        const place = { deviceId: id, slot: 1, bottleId, since, until: new Date(), putBy: "stage" };
        await db.insertInto("bottlePlace").values(place).execute();
        return { input: { body: { deviceName, slot: 1, time: ts.getTime() } } };
      },
    },
    [samplings.changeSampling.name]: ofSample(({ samplingId, pointId }) => ({
      body: { ...deliveredTo(pointId), samplingId },
    })),
    [samplings.correctSampling.name]: ofSample(
      ({ samplingId, pointId }) => ({
        body: { ...deliveredTo(pointId, stage.name()), samplingId, reason: "stage" },
      }),
      { state: "sealed" },
    ),
    [samplings.correctFromSampler.name]: {
      outside: "notFound",
      make: async (unitId) => {
        const { id: deviceId, ts } = await addAliquot(unitId);
        const recorded = { origin: "auto", deviceId, slot: 1, began: ts, ended: ts, volume: 1 };
        const { samplingId } = await addSample(unitId, recorded);
        return { input: { body: { samplingId, reason: "stage" } } };
      },
    },
    [samplings.sealSamplings.name]: ofSample(({ samplingId }) => ({
      body: { seals: [{ samplingId, sealNo: stage.name() }] },
    })),
    [samplings.voidSampling.name]: ofSample(({ samplingId }) => ({ body: { samplingId, reason: "stage" } })),
    [samplings.moveSampling.name]: ofSample(({ samplingId }) => ({ body: { samplingId, step: "open" } }), {
      state: "received",
    }),
    [deliveries.listSampleDeliveries.name]: listedDelivery("query"),
    [deliveries.exportDeliveries.name]: listedDelivery("query"),
    [deliveries.exportDeliveriesByForm.name]: listedDelivery("body"),
    [deliveries.listReceivers.name]: { outside: "none", make: async () => ({ input: {} }) },
    [deliveries.getDeliveryDetail.name]: ofDelivery("draft", ({ deliveryId }) => ({
      params: { id: deliveryId },
    })),
    [deliveries.addDelivery.name]: {
      outside: "field",
      make: async (unitId) => ({ input: { body: { unitId, toUnitId: unitId, samplingIds: [] } } }),
    },
    [deliveries.changeDelivery.name]: ofDelivery("draft", ({ deliveryId, unitId, samplingId }) => ({
      body: { deliveryId, toUnitId: unitId, samplingIds: [samplingId] },
    })),
    [deliveries.removeDeliveries.name]: ofDelivery("draft", ({ deliveryId }) => ({
      params: { ids: deliveryId },
    })),
    [deliveries.handOverDelivery.name]: ofDelivery("draft", ({ deliveryId }) => ({ body: { deliveryId } })),
    [deliveries.logTemperatures.name]: ofDelivery("inTransit", ({ deliveryId }) => ({
      body: { deliveryId, readings: [{ at: Date.now(), celsius: 4 }] },
    })),
    [deliveries.receiveDelivery.name]: ofDelivery("inTransit", ({ deliveryId, bodyCode }) => ({
      body: { deliveryId, samples: [{ code: bodyCode, condition: "ok" }], decision: "accept" },
    })),
    [thread.getThread.name]: ofSample(({ samplingId }) => ({ params: { kind: "sampling", id: samplingId } })),
    [custody.getCustodyChain.name]: { outside: "none", make: async () => ({ input: {} }) },
    [custody.verifyCustodyChain.name]: { outside: "none", make: async () => ({ input: {} }) },
    [custody.exportCustodyChain.name]: {
      outside: "none",
      wholeReach: true,
      make: async () => ({ input: {} }),
    },
  };
}
