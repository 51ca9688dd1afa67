import { writeFile } from "node:fs/promises";
import { getCityLoads } from "@tracewater/contract/laboratory/city-loads";
import { getEudaCollection, getOdmCollection } from "@tracewater/contract/laboratory/load-collections";
import { getLoadComparison, getLoadTrend } from "@tracewater/contract/laboratory/load-series";
import {
  computeLoads,
  getLoad,
  type Load,
  listLoads,
  loadExport,
} from "@tracewater/contract/laboratory/loads";
import { sendTable } from "../../../platform/files/send-file.ts";
import type { Serve } from "../../../platform/http/serve-call.ts";
import { serveExportCalls } from "../../../platform/resource/export-rows.ts";
import type { ResourceParts } from "../../../platform/resource/serve-resource.ts";
import type { CityLoadService } from "./city-load.service.ts";
import type { LoadService } from "./load.service.ts";
import type { LoadQuery } from "./load.store.ts";
import type { LoadCollectionService } from "./load-collection.service.ts";
import type { SeriesService } from "./series.service.ts";

export function serveLoads(
  serve: Serve,
  {
    loads,
    series,
    collections,
    cities,
  }: {
    loads: LoadService;
    series: SeriesService;
    collections: LoadCollectionService;
    cities: CityLoadService;
  },
  parts: ResourceParts,
): void {
  serve.forCaller(getLoadTrend, async ({ query }, caller) => ({
    data: await series.trend(caller.scope, query),
  }));
  serve.forCaller(getLoadComparison, async ({ query }, caller) => ({
    data: await series.compare(caller.scope, query),
  }));
  serve.forCaller(getCityLoads, async ({ query }, caller) => ({
    data: await cities.read(caller.scope, query),
  }));
  serve.forCaller(listLoads, ({ query }, caller) => loads.list(caller, query));
  serve.forCaller(getLoad, async ({ params }, caller) => ({
    data: await loads.readAgain(caller.scope, params.id),
  }));
  serve.forCaller(computeLoads, async ({ body, audit }, caller) => {
    const data = await loads.compute(caller, body);
    const subject = {
      kind: "load",
      id: data.runId ?? 0,
      name: `${body.from} - ${body.until}`,
      unitId: caller.unitId,
    };
    audit({ subject, after: { ...body, computed: data.computed, skipped: data.skipped.length } });
    return { data };
  });
  for (const [call, layout] of [
    [getEudaCollection, "euda"],
    [getOdmCollection, "odm"],
  ] as const) {
    serve.stream(call, async ({ query, reply, audit }, caller) => {
      const made = await collections[layout](caller.scope, query);
      const file = await parts.files.plan(caller.userId, `${layout}Loads`, "xlsx");
      await writeFile(file.path, made);
      const opened = await parts.files.open(caller.userId, file.name, true);
      if (opened === null) throw new Error("a file created a moment ago is missing");
      const name = `${layout} ${query.from} ${query.until}.xlsx`;
      audit({ subject: { kind: "load", id: query.pointId ?? 0, name, unitId: caller.unitId }, after: query });
      await sendTable(reply, opened, name, "xlsx");
    });
  }
  serveExportCalls<Load, unknown, LoadQuery>(serve, loadExport, loads, parts.files);
}
