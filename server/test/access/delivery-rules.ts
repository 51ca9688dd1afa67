import * as deliveries from "@tracewater/contract/laboratory/sample-deliveries";
import type { CallInput, Rule } from "./access-cells.ts";
import type { AccessStage } from "./access-stage.ts";
import { addSample } from "./sampling-rules.ts";

/** Deliveries of samples. */
export function deliveryRules(stage: AccessStage): Record<string, Rule> {
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
    const { samplingId, bodyCode } = await addSample(stage, unitId, sample);
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
  const listedDelivery = (part: "query" | "body"): Rule => ({
    outside: "notSeen",
    make: async (unitId) => {
      const { deliveryNo } = await addDelivery(unitId, "draft");
      return { input: { [part]: { keyword: deliveryNo } }, sees: deliveryNo };
    },
  });

  return {
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
  };
}
