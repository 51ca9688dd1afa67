import type { BodyOf, QueryOf, ReplyOf } from "@tracewater/contract/call";
import type {
  ControlChart,
  getControlChart,
  listControlCharts,
  setControlLimits,
} from "@tracewater/contract/laboratory/batches";
import { controlLimits } from "@tracewater/wbe/batch-control";
import { WbeError } from "@tracewater/wbe/wbe-error";
import type { Caller } from "../../../platform/caller.ts";
import { badField, noSuch } from "../../../platform/failure.ts";
import { pageOf } from "../../../platform/http/pages.ts";
import type { PrintMoment } from "../../../platform/moments.ts";
import { isInScope, type Scope } from "../../../platform/scope.ts";
import type { Db } from "../../../platform/store/database.ts";
import { rulesOf, zOf } from "./batch.model.ts";
import { type ChartKey, createChartStore, type StoredLimits } from "./chart.store.ts";

export type ChartService = ReturnType<typeof createChartService>;
type Chart = ReplyOf<typeof getControlChart>["data"];

/** Control charts: Shewhart's limits and Westgard's rules over the results of control materials. */
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
    const placed = points.map(({ batchId, material, value }) => ({
      batchId,
      material,
      value: Number(value),
      limits,
    }));
    const rules = rulesOf(placed);
    const { unitId, analyte, method, instrument, material } = key;
    return {
      ...{ unitId, analyte, method, instrument, material, limits: show(limits) },
      points: points.map(({ batchId, batchNo, at, value }, place) => ({
        ...{ batchId, batchNo, at: at.getTime(), value, rules: rules[place] ?? [] },
        z: limits === null ? null : zOf({ value: Number(value), limits }),
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
              body.first,
            )
          : body;
      const { mean, deviation } = set;
      await store.addLimits(body, { mean, deviation, reason, setBy: caller.nickName });
      return { before, after: show(await store.findLimits(body)) };
    },
  };
}

function limitsOf(values: readonly number[], first: number): { mean: number; deviation: number } {
  if (values.length < first) {
    throw badField("first", { en: `there are ${values.length} results`, zh: `仅有 ${values.length} 个结果` });
  }
  try {
    const { mean, standardDeviation } = controlLimits(values.slice(0, first));
    return { mean, deviation: standardDeviation };
  } catch (error) {
    if (!(error instanceof WbeError)) throw error;
    throw badField("first", {
      en: "these results do not differ, so they give no limits",
      zh: "这些结果完全相同，无法计算限值",
    });
  }
}

function nothing() {
  return noSuch({ en: "control chart", zh: "质控图" });
}
