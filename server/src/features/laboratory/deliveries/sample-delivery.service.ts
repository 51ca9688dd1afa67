import type { BodyOf } from "@tracewater/contract/call";
import type {
  addDelivery,
  changeDelivery,
  DeliveryDetail,
} from "@tracewater/contract/laboratory/sample-deliveries";
import { personLabel } from "@tracewater/contract/system/person-label";
import { fieldError } from "../../../platform/app-error.ts";
import { type Caller, mayDo } from "../../../platform/caller.ts";
import type { DayClock } from "../../../platform/day-clock.ts";
import { nextNumbers } from "../../../platform/record-number.store.ts";
import { isInScope, type Scope } from "../../../platform/scope.ts";
import type { Db } from "../../../platform/store/database.ts";
import type { OrgUnitService } from "../../system/org-units/org-unit.service.ts";
import type { CustodyService } from "../custody/custody.service.ts";
import { createDeliveryContentStore } from "./delivery-content.store.ts";
import { createDeliveryReader } from "./delivery-reader.ts";
import { changedMeanwhile, numberTaken } from "./delivery-refusals.ts";
import { createDeliveryTransport } from "./delivery-transport.service.ts";
import { requireDeliveryState } from "./sample-delivery.model.ts";
import { createSampleDeliveryStore, type FoundDelivery } from "./sample-delivery.store.ts";

export type SampleDeliveryService = ReturnType<typeof createSampleDeliveryService>;

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
  const content = createDeliveryContentStore(db);
  const { require, requireSender, listSamples } = createDeliveryReader(db);

  /** Another unit may be sent to where somebody receives samples; nothing but its name is reported. */
  async function requireReceiver(scope: Scope, toUnitId: number): Promise<void> {
    if ((await orgUnits.listWithHolders(scope, may("receive"), toUnitId)).length > 0) return;
    throw fieldError("toUnitId", { en: "laboratory not found", zh: "接收单位不存在或不接收样品" });
  }

  return {
    list: store.list,
    listBefore: store.listBefore,
    count: store.count,
    listByIds: store.listByIds,
    listReceivers: (caller: Caller) => orgUnits.listWithHolders(caller.scope, may("receive")),
    require,
    listSamples,
    findByNo: store.findByNo,
    listTemperatures: content.listTemperatures,
    listAssays: content.listAssays,

    async detail(caller: Caller, id: number): Promise<DeliveryDetail> {
      const { handedById, ...found } = await require(caller.scope, id);
      const [own, temperatures, events] = await Promise.all([
        listSamples(id),
        content.listTemperatures(id),
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
        requireAll(await content.pack(trx, added.id, samplingIds), samplingIds);
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
        requireAll(await content.pack(trx, deliveryId, samplingIds), samplingIds);
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

    ...createDeliveryTransport(options),
  };
}

/** Throws where a sample could not be packed: not sealed, in another delivery, or out of reach. */
function requireAll(packed: number, wanted: readonly number[]): void {
  if (packed === new Set(wanted).size) return;
  throw fieldError("samplingIds", {
    en: "only sealed samples that are in no other delivery can be selected",
    zh: "只能选择已封签且不在其他送样单中的水样",
  });
}
