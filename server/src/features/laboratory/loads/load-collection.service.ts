import type { QueryOf } from "@tracewater/contract/call";
import type { getEudaCollection } from "@tracewater/contract/laboratory/load-collections";
import { fieldError } from "../../../platform/app-error.ts";
import type { Scope } from "../../../platform/scope.ts";
import { makeWorkbook } from "../../../platform/xlsx/fixed-workbook.ts";
import type { LoadStore } from "./load.store.ts";
import { eudaSheet, odmSheets } from "./load-collection.model.ts";
import { type createLoadCollectionStore, maxCollected } from "./load-collection.store.ts";

export type LoadCollectionService = ReturnType<typeof createLoadCollectionService>;
type Asked = QueryOf<typeof getEudaCollection>;

const maxDays = 400;

/** Loads in force as workbooks in the layouts of others. */
export function createLoadCollectionService(options: {
  store: LoadStore;
  details: ReturnType<typeof createLoadCollectionStore>;
  /** Below so many inhabitants no figure per inhabitant leaves the unit. */
  floor: () => Promise<number>;
  now: () => number;
}) {
  const { store, details, floor, now } = options;

  async function collect(scope: Scope, asked: Asked) {
    refuseSpan(asked);
    const loads = await store.listCollected(scope, asked, maxCollected + 1);
    if (loads.length > maxCollected)
      throw fieldError("until", {
        en: `more than ${maxCollected} loads: select a shorter period or one sampling point`,
        zh: `负荷超过 ${maxCollected} 条，请缩短日期范围或选择一个采样点`,
      });
    return details.addDetails(loads);
  }

  return {
    async euda(scope: Scope, asked: Asked): Promise<Buffer> {
      return makeWorkbook([eudaSheet(await collect(scope, asked), await floor())], new Date(now()));
    },

    async odm(scope: Scope, asked: Asked): Promise<Buffer> {
      return makeWorkbook(
        odmSheets(await collect(scope, asked), asked.phase, await floor()),
        new Date(now()),
      );
    },
  };
}

function refuseSpan({ from, until }: Asked): void {
  if (until < from)
    throw fieldError("until", { en: "must not be before the first day", zh: "不能早于起始日期" });
  if ((Date.parse(until) - Date.parse(from)) / 86_400_000 >= maxDays)
    throw fieldError("until", { en: `must not exceed ${maxDays} days`, zh: `最多 ${maxDays} 天` });
}
