import type { BodyOf, ReplyOf } from "@tracewater/contract/call";
import type {
  AnalyticalBatch,
  addAssayBatch,
  addControlResults,
  assignAssayBatch,
  ControlResult,
  getAssayBatch,
  InstrumentEvent,
} from "@tracewater/contract/laboratory/analytical-batches";
import { analyteName } from "@tracewater/contract/laboratory/factors";
import { personLabel } from "@tracewater/contract/system/person-label";
import { Exact } from "@tracewater/wbe/exact";
import { AppError, fieldError, notFound } from "../../../platform/app-error.ts";
import type { Caller } from "../../../platform/caller.ts";
import { pageOf } from "../../../platform/http/pages.ts";
import type { PrintMoment } from "../../../platform/moments.ts";
import type { Scope } from "../../../platform/scope.ts";
import type { Db, Trx } from "../../../platform/store/database.ts";
import { fitOf } from "./analytical-batch.model.ts";
import {
  type AnalyticalBatchQuery,
  createAnalyticalBatchStore,
  type StoredAnalyticalBatch,
} from "./analytical-batch.store.ts";
import { judgeBatch } from "./batch-verdict.ts";
import { createInstrumentEventStore, type InstrumentEventQuery } from "./instrument-event.store.ts";
import { createInstrumentRunStore } from "./instrument-run.store.ts";

export type AnalyticalBatchService = ReturnType<typeof createAnalyticalBatchService>;

const maxResults = 5000;

