import type { AssayDoubt } from "@tracewater/contract/laboratory/assays";
import type { Db, Trx } from "../../../platform/store/database.ts";
import { createDoubtStore, type Failure } from "./doubt.store.ts";

export type DoubtService = ReturnType<typeof createDoubtService>;

/**
 * Results that a control called in question after they were handed over: they stay as they are, carry a mark, and wait
 * for a reviewer, who confirms them with a reason or has them superseded.
 */
export function createDoubtService({ db }: { db: Db }) {
  return {
    /** In the transaction that stores the failure. */
    raise: (trx: Trx, assayIds: readonly number[], failure: Failure): Promise<void> =>
      createDoubtStore(trx).raise(assayIds, failure),

    confirm: (
      trx: Trx,
      assayIds: readonly number[],
      act: { by: string; at: Date; reason: string },
    ): Promise<number[]> => createDoubtStore(trx).confirm(assayIds, act),

    list: (assayId: number): Promise<AssayDoubt[]> => createDoubtStore(db).list(assayId),
  };
}
