import { answerStoreAway, answerStoreFull, apiPrefix } from "../platform/http/answers.ts";
import type { HttpServer } from "../platform/http/http-server.ts";
import type { StoreGate } from "../platform/store/store-gate.ts";

/** Answers 503 at once while the store is known to be away, and for writes while its disk is nearly full. */
export function refuseWithoutStore(app: HttpServer, gate: StoreGate): void {
  app.addHook("onRequest", async (request, reply) => {
    if (!request.url.startsWith(`${apiPrefix}/`)) return;
    const condition = gate.condition();
    if (condition === "away") await answerStoreAway(request, reply);
    else if (condition === "full" && request.method !== "GET") await answerStoreFull(request, reply);
  });
}
