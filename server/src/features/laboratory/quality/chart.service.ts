import type { BodyOf, QueryOf, ReplyOf } from "@tracewater/contract/call";
import type {
  ChartKind,
  ControlChart,
  getControlChart,
  listControlCharts,
  setControlLimits,
} from "@tracewater/contract/laboratory/analytical-batches";
import { personLabel } from "@tracewater/contract/system/person-label";
import { individualLimits } from "@tracewater/wbe/batch-control";
import { WbeError } from "@tracewater/wbe/wbe-error";
import { fieldError, notFound } from "../../../platform/app-error.ts";
import type { Caller } from "../../../platform/caller.ts";
import { pageOf } from "../../../platform/http/pages.ts";
import type { PrintMoment } from "../../../platform/moments.ts";
import { isInScope, type Scope } from "../../../platform/scope.ts";
import type { Db } from "../../../platform/store/database.ts";
import { rulesOf, zOf } from "./analytical-batch.model.ts";
import { type ChartKey, createChartStore, type StoredLimits } from "./chart.store.ts";

export type ChartService = ReturnType<typeof createChartService>;
type Chart = ReplyOf<typeof getControlChart>["data"];

/** Control charts: limits from moving ranges, and the rules that each point broke by the limits of its time. */
export function createChartService(options: { db: Db; printMoment: PrintMoment }) {
  const store = createChartStore(options.db);
  const show = (limits: StoredLimits | null) =>
    limits === null ? null : { ...limits, since: options.printMoment(limits.since) };

  async function read(scope: Scope, key: ChartKey): Promise<Chart> {
    if (!isInScope(scope, key.unitId)) throw nothing();
    const [points, limits] = await Promise.all([
      store.listPoints({ ...key, materials: [key.material] }),
      store.findLimits(key),
    ]);
    if (points.length === 0) throw nothing();
    const placed = points.map(({ batchId, material, value, limits }) => ({
      ...{ batchId, material, limits },
      value: Number(value),
    }));
    const rules = rulesOf(placed);
    const { unitId, kind, analyte, method, instrument, material } = key;
    return {
      ...{ unitId, kind, analyte, method, instrument, material, limits: show(limits) },
      points: points.map(({ batchId, batchNo, at, value, limits: own }, place) => ({
        ...{ batchId, batchNo, at: at.getTime(), value, rules: rules[place] ?? [] },
        z: own === null ? null : zOf({ value: Number(value), limits: own }),
      })),
    };
  }

  return {
    read,

    async list(
      caller: Caller,
      query: QueryOf<typeof listControlCharts>,
    ): Promise<{ rows: ControlChart[]; total: number }> {
      const total = await store.count(caller.scope, query);
      const rows = await store.list(caller.scope, query, pageOf(query, total));
      return {
        rows: rows.map(({ limits, lastAt, ...rest }) => ({
          ...rest,
          lastAt: lastAt.getTime(),
          limits: show(limits),
        })),
        total,
      };
    },

    async setLimits(
      caller: Caller,
      body: BodyOf<typeof setControlLimits>,
    ): Promise<{ before: Chart["limits"]; after: Chart["limits"] }> {
      const { reason } = body;
      const { points, limits: before } = await read(caller.scope, body);
      const set =
        "first" in body
          ? limitsOf(
              points.map((one) => Number(one.value)),
              body,
            )
          : { ...body, isProvisional: false };
      const { mean, deviation, isProvisional } = set;
      await store.addLimits(body, { mean, deviation, isProvisional, reason, setBy: personLabel(caller) });
      return { before, after: show(await store.findLimits(body)) };
    },
  };
}

/** Ranges of pairs have their action limit at 3.267 times their mean (D4 of ISO 7870-2): three of these. */
const rangeDeviation = (3.267 - 1) / 3;

function limitsOf(
  values: readonly number[],
  { first, kind }: { first: number; kind: ChartKind },
): { mean: number; deviation: number; isProvisional: boolean } {
  if (values.length < first) {
    throw fieldError("first", { en: `only ${values.length} results`, zh: `仅有 ${values.length} 个结果` });
  }
  try {
    const { mean, standardDeviation, status } = individualLimits(values.slice(0, first));
    const deviation = kind === "range" ? mean * rangeDeviation : standardDeviation;
    return { mean, deviation, isProvisional: status === "provisional" };
  } catch (error) {
    if (!(error instanceof WbeError)) throw error;
    throw fieldError("first", {
      en: "all results are equal or below zero, so no limits can be calculated",
      zh: "这些结果完全相同或小于零，无法计算限值",
    });
  }
}

function nothing() {
  return notFound({ en: "control chart", zh: "质控图" });
}
