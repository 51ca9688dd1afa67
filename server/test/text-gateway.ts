import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";

export type TakenText = { id: number; to: string; text: string; headers: IncomingHttpHeaders; body: string };

export const textSecret = "a secret of the text gateway";

/** A gateway of text messages; it refuses numbers that end with 000. */
export async function startTextGateway() {
  const texts: TakenText[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (part) => {
      body += part;
    });
    request.on("end", () => {
      const read = JSON.parse(body) as { id: number; to: string; text: string };
      const isRefused = read.to.endsWith("000");
      if (!isRefused) texts.push({ ...read, headers: request.headers, body });
      response.writeHead(isRefused ? 422 : 202).end();
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    texts,
    env: {
      TEXT_WEBHOOK_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/send`,
      TEXT_WEBHOOK_SECRET: textSecret,
    },
    close: () => void server.close(),
  };
}
