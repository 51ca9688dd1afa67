import { getThread } from "@tracewater/contract/laboratory/traceability";
import type { Serve } from "../../../platform/http/serve-call.ts";
import type { TraceabilityService } from "./traceability.service.ts";

export function serveTraceability(serve: Serve, threads: TraceabilityService): void {
  serve.forCaller(getThread, async ({ params }, caller) => ({
    data: await threads.find(caller.scope, params.kind, params.id),
  }));
}
