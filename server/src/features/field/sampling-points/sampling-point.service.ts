import { badField } from "../../../platform/failure.ts";
import type { Scope } from "../../../platform/scope.ts";
import type { Db } from "../../../platform/store/database.ts";
import { createSamplingPointStore } from "./sampling-point.store.ts";

export type SamplingPointService = ReturnType<typeof createSamplingPointService>;

/** Where samples are taken: plants, sewers, outfalls. */
export function createSamplingPointService(options: { db: Db }) {
  const store = createSamplingPointStore(options.db);
  return {
    list: store.list,
    count: store.count,
    async require(scope: Scope, id: number): Promise<void> {
      if (await store.exists(scope, id)) return;
      throw badField("pointId", { en: "there is no such sampling point", zh: "采样点不存在" });
    },
  };
}
