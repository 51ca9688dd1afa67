import { getLoadComparison, getLoadTrend } from "@tracewater/contract/laboratory/load-series";
import {
  computeLoads,
  getLoad,
  type Load,
  listLoads,
  loadSheet,
} from "@tracewater/contract/laboratory/loads";
import type { Serve } from "../../../platform/http/serve-call.ts";
import { serveExportCalls } from "../../../platform/resource/export-rows.ts";
import type { ResourceParts } from "../../../platform/resource/serve-resource.ts";
import type { LoadService } from "./load.service.ts";
import type { LoadQuery } from "./load.store.ts";
import type { SeriesService } from "./series.service.ts";

export function serveLoads(
  serve: Serve,
  { loads, series }: { loads: LoadService; series: SeriesService },
  parts: ResourceParts,
): void {
  serve.forCaller(getLoadTrend, async ({ query }, caller) => ({
    data: await series.trend(caller.scope, query),
  }));
  serve.forCaller(getLoadComparison, async ({ query }, caller) => ({
    data: await series.compare(caller.scope, query),
  }));
  serve.forCaller(listLoads, ({ query }, caller) => loads.list(caller, query));
  serve.forCaller(getLoad, async ({ params }, caller) => ({
    data: await loads.readAgain(caller.scope, params.id),
  }));
  serve.forCaller(computeLoads, async ({ body, note }, caller) => {
    const data = await loads.compute(caller, body);
    const thing = {
      kind: "load",
      id: data.runId ?? 0,
      name: `${body.from} - ${body.until}`,
      unitId: caller.unitId,
    };
    note({ thing, after: { ...body, computed: data.computed, skipped: data.skipped.length } });
    return { data };
  });
  serveExportCalls<Load, unknown, LoadQuery>(serve, loadSheet, loads, parts.files);
}
