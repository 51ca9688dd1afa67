import { undertakings } from "@tracewater/contract/evidence/undertakings";
import type { Serve } from "../../../platform/http/serve-call.ts";
import { type ResourceParts, serveResource } from "../../../platform/resource/serve-resource.ts";
import type { UndertakingService } from "./undertaking.service.ts";

export function serveUndertakings(serve: Serve, service: UndertakingService, parts: ResourceParts): void {
  serveResource(serve, undertakings, service, parts);
}
