import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { NoteKey } from "@tracewater/custody/checkpoint";
import { cosign } from "@tracewater/custody/cosignature";
import { judgeAddCheckpoint, type WitnessAnswer } from "@tracewater/custody/witness";
import type { WitnessFile } from "./witness-file.ts";

const maxBytes = 64 * 1024;
const requestTimeoutMs = 10_000;

/** Answers `POST /add-checkpoint` (C2SP tlog-witness), one at a time. */
export function createWitnessServer(options: {
  name: string;
  file: WitnessFile;
  /** The keys of the logs that it countersigns. */
  trusted: readonly NoteKey[];
  now: () => number;
}): Server {
  const { name, file, trusted, now } = options;
  let before: Promise<unknown> = Promise.resolve();

  async function countersign(body: string): Promise<WitnessAnswer & { line?: string }> {
    const answer = judgeAddCheckpoint(body, trusted, file.last);
    if (answer.status !== 200) return answer;
    // On disk before anybody has the signature: a witness that is killed here countersigns nothing else later.
    await file.keep(answer.origin, answer.head);
    return { ...answer, line: cosign(answer.text, { name, ...file.key }, Math.floor(now() / 1000)) };
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.url !== "/add-checkpoint" || request.method !== "POST") {
      response.writeHead(request.url === "/add-checkpoint" ? 405 : 404).end();
      return;
    }
    const body = await readBody(request);
    if (body === null) {
      response.writeHead(413, { connection: "close" }).end();
      return;
    }
    const answered = before.then(() => countersign(body));
    before = answered.catch(() => undefined);
    const answer = await answered;
    if (answer.status === 409)
      response.writeHead(409, { "content-type": "text/x.tlog.size" }).end(`${answer.size}\n`);
    else
      response
        .writeHead(answer.status, { "content-type": "text/plain; charset=utf-8" })
        .end(answer.line ?? "");
  }

  const server = createServer((request, response) => {
    handle(request, response).catch(() => {
      // A connection that broke off, or a disk that is full: nothing was countersigned for anybody.
      if (!response.headersSent) response.writeHead(500);
      response.end();
    });
  });
  server.requestTimeout = requestTimeoutMs;
  server.headersTimeout = requestTimeoutMs;
  server.maxConnections = 100;
  return server;
}

/** Null where it is too long. */
async function readBody(request: IncomingMessage): Promise<string | null> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of request) {
    const chunk = Buffer.from(part);
    bytes += chunk.length;
    if (bytes > maxBytes) return null;
    parts.push(chunk);
  }
  return Buffer.concat(parts).toString("utf8");
}
