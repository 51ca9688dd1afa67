import type { BodyOf, ReplyOf } from "@tracewater/contract/call";
import type {
  Assay,
  changeAssay,
  getAssay,
  listAssays,
  reviewAssays,
  supersedeAssay,
} from "@tracewater/contract/laboratory/assays";
import { personLabel } from "@tracewater/contract/system/person-label";
import { type Caller, personsBehind } from "../../../platform/caller.ts";
import { pageOf } from "../../../platform/http/pages.ts";
import type { PrintMoment } from "../../../platform/moments.ts";
import type { Scope } from "../../../platform/scope.ts";
import type { Db, Trx } from "../../../platform/store/database.ts";
import type { DoubtService } from "../doubts/doubt.service.ts";
import type { ExceedanceService, Written } from "../limits/exceedance.service.ts";
import { faultsOf } from "./assay.model.ts";
import { type AssayQuery, createAssayStore, type StoredAssay } from "./assay.store.ts";
import { createAssayEntry, enteredBy } from "./assay-entry.service.ts";
import * as refusals from "./assay-refusals.ts";
import { inOrder, sampleRatiosOf, warningsOf } from "./assay-sample.model.ts";
import { createAssayWriter, type Decided } from "./assay-writer.store.ts";
import type { SampleService } from "./sample.service.ts";

export type AssayService = ReturnType<typeof createAssayService>;
/** So far results are counted one by one; beyond, that there are more is all that is reported. */
const maxCounted = 10_000;

type Review = BodyOf<typeof reviewAssays>;

