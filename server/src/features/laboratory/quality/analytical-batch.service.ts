import type { BodyOf, ReplyOf } from "@tracewater/contract/call";
import type {
  AnalyticalBatch,
  addAssayBatch,
  addControlResults,
  assignAssayBatch,
  getAssayBatch,
} from "@tracewater/contract/laboratory/analytical-batches";
import { analyteName } from "@tracewater/contract/laboratory/factors";
import { personLabel } from "@tracewater/contract/system/person-label";
import { Exact } from "@tracewater/wbe/exact";
import { fieldError, notFound } from "../../../platform/app-error.ts";
import type { Caller } from "../../../platform/caller.ts";
import { pageOf } from "../../../platform/http/pages.ts";
import type { PrintMoment } from "../../../platform/moments.ts";
import type { Scope } from "../../../platform/scope.ts";
import type { Db } from "../../../platform/store/database.ts";
import { fitOf } from "./analytical-batch.model.ts";
import {
  type AnalyticalBatchQuery,
  createAnalyticalBatchStore,
  type StoredAnalyticalBatch,
} from "./analytical-batch.store.ts";
import * as refusals from "./analytical-batch-refusals.ts";
import { judgeBatch } from "./batch-verdict.ts";
import type { InstrumentRunService } from "./instrument-run.service.ts";

export type AnalyticalBatchService = ReturnType<typeof createAnalyticalBatchService>;

