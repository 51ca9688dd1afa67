import { listSamplingPoints, samplingPoint } from "@tracewater/contract/field/sampling-points";
import { pageOf } from "../../../platform/http/pages.ts";
import type { Serve } from "../../../platform/http/serve-call.ts";
import type { SamplingPointService } from "./sampling-point.service.ts";

export function serveSamplingPoints(serve: Serve, points: SamplingPointService): void {
  serve.forCaller(listSamplingPoints, async ({ query }, caller) => {
    const total = await points.count(caller.scope, query);
    const rows = await points.list(caller.scope, query, {
      column: query.orderByColumn ?? "code",
      descending: query.isAsc === "desc",
      ...pageOf(query, total),
    });
    return {
      total,
      rows: rows.map(({ id, kind, ...row }) => ({
        ...row,
        pointId: id,
        kind: samplingPoint.shape.kind.parse(kind),
      })),
    };
  });
}
