import { answerDatabaseUnavailable, answerDiskFull, apiPrefix } from "../platform/http/answers.ts";
import type { HttpServer } from "../platform/http/http-server.ts";
import type { DatabaseGate } from "../platform/store/database-gate.ts";

/** Answers 503 at once while the database is known to be away, and for writes while its disk is nearly full. */
export function refuseWithoutDatabase(app: HttpServer, gate: DatabaseGate): void {
  app.addHook("onRequest", async (request, reply) => {
    if (!request.url.startsWith(`${apiPrefix}/`)) return;
    const condition = gate.condition();
    if (condition === "away") await answerDatabaseUnavailable(request, reply);
    else if (condition === "full" && request.method !== "GET") await answerDiskFull(request, reply);
  });
}