/** Measuring batches: their quality control is judged whenever something of it changes, in the same transaction. */
export function createAnalyticalBatchService(options: {
  db: Db;
  printMoment: PrintMoment;
  runs: InstrumentRunService;
}) {
  const { db, printMoment, runs } = options;
  const store = createAnalyticalBatchStore(db);

  async function require(scope: Scope, id: number): Promise<StoredAnalyticalBatch> {
    const found = await store.find(scope, id);
    if (found === undefined) throw refusals.nothing();
    return found;
  }

  /** A change of a batch that is still open, and the verdict on what came out. */
  async function change(batch: StoredAnalyticalBatch, work: (trx: Db) => Promise<void>): Promise<void> {
    await db.transaction().execute(async (trx) => {
      const own = createAnalyticalBatchStore(trx);
      await own.hold(batch.batchId);
      if (await own.isClosed(batch.batchId)) throw refusals.closed(batch);
      await work(trx);
      await judgeBatch(trx, batch);
    });
  }

  return {
    async list(
      caller: Caller,
      query: AnalyticalBatchQuery,
    ): Promise<{ rows: AnalyticalBatch[]; total: number }> {
      const total = await store.count(caller.scope, query);
      const rows = await store.list(caller.scope, query, pageOf(query, total));
      return { rows: rows.map(show), total };
    },

    async find(scope: Scope, id: number): Promise<AnalyticalBatch> {
      return show(await require(scope, id));
    },

    async read(scope: Scope, id: number): Promise<ReplyOf<typeof getAssayBatch>["data"]> {
      const batch = await require(scope, id);
      const [results, verdicts, isClosed, reported] = await Promise.all([
        store.listResults(id),
        store.listVerdicts(id),
        store.isClosed(id),
        runs.read(id),
      ]);
      const given = results.map((one) => one.result);
      return {
        ...show(batch),
        ...{ criteria: batch.criteria, isClosed, results },
        verdicts: verdicts.map((one) => ({ ...one, judgedAt: printMoment(one.judgedAt) })),
        fits: analyteName.options.flatMap((analyte) => fitOf(analyte, given, batch.criteria) ?? []),
        ...reported,
      };
    },

    async add(caller: Caller, body: BodyOf<typeof addAssayBatch>): Promise<number> {
      const unitId = body.unitId ?? caller.unitId;
      if (unitId === null) throw fieldError("unitId", { en: "select a unit", zh: "请选择所属单位" });
      if (!(await store.hasUnit(caller.scope, unitId))) {
        throw fieldError("unitId", { en: "unit not found", zh: "单位不存在" });
      }
      const { batchNo, instrument, method, methodVersion, note, criteria } = body;
      const id = await store.add({
        ...{ batchNo, unitId, instrument, method, methodVersion, note, criteria },
        ...{ runAt: new Date(body.runAt), madeBy: personLabel(caller) },
      });
      if (id === null) throw refusals.numberTaken();
      return id;
    },

    async remove(scope: Scope, id: number): Promise<AnalyticalBatch> {
      const batch = await require(scope, id);
      await db.transaction().execute(async (trx) => {
        const own = createAnalyticalBatchStore(trx);
        await own.hold(id);
        if (batch.assays > 0 || (await own.countResults(id)) > 0) throw refusals.notEmpty(batch);
        await own.remove(id);
      });
      return show(batch);
    },

    /** By hand, or from a file, which is stored once. */
    async addResults(
      caller: Caller,
      { batchId, results }: BodyOf<typeof addControlResults>,
      sha256: string | null = null,
    ): Promise<void> {
      const batch = await require(caller.scope, batchId);
      await change(batch, async (trx) => {
        const own = createAnalyticalBatchStore(trx);
        if (sha256 !== null && (await own.hasFile(batchId, sha256))) throw refusals.storedAlready;
        if ((await own.countResults(batchId)) + results.length > refusals.maxResults)
          throw refusals.tooMany();
        await own.addResults({ batchId, unitId: batch.unitId }, results, sha256);
      });
    },

    async hasFile(scope: Scope, batchId: number, sha256: string): Promise<boolean> {
      await require(scope, batchId);
      return store.hasFile(batchId, sha256);
    },

    async removeResults(scope: Scope, ids: readonly number[]): Promise<AnalyticalBatch[]> {
      const batchIds = await store.batchesOf(scope, ids);
      if (batchIds.length === 0) throw notFound({ en: "quality control result", zh: "质控结果" });
      const [batchId, ...others] = batchIds;
      if (batchId === undefined || others.length > 0) {
        throw fieldError("ids", { en: "belong to several batches", zh: "属于多个批次" });
      }
      const batch = await require(scope, batchId);
      await change(batch, (trx) => createAnalyticalBatchStore(trx).removeResults(ids));
      return [show(batch)];
    },

    /** Drafts into a batch, with where they were before; what lies outside of its standards is refused: such a sample is measured again, diluted. */
    async assign(
      caller: Caller,
      { ids, batchId }: BodyOf<typeof assignAssayBatch>,
    ): Promise<{ id: number; batchId: number | null }[]> {
      const batch = batchId === null ? null : await require(caller.scope, batchId);
      return db.transaction().execute(async (trx) => {
        const own = createAnalyticalBatchStore(trx);
        const held = await own.holdDrafts(caller.scope, ids);
        if (held.length < ids.length) throw notFound({ en: "assay result", zh: "检测结果" });
        if (held.some((one) => one.state !== "draft")) throw refusals.onlyDrafts;
        if (
          batch !== null &&
          held.some((one) => one.unitId !== batch.unitId && one.labUnitId !== batch.unitId)
        )
          throw refusals.otherUnit;
        if (batch !== null) await refuseOutside(own, batch, held);
        const before = [...new Set(held.flatMap((one) => one.batchId ?? []))].filter((id) => id !== batchId);
        for (const id of [...before, ...(batchId === null ? [] : [batchId])].sort((a, b) => a - b))
          await own.hold(id);
        await own.assign(ids, batchId);
        for (const id of before) {
          const left = await own.find({ kind: "all" }, id);
          if (left !== undefined) await judgeBatch(trx, left);
        }
        if (batch !== null) await judgeBatch(trx, batch);
        return held.map((one) => ({ id: one.id, batchId: one.batchId }));
      });
    },
  };
}

async function refuseOutside(
  store: ReturnType<typeof createAnalyticalBatchStore>,
  batch: StoredAnalyticalBatch,
  held: readonly { analyte: string; flag: string; value: string | null }[],
): Promise<void> {
  const results = (await store.listResults(batch.batchId)).map((one) => one.result);
  for (const analyte of analyteName.options) {
    const line = fitOf(analyte, results, batch.criteria);
    if (line === null) continue;
    const { low, high } = line;
    for (const { value, flag } of held.filter((one) => one.analyte === analyte)) {
      if (flag !== "quantified" || value === null) continue;
      if (new Exact(value).lt(low) || new Exact(value).gt(high))
        throw refusals.outside({ analyte, value, low, high });
    }
  }
}

function show({ criteria: _, runAt, ...rest }: StoredAnalyticalBatch): AnalyticalBatch {
  return { ...rest, runAt: runAt.getTime() };
}
