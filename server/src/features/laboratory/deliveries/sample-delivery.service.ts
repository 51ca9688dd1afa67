import type { BodyOf } from "@tracewater/contract/call";
import type {
  addDelivery,
  changeDelivery,
  DeliveryDetail,
  logTemperatures,
  receiveDelivery,
} from "@tracewater/contract/laboratory/sample-deliveries";
import { type DeliveredSample, deliveryDetail } from "@tracewater/contract/laboratory/sample-deliveries";
import { personLabel } from "@tracewater/contract/system/person-label";
import { AppError, fieldError, notFound } from "../../../platform/app-error.ts";
import { type Caller, mayDo } from "../../../platform/caller.ts";
import type { DayClock } from "../../../platform/day-clock.ts";
import { nextNumbers } from "../../../platform/record-number.store.ts";
import { isInScope, type Scope } from "../../../platform/scope.ts";
import type { Db } from "../../../platform/store/database.ts";
import type { OrgUnitService } from "../../system/org-units/org-unit.service.ts";
import type { CustodyService } from "../custody/custody.service.ts";
import { aboutOf } from "../samplings/sampling.service.ts";
import { checkReceipt, requireDeliveryState, stateAfter } from "./sample-delivery.model.ts";
import { createSampleDeliveryStore, type FoundDelivery } from "./sample-delivery.store.ts";

export type SampleDeliveryService = ReturnType<typeof createSampleDeliveryService>;

const samples = deliveryDetail.shape.samples;
const slackMs = 5 * 60_000;
const may = (verb: string) => `laboratory:delivery:${verb}`;

/** Sealed samples from hand to hand: packed, handed over, received by another person, once. */
export function createSampleDeliveryService(options: {
  db: Db;
  custody: CustodyService;
  orgUnits: OrgUnitService;
  clock: DayClock;
  now: () => number;
}) {
  const { db, custody, orgUnits, clock, now } = options;
  const store = createSampleDeliveryStore(db);

  async function require(scope: Scope, id: number): Promise<FoundDelivery> {
    const found = await store.find(scope, id);
    if (found === undefined) throw notFound(deliveryName);
    return found;
  }

  /** For anyone who reaches the unit that sends it. */
  async function requireSender(scope: Scope, id: number): Promise<FoundDelivery> {
    const found = await require(scope, id);
    if (!isInScope(scope, found.unitId)) throw notFound(deliveryName);
    return found;
  }

  /** Another unit may be sent to where somebody receives samples; nothing but its name is reported. */
  async function requireReceiver(scope: Scope, toUnitId: number): Promise<void> {
    if ((await orgUnits.listWithHolders(scope, may("receive"), toUnitId)).length > 0) return;
    throw fieldError("toUnitId", { en: "laboratory not found", zh: "接收单位不存在或不接收样品" });
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
    listReceivers: (caller: Caller) => orgUnits.listWithHolders(caller.scope, may("receive")),
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
      await orgUnits.require(caller.scope, given.unitId, "unitId");
      await requireReceiver(caller.scope, given.toUnitId);
      return db.transaction().execute(async (trx) => {
        const [next = ""] = deliveryNo === null ? await nextNumbers(trx, "DL", clock.today()) : [deliveryNo];
        const made = { madeBy: personLabel(caller), createdAt: new Date(now()) };
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
      if (before.courier === "")
        throw fieldError("courier", { en: "enter who carries the delivery", zh: "请填写送样人" });
      const own = await listSamples(id);
      if (own.length === 0) throw refusals.empty;
      const handed = { handedAt: new Date(now()), handedBy: personLabel(caller), handedById: caller.userId };
      await db.transaction().execute(async (trx) => {
        if (!(await store.change(trx, id, "draft", { ...handed, state: "inTransit" })))
          throw changedMeanwhile();
        await store.sendSamples(trx, id, before.toUnitId);
        await custody.append(trx, caller, [
          {
            ...{ kind: "handover", about: about(id, own), from: personLabel(caller), to: before.courier },
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
          throw fieldError(field, { en: "must not be in the future", zh: "不能晚于当前时间" });
        if (one.handedAt !== null && reading.at < one.handedAt - 86_400_000) {
          throw fieldError(field, { en: "must not be before the handover", zh: "不能早于交接时间" });
        }
      }
      return db.transaction().execute(async (trx) => {
        // Held until the end: what is received in this moment has its log as it was checked.
        if (!(await store.change(trx, deliveryId, "inTransit", { state: "inTransit" })))
          throw changedMeanwhile();
        const added = await store.addTemperatures(trx, deliveryId, readings, personLabel(caller));
        const celsius = readings.map((reading) => reading.celsius);
        if (added > 0) {
          await custody.append(trx, caller, [
            {
              ...{ kind: "transport", about: [`delivery:${deliveryId}`], place: null },
              condition: spanOf(celsius),
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
      if (!isInScope(caller.scope, before.toUnitId)) throw notFound(deliveryName);
      requireDeliveryState(before, "inTransit");
      if (before.handedById === caller.userId) throw refusals.ownReceipt;
      const state = receipt.decision === "reject" ? "rejected" : "received";
      const { decision, reason } = receipt;
      const received = {
        receivedAt: new Date(now()),
        receivedBy: personLabel(caller),
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
            ...{
              kind: "receive",
              about: about(deliveryId, own),
              from: before.courier,
              to: personLabel(caller),
            },
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

const deliveryName = { en: "delivery", zh: "送样单" };

const refusals = {
  empty: new AppError("refused", {
    en: "The delivery contains no samples. Add at least one.",
    zh: "送样单中没有水样，请至少添加一个。",
  }),
  ownReceipt: new AppError("refused", {
    en: "A delivery must be received by someone other than the person who handed it over.",
    zh: "交接人不能接收自己交接的送样单，须由他人接收。",
  }),
};

/** Throws where a sample could not be packed: not sealed, in another delivery, or out of reach. */
function requireAll(packed: number, wanted: readonly number[]): void {
  if (packed === new Set(wanted).size) return;
  throw fieldError("samplingIds", {
    en: "only sealed samples that are in no other delivery can be selected",
    zh: "只能选择已封签且不在其他送样单中的水样",
  });
}

function numberTaken(): AppError {
  const text = { en: "this number is already in use", zh: "该送样单号已被使用" };
  return new AppError("conflict", { en: "This number is already in use.", zh: "该送样单号已被使用。" }, [
    { field: "deliveryNo", text },
  ]);
}

function changedMeanwhile(): AppError {
  return new AppError("conflict", {
    en: "Someone else changed this delivery in the meantime. Refresh and try again.",
    zh: "送样单已被他人更改，请刷新后重试。",
  });
}

/** From the lowest to the highest, with as many decimals as the most precise of them has. */
function spanOf(celsius: readonly number[]): string {
  const decimals = Math.max(...celsius.map((one) => (String(one).split(".")[1] ?? "").length));
  const [lowest, highest] = [Math.min(...celsius), Math.max(...celsius)].map((one) => one.toFixed(decimals));
  return lowest === highest ? `${lowest} °C` : `${lowest} – ${highest} °C`;
}