/** Measuring batches: their quality control is judged whenever something of it changes, in the same transaction. */
export function createAnalyticalBatchService(options: { db: Db; printMoment: PrintMoment }) {
  const { db, printMoment } = options;
  const store = createAnalyticalBatchStore(db);
  const events = createInstrumentEventStore(db);
  const runs = createInstrumentRunStore(db);

  async function require(scope: Scope, id: number): Promise<StoredAnalyticalBatch> {
    const found = await store.find(scope, id);
    if (found === undefined) throw nothing();
    return found;
  }

  /** A change of a batch that is still open, and the verdict on what came out. */
  async function change(batch: StoredAnalyticalBatch, work: (trx: Db) => Promise<void>): Promise<void> {
    await db.transaction().execute(async (trx) => {
      const own = createAnalyticalBatchStore(trx);
      await own.hold(batch.batchId);
      if (await own.isClosed(batch.batchId)) throw closed(batch);
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
      const [results, verdicts, isClosed, run, reported, files] = await Promise.all([
        store.listResults(id),
        store.listVerdicts(id),
        store.isClosed(id),
        runs.find(id),
        events.listOfBatch(id),
        runs.listFiles(id),
      ]);
      const given = results.map((one) => one.result);
      return {
        ...show(batch),
        ...{ criteria: batch.criteria, isClosed, results },
        verdicts: verdicts.map((one) => ({ ...one, judgedAt: printMoment(one.judgedAt) })),
        fits: analyteName.options.flatMap((analyte) => fitOf(analyte, given, batch.criteria) ?? []),
        run: run === null ? null : { ...run, doneAt: run.doneAt?.getTime() ?? null },
        events: reported,
        files: files.map((one) => ({
          ...{ ...one, at: one.at.getTime() },
          isReported: one.sha256 === run?.sha256,
        })),
      };
    },

    async listEvents(
      caller: Caller,
      query: InstrumentEventQuery,
    ): Promise<{ rows: InstrumentEvent[]; total: number }> {
      const total = await events.count(caller.scope, query);
      return { rows: await events.list(caller.scope, query, pageOf(query, total)), total };
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
      if (id === null) throw numberTaken();
      return id;
    },

    async remove(scope: Scope, id: number): Promise<AnalyticalBatch> {
      const batch = await require(scope, id);
      await db.transaction().execute(async (trx) => {
        const own = createAnalyticalBatchStore(trx);
        await own.hold(id);
        if (batch.assays > 0 || (await own.countResults(id)) > 0) throw notEmpty(batch);
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
        if (sha256 !== null && (await own.hasFile(batchId, sha256))) throw storedAlready;
        if ((await own.countResults(batchId)) + results.length > maxResults) throw tooMany();
        await own.addResults({ batchId, unitId: batch.unitId }, results, sha256);
      });
    },

    async hasFile(scope: Scope, batchId: number, sha256: string): Promise<boolean> {
      await require(scope, batchId);
      return store.hasFile(batchId, sha256);
    },

    /** The ranges that results of a file have to lie in: of the standards in the batch and in the file itself. */
    async openForFile(
      scope: Scope,
      id: number,
      controls: readonly ControlResult[],
    ): Promise<{ unitId: number; ranges: Map<string, { low: number; high: number }> }> {
      const batch = await require(scope, id);
      if (await store.isClosed(id)) throw closed(batch);
      const results = [...(await store.listResults(id)).map((one) => one.result), ...controls];
      const lines = analyteName.options.flatMap((analyte) => fitOf(analyte, results, batch.criteria) ?? []);
      return { unitId: batch.unitId, ranges: new Map(lines.map((line) => [line.analyte, line])) };
    },

    /** In the transaction that stores a file's results: they are of the batch, and its controls, which come once. */
    async takeFile(
      trx: Trx,
      file: {
        batchId: number;
        assayIds: readonly number[];
        controls: readonly ControlResult[];
        sha256: string;
      },
    ): Promise<number> {
      const { batchId, assayIds, controls, sha256 } = file;
      const own = createAnalyticalBatchStore(trx);
      await own.hold(batchId);
      const batch = await own.find({ kind: "all" }, batchId);
      if (batch === undefined) throw nothing();
      if (await own.isClosed(batchId)) throw closed(batch);
      const isNew = controls.length > 0 && !(await own.hasFile(batchId, sha256));
      if (isNew && (await own.countResults(batchId)) + controls.length > maxResults) throw tooMany();
      if (isNew) await own.addResults({ batchId, unitId: batch.unitId }, controls, sha256);
      if (assayIds.length > 0) await own.assign(assayIds, batchId);
      if (isNew || assayIds.length > 0) await judgeBatch(trx, batch);
      return isNew ? controls.length : 0;
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
        if (held.some((one) => one.state !== "draft")) throw onlyDrafts;
        if (
          batch !== null &&
          held.some((one) => one.unitId !== batch.unitId && one.labUnitId !== batch.unitId)
        )
          throw otherUnit;
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
      if (new Exact(value).lt(low) || new Exact(value).gt(high)) throw outside({ analyte, value, low, high });
    }
  }
}

function show({ criteria: _, runAt, ...rest }: StoredAnalyticalBatch): AnalyticalBatch {
  return { ...rest, runAt: runAt.getTime() };
}

function nothing(): AppError {
  return notFound({ en: "analytical batch", zh: "分析批" });
}

function closed({ batchNo }: StoredAnalyticalBatch): AppError {
  return new AppError("refused", {
    en: `Results of batch ${batchNo} are approved, so its quality control can no longer be changed.`,
    zh: `批次 ${batchNo} 已有结果获批准，其质控不得再修改。`,
  });
}

function notEmpty({ batchNo }: StoredAnalyticalBatch): AppError {
  return new AppError("refused", {
    en: `Batch ${batchNo} is not empty. Only empty batches can be deleted.`,
    zh: `批次 ${batchNo} 不为空，只能删除空批次。`,
  });
}

function numberTaken(): AppError {
  const text = { en: "this batch number is already in use", zh: "该批次号已存在" };
  return new AppError("conflict", text, [{ field: "batchNo", text }]);
}

function tooMany(): AppError {
  return fieldError("results", {
    en: `a batch can have at most ${maxResults}`,
    zh: `每批次最多 ${maxResults} 条`,
  });
}

const storedAlready = new AppError("conflict", {
  en: "This file was already imported into this batch.",
  zh: "该文件已导入本批次。",
});

const onlyDrafts = new AppError("refused", {
  en: "Only drafts can be added to or removed from a batch.",
  zh: "只有草稿可以归入或移出批次。",
});

const otherUnit = fieldError("batchId", {
  en: "the batch and the results belong to different units",
  zh: "批次与检测结果不属于同一单位",
});

function outside(control: { analyte: string; value: string; low: number; high: number }): AppError {
  const { analyte, value, low, high } = control;
  return fieldError("ids", {
    en: `${analyte} ${value} μg/L is outside the calibration range (${low} to ${high} μg/L); dilute or concentrate and measure again, or change the flag`,
    zh: `${analyte} ${value} μg/L 超出标准曲线范围（${low} 至 ${high} μg/L）；请稀释或浓缩后重测，或修改结果标识`,
  });
}
