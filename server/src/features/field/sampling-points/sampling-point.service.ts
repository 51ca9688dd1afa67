import type { SamplingPoint } from "@tracewater/contract/field/sampling-points";
import type { Caller } from "../../../platform/caller.ts";
import { badField, Failure } from "../../../platform/failure.ts";
import type { ResourceDoor } from "../../../platform/resource/resource-door.ts";
import type { Scope } from "../../../platform/scope.ts";
import type { Db } from "../../../platform/store/database.ts";
import { isReferred } from "../../../platform/store/taken.ts";
import type { DeptService } from "../../system/dept/dept.service.ts";
import { createSamplingPointStore, type PointBody, type PointQuery } from "./sampling-point.store.ts";

export type SamplingPointService = ResourceDoor<SamplingPoint, PointBody, PointQuery> & {
  /** Points whose code or name holds the keyword; those whose code begins with it first. */
  search(
    scope: Scope,
    query: { keyword: string; limit: number },
  ): Promise<{ id: number; number: string; name: string }[]>;
  /** The points of the scope that have these codes. */
  idsByCode(scope: Scope, codes: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** Throws where a scope holds no such point. */
  require(scope: Scope, id: number): Promise<void>;
};

/** Where samples are taken: plants, sewers, outfalls. */
export function createSamplingPointService(options: { db: Db; depts: DeptService }): SamplingPointService {
  const { depts } = options;
  const store = createSamplingPointStore(options.db);
  return {
    count: store.rows.count,
    list: store.rows.list,
    search: store.search,
    listAfter: store.rows.listAfter,
    find: store.rows.find,
    storeRows: store.rows.storeRows,
    idsByCode: store.idsByCode,

    async add(caller: Caller, point): Promise<number> {
      await depts.require(caller.scope, point.unitId, "unitId");
      const id = await store.rows.add(point);
      if (id === undefined) throw codeTaken();
      return id;
    },

    async change(caller, id, point): Promise<void> {
      await depts.require(caller.scope, point.unitId, "unitId");
      if (!(await store.rows.change(caller.scope, id, point))) throw codeTaken();
    },

    async remove(caller, ids): Promise<void> {
      refuseBound(await store.countDevices(ids));
      try {
        await store.rows.remove(caller.scope, ids);
      } catch (error) {
        // A device was bound in this very moment.
        if (!isReferred(error)) throw error;
        refuseBound(await store.countDevices(ids));
        throw onRecord();
      }
    },

    unitsByName: depts.idsByName,

    async require(scope, id): Promise<void> {
      if (await store.exists(scope, id)) return;
      throw badField("pointId", { en: "there is no such sampling point", zh: "采样点不存在" });
    },
  };
}

function codeTaken(): Failure {
  const words = { en: "this code is taken", zh: "该编号已被使用" };
  return new Failure("conflict", { en: "This code is taken already.", zh: "该编号已被使用。" }, [
    { field: "code", words },
  ]);
}

/** The laboratory's records name the point. */
function onRecord(): Failure {
  return new Failure("refused", {
    en: "Records of samples or results belong to a point that you want to delete; set it out of use instead.",
    zh: "待删除的采样点已被样品或检测记录引用，无法删除，可改为停用。",
  });
}

/** A reading belongs to the point of its time, so a point where devices stood stays. */
function refuseBound({ now, ever }: { now: number; ever: number }): void {
  if (now > 0) {
    const devices = now === 1 ? "1 device is bound" : `${now} devices are bound`;
    throw new Failure("refused", {
      en: `${devices} to what you want to delete; move ${now === 1 ? "it" : "them"} first.`,
      zh: `待删除的采样点绑定了 ${now} 台设备，请先移走设备。`,
    });
  }
  if (ever > 0) {
    throw new Failure("refused", {
      en: `Readings of ${ever} ${ever === 1 ? "device" : "devices"} belong to it; set it out of use instead.`,
      zh: `该采样点保留着 ${ever} 台设备的历史数据，无法删除，可改为停用。`,
    });
  }
}
