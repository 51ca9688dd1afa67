import { personLabel } from "@tracewater/contract/system/person-label";
import { AppError, fieldError } from "../../../platform/app-error.ts";
import { type Caller, personsBehind } from "../../../platform/caller.ts";
import type { Db, Trx } from "../../../platform/store/database.ts";
import { faultsOf } from "./assay.model.ts";
import { createAssayStore } from "./assay.store.ts";
import * as refusals from "./assay-refusals.ts";
import { type AssayValues, createAssayWriter, type NewAssay } from "./assay-writer.store.ts";
import type { SampleService } from "./sample.service.ts";

export type OnlineAssayService = ReturnType<typeof createOnlineAssayService>;

/** A run of an online detector, as results of the bottle that held the water of its time. */
export type OnlineRun = {
  bodyCode: string;
  sampledOn: string;
  pointCode: string;
  method: string;
  /** Why approved results are replaced. */
  reason: string;
  results: readonly (AssayValues & { analyte: string })[];
};

/** Makes results of what online detectors measured: in review at once, in the name of the person who applied them. */
export function createOnlineAssayService(options: {
  db: Db;
  samples: SampleService;
  zone: string;
  now: () => number;
}) {
  const store = createAssayStore(options.db, options);
  return {
    /** Finds the sample and what is superseded; everything that can be refused before anything is written. */
    async prepare(caller: Caller, run: OnlineRun): Promise<NewAssay[]> {
      const { bodyCode, sampledOn, pointCode, method, reason } = run;
      const faults = run.results.flatMap((one) =>
        faultsOf(one).map((fault) => ({ ...fault, field: `${one.analyte}.${fault.field}` })),
      );
      if (faults.length > 0) throw refusals.contradictory(faults);
      const [sample] = await options.samples.findAll(caller.scope, [{ bodyCode, sampledOn, pointCode }]);
      if (sample === undefined || sample instanceof AppError) throw sample ?? refusals.nothing();
      const known = await store.listOfSample(caller.scope, sample.bottleId, sampledOn);
      const before = new Map<string, number>(
        known
          .filter((one) => one.source === "online" && one.phase === "liquid" && one.state === "approved")
          .map((one) => [one.analyte, one.assayId]),
      );
      if (reason === "" && run.results.some((one) => before.has(one.analyte))) throw withoutReason;
      return run.results.map((result) => {
        const supersedes = before.get(result.analyte) ?? null;
        return {
          ...sample,
          ...result,
          ...{ sampledOn, phase: "liquid", source: "online", method, methodVersion: "" },
          ...{ analystIds: personsBehind(caller), analyst: personLabel(caller) },
          ...{ enteredAt: new Date(options.now()), supersedes, reason: supersedes === null ? "" : reason },
        };
      });
    },

    /** In the caller's transaction: all results or none; the ids. */
    async add(trx: Trx, rows: readonly NewAssay[]): Promise<number[]> {
      const writer = createAssayWriter(trx);
      const added = await writer.add(rows);
      const ids = rows.flatMap((_, place) => added.get(place) ?? []);
      if (ids.length < rows.length) throw openAlready;
      await writer.submit(ids);
      return ids;
    },
  };
}

const withoutReason = fieldError("reason", {
  en: "is required: approved results of this bottle and day are superseded",
  zh: "必填：该瓶当日已批准的结果将被替代",
});
const openAlready = new AppError(
  "conflict",
  {
    en: "This bottle already has online results of that day in review. Decide on them first.",
    zh: "该瓶当日已有待复核的在线检测结果，请先处理。",
  },
  [{ field: "bodyCode", text: { en: "has online results in review", zh: "已有待复核的在线检测结果" } }],
);
