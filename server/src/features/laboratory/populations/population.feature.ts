import {
  addMarkerResults,
  getPointPopulation,
  removeMarkerResult,
  setPopulationSetting,
  usePopulationEstimate,
} from "@tracewater/contract/laboratory/populations";
import type { Serve } from "../../../platform/http/serve-call.ts";
import type { PopulationService } from "./population.service.ts";

/** Populations of sampling points by every method, and the markers and parameters that they rest on. */
export function servePopulations(serve: Serve, populations: PopulationService): void {
  serve.forCaller(getPointPopulation, async ({ params, query }, caller) => ({
    data: await populations.read(caller.scope, params.id, query),
  }));
  serve.forCaller(addMarkerResults, async ({ body, audit }, caller) => {
    const { samplingId, sampleNo, unitId } = await populations.addMarkers(caller, body);
    audit({ subject: { kind: "waterSampling", id: samplingId, name: sampleNo, unitId }, after: body });
    return {};
  });
  serve.forCaller(removeMarkerResult, async ({ params, audit }, caller) => {
    const { samplingId, unitId, marker, value } = await populations.removeMarker(caller.scope, params.id);
    audit({ subject: { kind: "waterSampling", id: samplingId, unitId }, before: { marker, value } });
    return {};
  });
  serve.forCaller(setPopulationSetting, async ({ body, audit }, caller) => {
    const { id, unitId } = await populations.set(caller, body);
    audit({ subject: { kind: "populationSetting", id, name: body.parameter, unitId }, after: body });
    return {};
  });
  serve.forCaller(usePopulationEstimate, async ({ body, audit }, caller) => {
    const { figureId, point } = await populations.use(caller, body);
    audit({
      subject: { kind: "samplePoint", id: point.pointId, name: point.code, unitId: point.unitId },
      after: body,
    });
    return { data: { figureId } };
  });
}
