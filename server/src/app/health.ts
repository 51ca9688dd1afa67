import type { HttpServer } from "../platform/http/http-server.ts";

export type Readiness = { ready: true } | { ready: false; reason: string };

/** `/healthz` says that the process lives, `/readyz` whether it can do its work, with the reason where not. */
export function serveHealth(app: HttpServer, readiness: () => Promise<Readiness>): void {
  app.get("/healthz", async () => ({ status: "alive" }));
  app.get("/readyz", async (_request, reply) => {
    const state = await readiness();
    return reply.status(state.ready ? 200 : 503).send(state);
  });
}
