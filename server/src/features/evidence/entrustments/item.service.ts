/** Items of evidence: registered, moved from hand to hand, split, tested, returned, destroyed. */
import type { BodyOf } from "@tracewater/contract/call";
import type {
  addEvidenceItem,
  approveItemDestruction,
  ItemDetail,
  recordItemEvent,
  refuseItemDestruction,
} from "@tracewater/contract/evidence/items";
import { itemDetail } from "@tracewater/contract/evidence/items";
import { personLabel } from "@tracewater/contract/system/person-label";
import { fieldError, notFound } from "../../../platform/app-error.ts";
import { type Caller, mayDo } from "../../../platform/caller.ts";
import type { DayClock } from "../../../platform/day-clock.ts";
import type { PrintMoment } from "../../../platform/moments.ts";
import { nextNumbers } from "../../../platform/record-number.store.ts";
import type { Scope } from "../../../platform/scope.ts";
import type { Db, Trx } from "../../../platform/store/database.ts";
import type { DeviceService } from "../../fleet/devices/device.service.ts";
import type { CustodyService } from "../../laboratory/custody/custody.service.ts";
import { plus } from "./balance.model.ts";
import { takesItems } from "./entrustment.model.ts";
import { handlePermission } from "./entrustment.service.ts";
import { createEntrustmentStore, type FoundEntrustment } from "./entrustment.store.ts";
import { entrustmentName, entrustmentRefusals, itemName } from "./entrustment-refusals.ts";
import { appendEvidence, type NewEvidenceEvent } from "./evidence-chain.ts";
import { createItemStore, type FoundItem, type ItemQuery, maxItems } from "./item.store.ts";
import { createItemFileStore } from "./item-file.store.ts";
import { itemRefusals } from "./item-refusals.ts";
import { planStep, type StepContext, stepsFor } from "./item-step.model.ts";
import { createItemWriter, noOffer, registration, snapshotOf } from "./item-writer.ts";
import { createLegWriter } from "./leg-writer.ts";
import { isRecused, requireNoneRecused, requirePart, stepsOfRecused } from "./recusal.model.ts";
import { aboutEntrustment, aboutItem } from "./track.model.ts";

export type ItemService = ReturnType<typeof createItemService>;

const approvePermission = "evidence:item:approve";

export function createItemService(options: {
  db: Db;
  custody: CustodyService;
  devices: Pick<DeviceService, "findByName">;
  clock: DayClock;
  now: () => number;
  printIso: PrintMoment;
}) {
  const { db, custody, devices, clock, now, printIso } = options;
  const store = createItemStore(db, now);
  const entrustments = createEntrustmentStore(db, clock.today);

  async function require(scope: Scope, id: number, from: Db | Trx = db): Promise<FoundItem> {
    const found = await store.find(scope, id, from);
    if (found === undefined) throw notFound(itemName);
    return found;
  }

  /** Locks the entrustment of an item, then reads the item as it is now. */
  async function lockItem(trx: Trx, scope: Scope, id: number) {
    const { entrustmentId } = await require(scope, id, trx);
    const entrustment = await entrustments.lock(trx, scope, entrustmentId);
    if (entrustment === undefined) throw notFound(itemName);
    return { entrustment, item: await require(scope, id, trx) };
  }

  async function requireReceiver(scope: Scope, userId: number | null): Promise<StepContext["receiver"]> {
    if (userId === null) return null;
    const [found] = await entrustments.listStaff(scope, handlePermission, [userId]);
    if (found === undefined)
      throw fieldError("toUserId", {
        en: "choose an active account of this unit",
        zh: "请选择本单位的有效账号",
      });
    return found;
  }

  const endLeg = createLegWriter({ store, files: createItemFileStore(db), printIso, now });
  const carryOut = createItemWriter({ custody, store, clock, endLeg, now });

  return {
    count: (caller: Caller, query: ItemQuery) => store.count(caller.scope, query, caller.userId),
    list: (caller: Caller, query: ItemQuery, page: { limit: number; offset: number }) =>
      store.list(caller.scope, query, caller.userId, page),
    listBefore: (caller: Caller, query: ItemQuery, beforeId: number, limit: number) =>
      store.listBefore(caller.scope, query, caller.userId, { beforeId, limit }),
    require,
    lock: lockItem,

    async detail(caller: Caller, id: number): Promise<ItemDetail> {
      const item = await require(caller.scope, id);
      const [children, events, entrustment] = await Promise.all([
        store.listChildren(id),
        custody.listAbout([aboutItem(id)]),
        entrustments.find(caller.scope, item.entrustmentId),
      ]);
      const isOut = entrustment !== undefined && isRecused(entrustment, caller.userId);
      const context = { item, entrustment: ofEntrustment(entrustment), caller: personOf(caller) };
      return itemDetail.parse({
        ...{ ...item, children, events },
        steps: !mayDo(caller, handlePermission)
          ? []
          : isOut
            ? stepsOfRecused(stepsFor(context))
            : stepsFor(context),
        mayApproveDestruction:
          mayDo(caller, approvePermission) && !isOut && destructionRefusal(item, caller.userId) === null,
      });
    },

    async add(
      caller: Caller,
      { entrustmentId, ...body }: BodyOf<typeof addEvidenceItem>,
    ): Promise<{ id: number; itemNo: string }> {
      return db.transaction().execute(async (trx) => {
        const entrustment = await entrustments.lock(trx, caller.scope, entrustmentId);
        if (entrustment === undefined) throw notFound(entrustmentName);
        requirePart(entrustment, caller.userId);
        if (!takesItems(entrustment)) throw entrustmentRefusals.state(entrustment);
        requireRoom(entrustment, 1);
        const [itemNo = ""] = await nextNumbers(trx, "EV", clock.today());
        const holder = { holderId: caller.userId, holder: personLabel(caller) };
        const of = { entrustmentId, unitId: entrustment.unitId, reserve: body.quantity };
        const state = body.sealNo === "" ? "registered" : "sealed";
        const row = { ...body, ...of, ...holder, itemNo, state, createdAt: new Date(now()) };
        const [id = 0] = await store.add(trx, [row]);
        const item = await require(caller.scope, id, trx);
        await appendEvidence(custody, trx, caller, [
          registration(item, entrustment.clientName, holder.holder),
        ]);
        return { id, itemNo };
      });
    },

    async record(caller: Caller, body: BodyOf<typeof recordItemEvent>): Promise<FoundItem> {
      const receiver = await requireReceiver(caller.scope, body.toUserId);
      const device = await requireBox(devices, caller.scope, body.deviceName);
      return db.transaction().execute(async (trx) => {
        const { item, entrustment } = await lockItem(trx, caller.scope, body.itemId);
        requirePart(entrustment, caller.userId, body.step);
        requireNoneRecused(entrustment, { toUserId: body.toUserId });
        requireRoom(entrustment, body.parts.length);
        const context = {
          ...{ item, entrustment: ofEntrustment(entrustment), caller: personOf(caller), body },
          ...{ receiver, device, now: now() },
        };
        await carryOut(trx, caller, planStep(context), context);
        return item;
      });
    },

    async refuseDestruction(
      caller: Caller,
      { itemId, reason }: BodyOf<typeof refuseItemDestruction>,
    ): Promise<FoundItem> {
      return db.transaction().execute(async (trx) => {
        const { item } = await lockItem(trx, caller.scope, itemId);
        const refusal = destructionRefusal(item, caller.userId);
        if (refusal !== null) throw refusal;
        const nobody = { destroyAskedBy: null, destroyAskedById: null };
        await store.change(trx, itemId, { ...nobody, destroyAskedAt: null, destroyAuthority: "" });
        await appendEvidence(custody, trx, caller, [refusedDestruction(item, reason)]);
        return item;
      });
    },

    async approveDestruction(
      caller: Caller,
      { itemId, note }: BodyOf<typeof approveItemDestruction>,
    ): Promise<FoundItem> {
      return db.transaction().execute(async (trx) => {
        const { item, entrustment } = await lockItem(trx, caller.scope, itemId);
        requirePart(entrustment, caller.userId);
        const refusal = destructionRefusal(item, caller.userId);
        if (refusal !== null) throw refusal;
        const { reserve, destroyedAmount } = item;
        const leg = item.deviceId === null ? {} : await endLeg(trx, caller, item);
        const destroyed = { destroyedAmount: plus(destroyedAmount, reserve), reserve: 0 };
        await store.change(trx, itemId, {
          ...destroyed,
          ...noOffer,
          state: "destroyed",
          deviceId: null,
          slot: null,
        });
        await store.leaveBox(trx, itemId, personLabel(caller));
        const after = snapshotOf(await require(caller.scope, itemId, trx));
        await appendEvidence(custody, trx, caller, [destruction(item, note, { after, ...leg })]);
        return item;
      });
    },
  };
}

