import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { connect, type Socket } from "node:net";
import { type AllowedHosts, judgeHost } from "../../../../platform/outbound/outbound-address.ts";
import type { Words } from "../../../../platform/words.ts";
import { cameraFault } from "./camera-faults.ts";
import { openLoopback } from "./open-loopback.ts";

const silenceMs = 15_000;

/**
 * The one way of ffmpeg to HTTP: a proxy on loopback that judges where each request leads, those after a redirect
 * and those of a playlist's entries too, and connects to the address that it judged.
 */
export async function openHttpGuard(allowed: AllowedHosts) {
  let fault: Words | null = null;
  const sockets = new Set<Socket>();
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
    socket.on("error", () => socket.destroy());
    socket.setTimeout(silenceMs, () => socket.destroy());
  };

  async function fetchFor(asked: IncomingMessage, answer: ServerResponse): Promise<void> {
    const url = URL.canParse(asked.url ?? "") ? new URL(asked.url ?? "") : null;
    if (url === null || url.protocol !== "http:") return void answer.writeHead(400).end();
    const to = await judge(url.hostname);
    if (to === null) return void answer.writeHead(403).end();
    const { "proxy-connection": _, connection: __, ...headers } = asked.headers;
    const path = url.pathname + url.search;
    const port = Number(url.port || 80);
    const onward = request({
      host: to.address,
      family: to.family,
      port,
      path,
      method: asked.method,
      headers,
    });
    onward.setTimeout(silenceMs, () => onward.destroy());
    onward.on("socket", keep);
    onward.on("error", () => {
      fault ??= cameraFault.closed;
      if (!answer.headersSent) answer.writeHead(502);
      answer.end();
    });
    onward.on("response", (given) => {
      if (given.statusCode === 401) fault ??= cameraFault.credentials;
      if (given.statusCode === 404) fault ??= cameraFault.noStream;
      answer.writeHead(given.statusCode ?? 502, given.headers);
      given.pipe(answer);
    });
    asked.pipe(onward);
  }

  async function judge(host: string) {
    return judgeHost(host, allowed).catch(() => {
      fault ??= cameraFault.noPlace;
      return null;
    });
  }

  const server = createServer((asked, answer) => {
    fetchFor(asked, answer).catch(() => answer.destroy());
  });
  // HTTPS: a tunnel to the address that was judged; what goes through it is the camera's affair.
  server.on("connect", (asked: IncomingMessage, client: Socket) => {
    keep(client);
    const [, host = "", port] = /^(.+):(\d+)$/.exec(asked.url ?? "") ?? [];
    void judge(host).then((to) => {
      if (to === null) return client.end("HTTP/1.1 403 Forbidden\r\n\r\n");
      const onward = connect({ host: to.address, family: to.family, port: Number(port) });
      keep(onward);
      onward.once("connect", () => {
        client.write("HTTP/1.1 200 Connection established\r\n\r\n");
        onward.pipe(client);
        client.pipe(onward);
      });
      onward.once("error", () => {
        fault ??= cameraFault.closed;
      });
      onward.once("close", () => client.destroy());
    });
  });
  server.on("connection", keep);
  return { fault: () => fault, ...(await openLoopback(server, sockets)) };
}
