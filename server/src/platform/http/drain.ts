import type { HttpServer } from "./http-server.ts";

const maxMs = 5000;

/**
 * How a server closes: what runs is answered first, then every connection goes. Node alone would wait a minute for
 * one that a browser keeps open, or has opened ahead and never used.
 */
export function createDrain(app: HttpServer): () => Promise<void> {
  let running = 0;
  app.server.on("request", (_request, response) => {
    running += 1;
    response.once("close", () => {
      running -= 1;
    });
  });
  return async () => {
    const until = Date.now() + maxMs;
    const sweep = setInterval(() => {
      if (running === 0 || Date.now() > until) app.server.closeAllConnections();
    }, 20);
    await app.close();
    clearInterval(sweep);
  };
}
