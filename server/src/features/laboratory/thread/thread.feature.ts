import { getThread } from "@tracewater/contract/laboratory/thread";
import type { Serve } from "../../../platform/http/serve-call.ts";
import type { ThreadService } from "./thread.service.ts";

export function serveThread(serve: Serve, threads: ThreadService): void {
  serve.forCaller(getThread, async ({ params }, caller) => ({
    data: await threads.find(caller.scope, params.kind, params.id),
  }));
}
