import type { Bottle } from "@tracewater/contract/field/bottles";
import { originOf } from "@tracewater/contract/fleet/alarm-sources";
import { personLabel } from "@tracewater/contract/system/person-label";
import { AppError, fieldError, notFound } from "../../../platform/app-error.ts";
import type { Caller } from "../../../platform/caller.ts";
import type { ResourceService } from "../../../platform/resource/resource-service.ts";
import type { Scope } from "../../../platform/scope.ts";
import { isForeignKeyViolation } from "../../../platform/store/constraint-errors.ts";
import type { Db } from "../../../platform/store/database.ts";
import type { AlarmService } from "../../fleet/alarms/alarm.service.ts";
import type { OrgUnitService } from "../../system/org-units/org-unit.service.ts";
import { type BottleBody, type BottleQuery, createBottleStore } from "./bottle.store.ts";
import { createCarouselStore } from "./carousel.store.ts";

export type BottleService = ReturnType<typeof createBottleService>;

/** The registry of bottles: each known by the code on its body, with the cap that belongs to it. */
export function createBottleService(options: {
  db: Db;
  orgUnits: OrgUnitService;
  alarms: Pick<AlarmService, "raiseOwn">;
}) {
  const { db, orgUnits, alarms } = options;
  const store = createBottleStore(db);
  const carousel = createCarouselStore(db);

  const service: ResourceService<Bottle, BottleBody, BottleQuery> = {
    count: store.rows.count,
    list: store.rows.list,
    listAfter: store.rows.listAfter,
    find: store.rows.find,
    storeRows: store.rows.storeRows,

    async add(caller: Caller, bottle): Promise<number> {
      await orgUnits.require(caller.scope, bottle.unitId, "unitId");
      const id = await store.rows.add(bottle);
      if (id === undefined) throw codeTaken();
      return id;
    },

    async change(caller, id, bottle): Promise<void> {
      await orgUnits.require(caller.scope, bottle.unitId, "unitId");
      if (!(await store.rows.change(caller.scope, id, bottle))) throw codeTaken();
    },

    async remove(caller, ids): Promise<void> {
      refusePlaced(await store.countPlaced(ids));
      try {
        await store.rows.remove(caller.scope, ids);
      } catch (error) {
        // It was put into a sampler in this very moment.
        if (!isForeignKeyViolation(error)) throw error;
        refusePlaced(await store.countPlaced(ids));
        throw onRecord();
      }
    },

    unitsByName: orgUnits.idsByName,
  };

  return {
    service,

    async require(scope: Scope, id: number): Promise<Bottle> {
      const found = await store.rows.find(scope, id);
      if (found === undefined) throw notFound({ en: "bottle", zh: "采样瓶" });
      return found;
    },

    /**
     * The bottle with this code on its body, to take a sample with; a body that nobody registered is registered in
     * the unit. Throws where it is in a sampler, is not empty, or is not the caller's.
     */
    async requireEmpty(
      scope: Scope,
      code: string,
      unitId: number,
    ): Promise<{ bottleId: number; capCode: string | null }> {
      const { body, cap } = await carousel.findByCode(scope, code);
      if (cap !== null) throw fieldError("bodyCode", { en: "is a cap code", zh: "是瓶盖码，不是瓶身码" });
      if (body === null) return { bottleId: await store.ensure(code, unitId), capCode: null };
      if (!body.isReached)
        throw fieldError("bodyCode", { en: "belongs to another unit", zh: "属于其他单位" });
      if (body.place !== null) {
        const { deviceName } = body.place;
        throw fieldError("bodyCode", { en: `is in ${deviceName}`, zh: `正在采样器 ${deviceName} 中` });
      }
      if (body.state !== "new" && body.state !== "bound" && body.state !== "filled") {
        throw fieldError("bodyCode", { en: "is in use and has not been cleaned", zh: "正在使用，尚未清洗" });
      }
      return { bottleId: body.bottleId, capCode: body.capCode };
    },

    setState: store.setState,
    makeNew: store.makeNew,

    async historyOf(id: number) {
      const [pairs, places] = await Promise.all([store.listPairs(id), store.listPlaces(id)]);
      return {
        pairs: pairs.map((pair) => ({
          ...pair,
          boundAt: pair.boundAt.getTime(),
          brokenAt: pair.brokenAt?.getTime() ?? null,
        })),
        places: places.map((place) => ({
          ...place,
          since: place.since.getTime(),
          until: place.until?.getTime() ?? null,
        })),
      };
    },

    async breakPair(caller: Caller, id: number, reason: string): Promise<{ before: Bottle; after: Bottle }> {
      const before = await this.require(caller.scope, id);
      await db.transaction().execute(async (trx) => {
        const broken = await store.breakPair(trx, id, personLabel(caller), reason);
        if (broken === undefined) {
          throw new AppError("refused", {
            en: `Bottle ${before.bodyCode} is not paired with a cap.`,
            zh: `采样瓶 ${before.bodyCode} 没有已配对的瓶盖。`,
          });
        }
        const { pairId, brokenAt, deviceId } = broken;
        // A bottle that never was in a sampler held no sample: nobody has to be warned.
        if (deviceId === null) return;
        const origin = originOf("bottlePair", pairId);
        const alarm = { ...brokenPairAlarm, origin, deviceId, identifier: before.bodyCode, at: brokenAt };
        await alarms.raiseOwn([alarm], trx);
      });
      return { before, after: await this.require(caller.scope, id) };
    },
  };
}

const brokenPairAlarm = {
  name: "Bottle: pairing broken",
  nameZh: "采样瓶：瓶身与瓶盖配对异常",
  source: "bottlePair",
  severity: "major",
} as const;

function codeTaken(): AppError {
  const text = { en: "this code is already in use", zh: "该瓶身码已被使用" };
  return new AppError("conflict", { en: "This code is already in use.", zh: "该瓶身码已被使用。" }, [
    { field: "bodyCode", text },
  ]);
}

/** The laboratory's records name the bottle. */
function onRecord(): AppError {
  return new AppError("refused", {
    en: "Samples or results refer to a bottle you want to delete, so it cannot be deleted.",
    zh: "待删除的采样瓶已被样品或检测结果引用，无法删除。",
  });
}

/** What was filled belongs to the bottle that it was filled into. */
function refusePlaced(count: number): void {
  if (count === 0) return;
  const bottles = count === 1 ? "1 bottle was" : `${count} bottles were`;
  throw new AppError("refused", {
    en: `${bottles} in a sampler and cannot be deleted, because sample records refer to ${count === 1 ? "it" : "them"}.`,
    zh: `有 ${count} 个采样瓶曾放入采样器，样品记录引用了它们，无法删除。`,
  });
}