/** What a laboratory found in samples, and its way from draft to a result that counts. */
export function createAssayService(options: {
  db: Db;
  samples: SampleService;
  zone: string;
  /** What follows from results that were approved. */
  exceedances: Pick<ExceedanceService, "onApproved" | "onCreated">;
  doubts: Pick<DoubtService, "confirm">;
  printMoment: PrintMoment;
  now: () => number;
}) {
  const { db, samples, doubts, printMoment } = options;
  const store = createAssayStore(db, options);

  const show = (stored: StoredAssay): Assay => showAssay(stored, printMoment);

  async function require(scope: Scope, id: number): Promise<StoredAssay> {
    const found = await store.find(scope, id);
    if (found === undefined) throw refusals.nothing();
    return found;
  }

  /** Holds the results of a step, all of which have to be in the scope and in one of these states. */
  async function step<T>(
    caller: Caller,
    ids: readonly number[],
    from: "draft" | "inReview" | "approved",
    work: (writer: ReturnType<typeof createAssayWriter>, held: readonly Decided[], trx: Trx) => Promise<T>,
  ): Promise<T> {
    if ((await store.listByIds(caller.scope, ids)).length < ids.length) throw refusals.nothing();
    return db.transaction().execute(async (trx) => {
      const writer = createAssayWriter(trx);
      const held = await writer.hold(ids);
      if (held.length < ids.length) throw refusals.nothing();
      const wrong = held.find((one) => one.state !== from);
      if (wrong !== undefined) throw refusals.wrongState(wrong, from);
      return work(writer, held, trx);
    });
  }

  return {
    count: store.count,
    unitsByName: async (): Promise<Map<string, number[]>> => new Map(),

    async list(caller: Caller, query: AssayQuery): Promise<ReplyOf<typeof listAssays>> {
      const counted = await store.count(caller.scope, query, maxCounted + 1);
      const total = Math.min(counted, maxCounted);
      const rows = await store.list(caller.scope, query, pageOf(query, total));
      return { rows: rows.map(show), total, isMore: counted > maxCounted };
    },

    async listAfter(scope: Scope, query: AssayQuery, afterId: number, limit: number): Promise<Assay[]> {
      return (await store.listAfter(scope, query, afterId, limit)).map(show);
    },

    async listByIds(scope: Scope, ids: readonly number[]): Promise<Assay[]> {
      return (await store.listByIds(scope, ids)).map(show);
    },

    find: async (scope: Scope, id: number): Promise<Assay> => show(await require(scope, id)),

    /** A result with all that was found in its sample. */
    async readSample(scope: Scope, id: number): Promise<Omit<ReplyOf<typeof getAssay>["data"], "doubts">> {
      const asked = await require(scope, id);
      const results = await store.listOfSample(scope, asked.bottleId, asked.sampledOn);
      const sample = (await store.findSampleOfDay(scope, asked.bottleId, asked.sampledOn)) ?? null;
      return {
        assay: show(asked),
        results: inOrder(results).map(show),
        ...{ warnings: warningsOf(results), ratios: sampleRatiosOf(results, asked) },
        sample,
      };
    },

    methodLimits: store.listMethodLimits,

    findSample: samples.findByCode,

    ...createAssayEntry(options),

    async change(caller: Caller, body: BodyOf<typeof changeAssay>): Promise<void> {
      const { assayId, ...figures } = body;
      const faults = faultsOf(figures);
      if (faults.length > 0) throw refusals.contradictory(faults);
      await step(caller, [assayId], "draft", (writer) =>
        writer.change(assayId, figures, { ids: personsBehind(caller), name: personLabel(caller) }),
      );
    },

    remove: (caller: Caller, ids: readonly number[]): Promise<void> =>
      step(caller, ids, "draft", (writer) => writer.remove(ids)),

    submit: (caller: Caller, ids: readonly number[]): Promise<void> =>
      step(caller, ids, "draft", (writer) => writer.submit(ids)),

    /** Who entered a number of a result never decides on it. */
    async review(caller: Caller, { ids, decision, reason }: Review): Promise<void> {
      if (decision !== "approve" && reason === "") throw refusals.withoutReason;
      const reviewer = { id: caller.userId, name: personLabel(caller) };
      const at = new Date(options.now());
      const written = await step(caller, ids, "inReview", async (writer, held, trx): Promise<Written> => {
        const own = held.find((one) => one.analystIds.includes(caller.userId));
        if (own !== undefined) throw refusals.ownResult(own);
        if (decision === "approve") {
          const doubted = held.find((one) => one.qcFailures.length > 0);
          if (doubted !== undefined && reason === "") throw refusals.qualityFailed(doubted);
          if (!(await writer.approve(ids, reviewer, { note: reason, at }))) throw refusals.approvedMeanwhile;
          // Without a reason none was known: one that came in this very moment stays open.
          if (reason !== "") await doubts.confirm(trx, ids, { by: reviewer.name, at, reason });
          return options.exceedances.onApproved(trx, caller, ids);
        }
        await writer.turnDown(ids, decision === "return" ? "draft" : "rejected", reviewer, {
          note: reason,
          at,
        });
        return [];
      });
      options.exceedances.onCreated(written);
    },

    /** A draft in place of an approved result, which holds until this one is approved. */
    async supersede(caller: Caller, body: BodyOf<typeof supersedeAssay>): Promise<number> {
      const { assayId, reason, ...figures } = body;
      const faults = faultsOf(figures);
      if (faults.length > 0) throw refusals.contradictory(faults);
      const before = await require(caller.scope, assayId);
      const { bottleId, unitId, labUnitId, pointId, sampledOn, analyte, phase, source } = before;
      const { method, methodVersion } = before;
      const sample = { bottleId, unitId, labUnitId, pointId, sampledOn };
      const about = { ...sample, analyte, phase, source, method, methodVersion };
      return step(caller, [assayId], "approved", async (writer) => {
        const deviceId = await store.deviceOf(assayId);
        const made = await writer.add([
          {
            ...about,
            ...figures,
            ...enteredBy(caller, options.now()),
            deviceId,
            reason,
            supersedes: assayId,
          },
        ]);
        const id = made.get(0);
        if (id === undefined) throw refusals.supersededMeanwhile;
        return id;
      });
    },
  };
}

/** What calls a result in question is among its failed checks. */
function showAssay(
  { labUnitId: _, reviewedAt, doubts, ...rest }: StoredAssay,
  printMoment: PrintMoment,
): Assay {
  const isQuestioned = doubts.length > 0;
  return {
    ...rest,
    ...(isQuestioned ? { qc: "failed", qcFailures: [...new Set([...rest.qcFailures, ...doubts])] } : {}),
    ...{ isQuestioned, reviewedAt: reviewedAt === null ? null : printMoment(reviewedAt) },
  };
}
