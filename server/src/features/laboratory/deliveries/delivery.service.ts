import type { BodyOf } from "@tracewater/contract/call";
import type {
  addDelivery,
  changeDelivery,
  DeliveryDetail,
  logTemperatures,
  receiveDelivery,
} from "@tracewater/contract/laboratory/deliveries";
import { type DeliveredSample, deliveryDetail } from "@tracewater/contract/laboratory/deliveries";
import { type Caller, mayDo } from "../../../platform/caller.ts";
import type { DayClock } from "../../../platform/day-clock.ts";
import { badField, Failure, noSuch } from "../../../platform/failure.ts";
import { nextNumbers } from "../../../platform/record-number.store.ts";
import { isInScope, type Scope } from "../../../platform/scope.ts";
import type { Db } from "../../../platform/store/database.ts";
import type { DeptService } from "../../system/dept/dept.service.ts";
import type { CustodyService } from "../custody/custody.service.ts";
import { aboutOf } from "../samplings/sampling.service.ts";
import { checkReceipt, requireDeliveryState, stateAfter } from "./delivery.model.ts";
import { createDeliveryStore, type FoundDelivery } from "./delivery.store.ts";

export type DeliveryService = ReturnType<typeof createDeliveryService>;

const samples = deliveryDetail.shape.samples;
const slackMs = 5 * 60_000;
const may = (verb: string) => `laboratory:delivery:${verb}`;

