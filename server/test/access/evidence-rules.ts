import * as entrustments from "@tracewater/contract/evidence/entrustments";
import * as items from "@tracewater/contract/evidence/items";
import type { CallInput, Rule } from "./access-cells.ts";
import type { AccessStage } from "./access-stage.ts";

const written = { clientName: "Court", matters: "What is it?", workTypes: ["forensicToxicology"] };

/** Entrustments and their items belong to the unit that is entrusted. */
export function evidenceRules(stage: AccessStage): Record<string, Rule> {
  const { db } = stage.platform;

  async function addEntrustment(unitId: number, more: object = {}) {
    const entrustmentNo = stage.name();
    const row = {
      entrustmentNo,
      unitId,
      clientName: "Court",
      workTypes: ["other"],
      matters: "?",
      madeBy: "x",
    };
    const { id: entrustmentId } = await db
      .insertInto("entrustment")
      .values({ ...row, ...more })
      .returning("id")
      .executeTakeFirstOrThrow();
    const itemNo = stage.name();
    const item = { itemNo, entrustmentId, unitId, name: "Bag", quantity: 10, reserve: 10, unit: "g" };
    const { id: itemId } = await db
      .insertInto("evidenceItem")
      .values({ ...item, holderId: 0, holder: "x", destroyAskedBy: "x", destroyAskedById: 0 })
      .returning("id")
      .executeTakeFirstOrThrow();
    return { entrustmentId, entrustmentNo, itemId, itemNo };
  }
  type Stored = Awaited<ReturnType<typeof addEntrustment>>;

  const ofOne = (input: (stored: Stored) => CallInput, more: object = {}): Rule => ({
    outside: "notFound",
    make: async (unitId) => ({ input: input(await addEntrustment(unitId, more)) }),
  });
  const listed = (part: "query" | "body", name: "entrustmentNo" | "itemNo" = "entrustmentNo"): Rule => ({
    outside: "notSeen",
    make: async (unitId) => {
      const sees = (await addEntrustment(unitId))[name];
      return { input: { [part]: { keyword: sees } }, sees };
    },
  });
  return {
    [entrustments.listEntrustments.name]: listed("query"),
    [entrustments.exportEntrustments.name]: listed("query"),
    [entrustments.exportEntrustmentsByForm.name]: listed("body"),
    [entrustments.listEvidenceStaff.name]: { outside: "none", make: async () => ({ input: {} }) },
    [entrustments.getEntrustment.name]: ofOne(({ entrustmentId: id }) => ({ params: { id } })),
    [entrustments.getEntrustmentTrack.name]: ofOne(({ entrustmentId: id }) => ({ params: { id } })),
    [entrustments.makeEvidenceFile.name]: ofOne(({ entrustmentId: id }) => ({ params: { id } })),
    [entrustments.addEntrustment.name]: {
      outside: "field",
      make: async (unitId) => ({ input: { body: { ...written, unitId } } }),
    },
    [entrustments.changeEntrustment.name]: ofOne(({ entrustmentId }) => ({
      body: { ...written, entrustmentId },
    })),
    [entrustments.stepEntrustment.name]: ofOne(({ entrustmentId }) => ({
      body: { entrustmentId, step: "submit" },
    })),
    [entrustments.decideEntrustment.name]: ofOne(
      ({ entrustmentId }) => ({
        body: { entrustmentId, decision: "refused", refusalGround: "outsideScope", reason: "not ours" },
      }),
      { state: "submitted" },
    ),
    [entrustments.confirmEntrustment.name]: ofOne(
      ({ entrustmentId }) => ({ body: { entrustmentId, side: "client", person: "J. Roe" } }),
      { state: "accepted" },
    ),
    [items.listEvidenceItems.name]: listed("query", "itemNo"),
    [items.exportEvidenceItems.name]: listed("query", "itemNo"),
    [items.exportEvidenceItemsByForm.name]: listed("body", "itemNo"),
    [items.getEvidenceItem.name]: ofOne(({ itemId: id }) => ({ params: { id } })),
    [items.addEvidenceItem.name]: ofOne(({ entrustmentId }) => ({
      body: { entrustmentId, name: "Bag", quantity: 1.5, unit: "g" },
    })),
    [items.recordItemEvent.name]: ofOne(({ itemId }) => ({ body: { itemId, step: "audit", amount: 10 } })),
    [items.approveItemDestruction.name]: ofOne(({ itemId }) => ({ body: { itemId } })),
  };
}
