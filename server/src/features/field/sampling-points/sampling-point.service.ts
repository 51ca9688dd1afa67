import type { SamplingPoint } from "@tracewater/contract/field/sampling-points";
import { AppError, fieldError } from "../../../platform/app-error.ts";
import type { Caller } from "../../../platform/caller.ts";
import type { ResourceService } from "../../../platform/resource/resource-service.ts";
import type { Scope } from "../../../platform/scope.ts";
import { isForeignKeyViolation } from "../../../platform/store/constraint-errors.ts";
import type { Db } from "../../../platform/store/database.ts";
import type { OrgUnitService } from "../../system/org-units/org-unit.service.ts";
import { createSamplingPointStore, type PointBody, type PointQuery } from "./sampling-point.store.ts";

export type SamplingPointService = ResourceService<SamplingPoint, PointBody, PointQuery> & {
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
export function createSamplingPointService(options: {
  db: Db;
  orgUnits: OrgUnitService;
}): SamplingPointService {
  const { orgUnits } = options;
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
      await orgUnits.require(caller.scope, point.unitId, "unitId");
      const id = await store.rows.add(point);
      if (id === undefined) throw codeTaken();
      return id;
    },

    async change(caller, id, point): Promise<void> {
      await orgUnits.require(caller.scope, point.unitId, "unitId");
      if (!(await store.rows.change(caller.scope, id, point))) throw codeTaken();
    },

    async remove(caller, ids): Promise<void> {
      refuseBound(await store.countDevices(ids));
      try {
        await store.rows.remove(caller.scope, ids);
      } catch (error) {
        // A device was bound in this very moment.
        if (!isForeignKeyViolation(error)) throw error;
        refuseBound(await store.countDevices(ids));
        throw onRecord();
      }
    },

    unitsByName: orgUnits.idsByName,

    async require(scope, id): Promise<void> {
      if (await store.exists(scope, id)) return;
      throw fieldError("pointId", { en: "sampling point not found", zh: "采样点不存在" });
    },
  };
}

function codeTaken(): AppError {
  const text = { en: "this code is already in use", zh: "该编号已被使用" };
  return new AppError("conflict", { en: "This code is already in use.", zh: "该编号已被使用。" }, [
    { field: "code", text },
  ]);
}

/** The laboratory's records name the point. */
function onRecord(): AppError {
  return new AppError("refused", {
    en: "Samples or results belong to a sampling point you want to delete. Disable it instead.",
    zh: "待删除的采样点已被样品或检测结果引用，无法删除，可改为停用。",
  });
}

/** A reading belongs to the point of its time, so a point where devices were stays. */
function refuseBound({ now, ever }: { now: number; ever: number }): void {
  if (now > 0) {
    const devices = now === 1 ? "1 device is bound" : `${now} devices are bound`;
    throw new AppError("refused", {
      en: `${devices} to a sampling point you want to delete. Move ${now === 1 ? "it" : "them"} first.`,
      zh: `待删除的采样点绑定了 ${now} 台设备，请先移走设备。`,
    });
  }
  if (ever > 0) {
    throw new AppError("refused", {
      en: `Readings of ${ever} ${ever === 1 ? "device" : "devices"} belong to it. Disable it instead.`,
      zh: `该采样点保留着 ${ever} 台设备的历史数据，无法删除，可改为停用。`,
    });
  }
}