/** Sealed samples from hand to hand: packed, handed over, received by another person, once. */
export function createDeliveryService(options: {
  db: Db;
  custody: CustodyService;
  depts: DeptService;
  clock: DayClock;
  now: () => number;
}) {
  const { db, custody, depts, clock, now } = options;
  const store = createDeliveryStore(db);

  async function require(scope: Scope, id: number): Promise<FoundDelivery> {
    const found = await store.find(scope, id);
    if (found === undefined) throw noSuch(deliveryWords);
    return found;
  }

  /** For whoever reaches the unit that sends it. */
  async function requireSender(scope: Scope, id: number): Promise<FoundDelivery> {
    const found = await require(scope, id);
    if (!isInScope(scope, found.unitId)) throw noSuch(deliveryWords);
    return found;
  }

  /** Another unit may be sent to where somebody receives samples; nothing but its name is told. */
  async function requireReceiver(scope: Scope, toUnitId: number): Promise<void> {
    if ((await depts.listWithHolders(scope, may("receive"), toUnitId)).length > 0) return;
    throw badField("toUnitId", { en: "there is no such laboratory", zh: "接收单位不存在或不接收样品" });
  }

  async function listSamples(id: number): Promise<DeliveredSample[]> {
    return samples.parse(await store.listSamples(id));
  }

  const about = (id: number, of: readonly DeliveredSample[]) => [`delivery:${id}`, ...of.flatMap(aboutOf)];

  return {
    list: store.list,
    listBefore: store.listBefore,
    count: store.count,
    listByIds: store.listByIds,
    listReceivers: (caller: Caller) => depts.listWithHolders(caller.scope, may("receive")),
    require,
    listSamples,
    findByNo: store.findByNo,
    listTemperatures: store.listTemperatures,
    listAssays: store.listAssays,

    async detail(caller: Caller, id: number): Promise<DeliveryDetail> {
      const { handedById, ...found } = await require(caller.scope, id);
      const [own, temperatures, events] = await Promise.all([
        listSamples(id),
        store.listTemperatures(id),
        custody.listAbout([`delivery:${id}`]),
      ]);
      const sends = isInScope(caller.scope, found.unitId) && mayDo(caller, may("edit"));
      const receives = isInScope(caller.scope, found.toUnitId) && mayDo(caller, may("receive"));
      return {
        ...found,
        ...{ samples: own, temperatures, events },
        may: {
          change: sends && found.state === "draft",
          handOver: sends && found.state === "draft" && own.length > 0,
          receive: receives && found.state === "inTransit" && handedById !== caller.userId,
        },
      };
    },

    async add(
      caller: Caller,
      { samplingIds, deliveryNo, ...given }: BodyOf<typeof addDelivery>,
    ): Promise<{ id: number; deliveryNo: string }> {
      await depts.require(caller.scope, given.unitId, "unitId");
      await requireReceiver(caller.scope, given.toUnitId);
      return db.transaction().execute(async (trx) => {
        const [next = ""] = deliveryNo === null ? await nextNumbers(trx, "DL", clock.today()) : [deliveryNo];
        const made = { madeBy: caller.nickName, createdAt: new Date(now()) };
        const added = await store.add(trx, { ...given, deliveryNo: next, ...made });
        if (added === undefined) throw numberTaken();
        requireAll(await store.pack(trx, added.id, samplingIds), samplingIds);
        return added;
      });
    },

    async change(
      caller: Caller,
      { deliveryId, samplingIds, ...given }: BodyOf<typeof changeDelivery>,
    ): Promise<{ before: FoundDelivery; after: FoundDelivery }> {
      const before = await requireSender(caller.scope, deliveryId);
      requireDeliveryState(before, "draft");
      await requireReceiver(caller.scope, given.toUnitId);
      await db.transaction().execute(async (trx) => {
        if (!(await store.change(trx, deliveryId, "draft", given))) throw changedMeanwhile();
        requireAll(await store.pack(trx, deliveryId, samplingIds), samplingIds);
      });
      return { before, after: await require(caller.scope, deliveryId) };
    },

    async remove(caller: Caller, ids: readonly number[]): Promise<FoundDelivery[]> {
      const gone: FoundDelivery[] = [];
      for (const id of ids) {
        const one = await requireSender(caller.scope, id);
        requireDeliveryState(one, "draft");
        gone.push(one);
      }
      await db.transaction().execute(async (trx) => {
        for (const id of ids) if (!(await store.remove(trx, id))) throw changedMeanwhile();
      });
      return gone;
    },

    async handOver(caller: Caller, id: number): Promise<FoundDelivery> {
      const before = await requireSender(caller.scope, id);
      requireDeliveryState(before, "draft");
      if (before.courier === "") throw badField("courier", { en: "name who carries it", zh: "请填写送样人" });
      const own = await listSamples(id);
      if (own.length === 0) throw refusals.empty;
      const handed = { handedAt: new Date(now()), handedBy: caller.nickName, handedById: caller.userId };
      await db.transaction().execute(async (trx) => {
        if (!(await store.change(trx, id, "draft", { ...handed, state: "inTransit" })))
          throw changedMeanwhile();
        await store.sendSamples(trx, id, before.toUnitId);
        await custody.append(trx, caller, [
          {
            ...{ kind: "handover", about: about(id, own), from: caller.nickName, to: before.courier },
            ...{ place: before.unitName, sealNo: before.sealNo || null, note: before.boxNo || null },
          },
        ]);
      });
      return before;
    },

    async logTemperatures(
      caller: Caller,
      { deliveryId, readings }: BodyOf<typeof logTemperatures>,
    ): Promise<{ added: number; delivery: FoundDelivery }> {
      const one = await require(caller.scope, deliveryId);
      requireDeliveryState(one, "inTransit");
      for (const [at, reading] of readings.entries()) {
        const field = `readings.${at}.at`;
        if (reading.at > now() + slackMs)
          throw badField(field, { en: "lies in the future", zh: "晚于当前时间" });
        if (one.handedAt !== null && reading.at < one.handedAt - 86_400_000) {
          throw badField(field, { en: "lies before the handover", zh: "早于交接时间" });
        }
      }
      return db.transaction().execute(async (trx) => {
        // Held until the end: what is received in this moment has its log as it was checked.
        if (!(await store.change(trx, deliveryId, "inTransit", { state: "inTransit" })))
          throw changedMeanwhile();
        const added = await store.addTemperatures(trx, deliveryId, readings, caller.nickName);
        const celsius = readings.map((reading) => reading.celsius);
        if (added > 0) {
          await custody.append(trx, caller, [
            {
              ...{ kind: "transport", about: [`delivery:${deliveryId}`], place: null },
              condition: `${Math.min(...celsius)} … ${Math.max(...celsius)} °C`,
              note: `${added}`,
            },
          ]);
        }
        return { added, delivery: one };
      });
    },

    async receive(
      caller: Caller,
      { deliveryId, ...receipt }: BodyOf<typeof receiveDelivery>,
    ): Promise<FoundDelivery> {
      const before = await require(caller.scope, deliveryId);
      if (!isInScope(caller.scope, before.toUnitId)) throw noSuch(deliveryWords);
      requireDeliveryState(before, "inTransit");
      if (before.handedById === caller.userId) throw refusals.ownReceipt;
      const state = receipt.decision === "reject" ? "rejected" : "received";
      const { decision, reason } = receipt;
      const received = {
        receivedAt: new Date(now()),
        receivedBy: caller.nickName,
        receivedById: caller.userId,
      };
      await db.transaction().execute(async (trx) => {
        // Of two who receive at once the second waits here, and finds it received.
        if (!(await store.change(trx, deliveryId, "inTransit", { ...received, decision, reason, state }))) {
          requireDeliveryState(await require(caller.scope, deliveryId), "inTransit");
          throw changedMeanwhile();
        }
        const own = await listSamples(deliveryId);
        const checked = checkReceipt(receipt, { ...before, samples: own });
        await store.receiveSamples(
          trx,
          deliveryId,
          checked.map((one) => {
            const next = stateAfter(decision, one.condition);
            return { ...one, state: next, reason: next === "rejected" ? one.conditionNote || reason : "" };
          }),
        );
        const odd = checked.filter((one) => one.condition !== "ok");
        await custody.append(trx, caller, [
          {
            ...{ kind: "receive", about: about(deliveryId, own), from: before.courier, to: caller.nickName },
            ...{ place: before.toUnitName, sealNo: receipt.sealNo || null, condition: decision },
            note: reason || null,
          },
          ...odd.map((one) => ({
            ...{ kind: "exception" as const, about: [`delivery:${deliveryId}`, ...aboutOf(one)] },
            ...{ place: before.toUnitName, condition: one.condition, note: one.conditionNote || null },
          })),
        ]);
      });
      return before;
    },
  };
}

const deliveryWords = { en: "delivery", zh: "送样单" };

const refusals = {
  empty: new Failure("refused", { en: "There is no sample in it.", zh: "送样单中没有水样。" }),
  ownReceipt: new Failure("refused", {
    en: "Whoever handed a delivery over cannot receive it: it takes two persons.",
    zh: "交接人不能自行接收，交接与接收须由两人完成。",
  }),
};

/** Throws where a sample could not be packed: not sealed, in another delivery, or out of reach. */
function requireAll(packed: number, wanted: readonly number[]): void {
  if (packed === new Set(wanted).size) return;
  throw badField("samplingIds", {
    en: "only sealed samples that are in no other delivery can be sent",
    zh: "只能选择已封签且不在其他送样单中的水样",
  });
}

function numberTaken(): Failure {
  const words = { en: "this number is taken", zh: "该送样单号已被使用" };
  return new Failure("conflict", { en: "This number is taken already.", zh: "该送样单号已被使用。" }, [
    { field: "deliveryNo", words },
  ]);
}

function changedMeanwhile(): Failure {
  return new Failure("conflict", {
    en: "The delivery was changed by somebody else meanwhile.",
    zh: "送样单已被他人更改。",
  });
}
