import { samplingPoints } from "@tracewater/contract/field/sampling-points";
import type { Serve } from "../../../platform/http/serve-call.ts";
import { type ResourceParts, serveResource } from "../../../platform/resource/serve-resource.ts";
import type { SamplingPointService } from "./sampling-point.service.ts";

export function serveSamplingPoints(serve: Serve, points: SamplingPointService, parts: ResourceParts): void {
  serveResource(serve, samplingPoints, points, parts);
}
