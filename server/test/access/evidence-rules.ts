import * as entrustments from "@tracewater/contract/evidence/entrustments";
import * as inventories from "@tracewater/contract/evidence/inventories";
import * as itemFiles from "@tracewater/contract/evidence/item-files";
import * as items from "@tracewater/contract/evidence/items";
import type { CallInput, Rule } from "./access-cells.ts";
import type { AccessStage } from "./access-stage.ts";

const written = { clientName: "Court", matters: "What is it?", workTypes: ["forensicToxicology"] };

/** Entrustments and their items belong to the unit that is entrusted. */
export function evidenceRules(stage: AccessStage): Record<string, Rule> {
  const add = (unitId: number, more: object = {}) => addEntrustment(stage, unitId, more);
  const ofOne = (input: (stored: Stored) => CallInput, more: object = {}): Rule => ({
    outside: "notFound",
    make: async (unitId) => ({ input: input(await add(unitId, more)) }),
  });
  const listed = (part: "query" | "body", name: "entrustmentNo" | "itemNo" = "entrustmentNo"): Rule => ({
    outside: "notSeen",
    make: async (unitId) => {
      const sees = (await add(unitId))[name];
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
    [entrustments.printEntrustment.name]: ofOne(({ entrustmentId: id }) => ({ params: { id } })),
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
    [entrustments.recuseFromEntrustment.name]: {
      outside: "notFound",
      make: async (unitId) => {
        const { entrustmentId } = await add(unitId);
        const { id: userId } = await stage.platform.addUser({ unitId, roles: ["custodian"] });
        return { input: { body: { entrustmentId, userId, ground: "Related to a party" } } };
      },
    },
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
    ...fileRules(stage, add, ofOne),
    [items.refuseItemDestruction.name]: ofOne(({ itemId }) => ({ body: { itemId, reason: "not yet" } })),
    ...inventoryRules(stage),
    [items.approveItemDestruction.name]: ofOne(({ itemId }) => ({ body: { itemId } })),
  };
}

type Stored = Awaited<ReturnType<typeof addEntrustment>>;

/** With one item in it. */
async function addEntrustment(stage: AccessStage, unitId: number, more: object) {
  const { db } = stage.platform;
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

/** Inventories belong to the unit whose room or box was counted. */
function inventoryRules(stage: AccessStage): Record<string, Rule> {
  const { db } = stage.platform;
  return {
    [inventories.listInventoryPlaces.name]: { outside: "none", make: async () => ({ input: {} }) },
    [inventories.listExpectedItems.name]: {
      outside: "field",
      make: async (unitId) => ({ input: { query: { unitId, place: "Room 1" } } }),
    },
    [inventories.addInventory.name]: {
      outside: "field",
      make: async (unitId) => ({ input: { body: { unitId, place: "Room 1", codes: ["none"] } } }),
    },
    [inventories.listInventories.name]: { outside: "none", make: async () => ({ input: {} }) },
    [inventories.getInventory.name]: {
      outside: "notFound",
      make: async (unitId) => {
        const counts = { expected: 0, found: 0, missing: 0, stray: 0, unknown: 0 };
        const result = JSON.stringify({ found: [], missing: [], stray: [], unknown: [] });
        const row = { inventoryNo: stage.name(), unitId, place: "Room 1", ...counts, result, madeBy: "x" };
        const { id } = await db
          .insertInto("evidenceInventory")
          .values({ ...row, madeAt: new Date() })
          .returning("id")
          .executeTakeFirstOrThrow();
        return { input: { params: { id } } };
      },
    },
  };
}

type StoredItem = { entrustmentId: number; itemId: number };

/** Of photos, curves and labels of items. */
function fileRules(
  stage: AccessStage,
  addEntrustment: (unitId: number) => Promise<StoredItem>,
  ofOne: (input: (stored: StoredItem) => CallInput) => Rule,
): Record<string, Rule> {
  const { db } = stage.platform;
  return {
    [itemFiles.listItemFiles.name]: ofOne(({ itemId: id }) => ({ params: { id } })),
    [itemFiles.getItemLabel.name]: ofOne(({ itemId: id }) => ({ params: { id } })),
    [itemFiles.getItemFile.name]: {
      outside: "notFound",
      make: async (unitId) => {
        const { itemId, entrustmentId } = await addEntrustment(unitId);
        const file = { kind: "curve", name: "x", mediaType: "application/json", bytes: 2, content: "{}" };
        const sha256 = "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a";
        const { id } = await db
          .insertInto("evidenceFile")
          .values({ ...file, sha256, itemId, entrustmentId, addedBy: "x", addedAt: new Date() })
          .returning("id")
          .executeTakeFirstOrThrow();
        return { input: { params: { id } } };
      },
    },
    [itemFiles.addItemPhoto.name]: {
      // Their items are in nobody's custody here, so that anyone who may add a photo is refused by the item's own rule.
      ...ofOne(({ itemId: id }) => ({ params: { id }, file: new Blob(["no picture"]) })),
      succeeds: 500,
    },
  };
}
