/** Writes what the plan of a step says: the item, its parts, the box that it lies in, and the events. */
import type { Updateable } from "kysely";
import { notFound } from "../../../platform/app-error.ts";
import type { Caller } from "../../../platform/caller.ts";
import type { DayClock } from "../../../platform/day-clock.ts";
import { nextNumbers } from "../../../platform/record-number.store.ts";
import type { Scope } from "../../../platform/scope.ts";
import type { Trx } from "../../../platform/store/database.ts";
import type { Tables } from "../../../platform/store/tables.ts";
import type { CustodyService } from "../../laboratory/custody/custody.service.ts";
import { itemName } from "./entrustment-refusals.ts";
import { appendEvidence, type NewEvidenceEvent } from "./evidence-chain.ts";
import type { createItemStore, FoundItem } from "./item.store.ts";
import type { ItemPlan, StepContext } from "./item-step.model.ts";
import type { LegWriter } from "./leg-writer.ts";
import { aboutEntrustment, aboutItem } from "./track.model.ts";

/** What carries out a plan in a transaction; the entrustment of the item is locked. */
export function createItemWriter(options: {
  custody: Pick<CustodyService, "append">;
  store: ReturnType<typeof createItemStore>;
  clock: DayClock;
  endLeg: LegWriter;
  now: () => number;
}) {
  const { custody, store, clock, endLeg, now } = options;

  async function reread(trx: Trx, scope: Scope, id: number): Promise<FoundItem> {
    const found = await store.find(scope, id, trx);
    if (found === undefined) throw notFound(itemName);
    return found;
  }

  /** The parts of a split: items of their own, of what their parent was. */
  async function addParts(trx: Trx, parent: FoundItem, parts: readonly number[]): Promise<FoundItem[]> {
    if (parts.length === 0) return [];
    const numbers = await nextNumbers(trx, "EV", clock.today(), parts.length);
    const { entrustmentId, unitId, name, unit, uniqueMark, packaging, storage, hazard, origin } = parent;
    const { holderId, holder, place, itemId: parentId } = parent;
    // The seal stays on what is left of the parent: its parts have none yet.
    const state = parent.state === "sealed" ? ("registered" as const) : parent.state;
    const same = {
      entrustmentId,
      unitId,
      parentId,
      name,
      unit,
      uniqueMark,
      packaging,
      storage,
      hazard,
      origin,
    };
    await store.add(
      trx,
      parts.map((amount, at) => ({
        ...{ ...same, state, holderId, holder, place, itemNo: numbers[at] ?? "" },
        ...{ quantity: amount, reserve: amount, createdAt: new Date(now()) },
      })),
    );
    const all = await store.listOf(entrustmentId, trx);
    return all.filter((item) => numbers.includes(item.itemNo));
  }

  return async function carryOut(
    trx: Trx,
    caller: Caller,
    plan: ItemPlan,
    context: StepContext & { item: FoundItem },
  ): Promise<void> {
    const { item, device } = context;
    const { entrustmentId } = item;
    const columns = columnsOf(plan, context);
    if (Object.keys(columns).length > 0) await store.change(trx, item.itemId, columns);
    const isLegOver = item.deviceId !== null && (plan.box === "leave" || context.body.step === "receive");
    const leg = isLegOver ? await endLeg(trx, caller, item) : {};
    if (plan.box !== null) await store.leaveBox(trx, item.itemId, context.caller.name);
    if (plan.box === "enter" && device !== null) {
      const stay = { itemId: item.itemId, entrustmentId, deviceId: device.id, slot: context.body.slot };
      await store.enterBox(trx, { ...stay, since: new Date(now()), putBy: context.caller.name });
    }
    const parent = await reread(trx, caller.scope, item.itemId);
    const children = await addParts(trx, parent, plan.parts);
    const about = [aboutItem(item.itemId), aboutEntrustment(entrustmentId)];
    const ofChildren = children.map((child) => aboutItem(child.itemId));
    await appendEvidence(custody, trx, caller, [
      ...plan.events.map((event, at) => ({
        ...{ ...event, about: [...about, ...ofChildren] },
        // The leg that ends belongs to the first event: what follows it is what was noticed.
        facts: { ...event.facts, ...(at === 0 ? leg : {}), after: snapshotOf(parent) },
      })),
      ...children.map((child) => registration(child, item.itemNo, context.caller.name)),
    ]);
  };
}

export const noOffer = { offerToId: null, offerTo: "", offerBy: "", offerExpiresAt: null };

/** The columns that a plan changes. */
function columnsOf(
  { change: { offer, destroyAsked, ...plain }, box }: ItemPlan,
  { caller, device, body, now }: StepContext,
): Updateable<Tables["evidenceItem"]> {
  return {
    ...{ ...plain, ...(offer === null ? noOffer : {}) },
    ...(offer == null
      ? {}
      : {
          ...{ offerToId: offer.toId, offerTo: offer.to, offerBy: offer.by },
          offerExpiresAt: new Date(offer.expiresAt),
        }),
    ...(destroyAsked === true
      ? {
          ...{ destroyAskedBy: caller.name, destroyAskedById: caller.userId },
          ...{ destroyAskedAt: new Date(now), destroyAuthority: body.authority },
        }
      : {}),
    ...(box === "leave" ? { deviceId: null, slot: null } : {}),
    ...(box === "enter" && device !== null ? { deviceId: device.id, slot: body.slot } : {}),
  };
}

export function registration(item: FoundItem, from: string, to: string): NewEvidenceEvent {
  const { place, sealNo, quantity, unit } = item;
  return {
    ...{ kind: "register", about: [aboutItem(item.itemId), aboutEntrustment(item.entrustmentId)], from, to },
    ...{ place: place || null, sealNo: sealNo || null, amount: quantity, note: item.name },
    facts: { unit, toPlace: place || null, sealAfter: sealNo || null, after: snapshotOf(item) },
  };
}

/** How an item stands, as its event says it. */
export const snapshotOf = ({ state, holder, sealNo, reserve }: FoundItem) => ({
  state,
  holder,
  sealNo,
  reserve,
});
