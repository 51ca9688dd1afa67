import { once } from "node:events";
import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";

/** Is before the platform and counts how many live streams are open through it. */
export async function startStreamCounter(target: URL) {
  let open = 0;
  const server: Server = createServer((asked, answer) => {
    const isStream = asked.url?.startsWith("/prod-api/v2/admin/realtime") === true;
    const passed = request(
      {
        host: target.hostname,
        port: target.port,
        method: asked.method,
        path: asked.url,
        headers: asked.headers,
      },
      (reply) => {
        answer.writeHead(reply.statusCode ?? 502, reply.headers);
        reply.pipe(answer);
      },
    );
    passed.on("error", () => answer.destroy());
    answer.on("close", () => {
      passed.destroy();
      if (isStream) open -= 1;
    });
    if (isStream) open += 1;
    asked.pipe(passed);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    http: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    open: () => open,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}