/** A box of the item's own unit, by its name. */
async function requireBox(
  devices: Pick<DeviceService, "findByName">,
  scope: Scope,
  deviceName: string,
): Promise<StepContext["device"]> {
  if (deviceName === "") return null;
  const found = await devices.findByName(scope, deviceName);
  if (found === undefined || found.typeKey !== "evidenceBox")
    throw fieldError("deviceName", { en: "evidence box not found", zh: "物证箱不存在" });
  return { id: found.id, deviceName: found.deviceName };
}

/** The event of an item that is destroyed: all that was left of it. */
function destruction(item: FoundItem, note: string, ended: NewEvidenceEvent["facts"]): NewEvidenceEvent {
  const { itemId, entrustmentId, destroyAskedBy, reserve, unit } = item;
  const place = item.place || null;
  return {
    ...{ kind: "destroy", about: [aboutItem(itemId), aboutEntrustment(entrustmentId)] },
    ...{ from: destroyAskedBy, place, amount: reserve, note: note || null },
    facts: { unit, fromPlace: place, ...ended },
  };
}

function refusedDestruction(item: FoundItem, reason: string): NewEvidenceEvent {
  return {
    ...{ kind: "step", about: [aboutItem(item.itemId), aboutEntrustment(item.entrustmentId)] },
    ...{ condition: "destroyRefused", place: item.place || null, note: reason },
  };
}

function destructionRefusal(item: FoundItem, userId: number) {
  if (item.destroyAskedBy === null || item.state === "destroyed") return itemRefusals.destroyNotAsked(item);
  if (item.state === "returned" || item.state === "lost") return itemRefusals.state(item, "destroy");
  return item.destroyAskedById === userId ? itemRefusals.ownDestruction : null;
}

/** What is read of an entrustment at once: its amounts balance over all of its items. */
function requireRoom({ itemCount }: FoundEntrustment, more: number): void {
  if (more > 0 && itemCount + more > maxItems) throw entrustmentRefusals.tooManyItems;
}

const personOf = (caller: Caller) => ({ userId: caller.userId, name: personLabel(caller) });

function ofEntrustment(found: FoundEntrustment | undefined): StepContext["entrustment"] {
  if (found === undefined) throw notFound(entrustmentName);
  const examinerIds = [found.firstExaminerId, found.secondExaminerId].filter((id) => id !== null);
  return { state: found.state, examinerIds };
}
