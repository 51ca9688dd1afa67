import type { BodyOf } from "@tracewater/contract/call";
import type { confirmAssays } from "@tracewater/contract/laboratory/assays";
import { personLabel } from "@tracewater/contract/system/person-label";
import type { Caller } from "../../../platform/caller.ts";
import type { Db } from "../../../platform/store/database.ts";
import type { DoubtService } from "../doubts/doubt.service.ts";
import { createAssayStore } from "./assay.store.ts";
import * as refusals from "./assay-refusals.ts";
import { createAssayWriter } from "./assay-writer.store.ts";

export type AssayDoubtService = ReturnType<typeof createAssayDoubtService>;

/** Approved results that a control called in question later: a reviewer has them hold, for a reason. */
export function createAssayDoubtService(options: {
  db: Db;
  zone: string;
  doubts: DoubtService;
  now: () => number;
}) {
  const { db, doubts } = options;
  const store = createAssayStore(db, options);
  return {
    list: doubts.list,

    /** All of them or none, by nobody who entered a number of them. */
    async confirm(caller: Caller, { ids, reason }: BodyOf<typeof confirmAssays>): Promise<void> {
      if ((await store.listByIds(caller.scope, ids)).length < ids.length) throw refusals.nothing();
      await db.transaction().execute(async (trx) => {
        const held = await createAssayWriter(trx).hold(ids);
        const wrong = held.find((one) => one.state !== "approved");
        if (wrong !== undefined) throw refusals.wrongState(wrong, "approved");
        const own = held.find((one) => one.analystIds.includes(caller.userId));
        if (own !== undefined) throw refusals.ownResult(own);
        const act = { by: personLabel(caller), at: new Date(options.now()), reason };
        const confirmed = await doubts.confirm(trx, ids, act);
        const calm = held.find((one) => !confirmed.includes(one.id));
        if (calm !== undefined) throw refusals.notQuestioned(calm);
      });
    },
  };
}
