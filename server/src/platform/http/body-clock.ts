import type { FastifyReply, FastifyRequest } from "fastify";
import { AppError } from "../app-error.ts";
import { languageOf } from "../localized-text.ts";

/** How long a request may take to arrive. */
export type RequestTimes = {
  /** Until its head is there. */
  headMs: number;
  /** Until an ordinary body is there; an upload has to bring enough in each such span. */
  bodyMs: number;
  /** Bytes a second of an upload. */
  uploadRate: number;
};

const uploads = new WeakSet<FastifyRequest>();

/** This request brings a file: it may take its time as long as it goes on. */
export function expectUpload(request: FastifyRequest): void {
  uploads.add(request);
}

/** Ends a request whose body comes too slowly: each holds a connection and what was read of it so far. */
export function watchBody(request: FastifyRequest, reply: FastifyReply, times: RequestTimes): void {
  const { raw } = request;
  if (raw.headers["content-length"] === undefined && raw.headers["transfer-encoding"] === undefined) return;
  const { socket } = raw;
  let seen = socket.bytesRead;

  function look(): void {
    const came = socket.bytesRead - seen;
    seen = socket.bytesRead;
    // What lies unread is for us to read: that is not the sender's slowness.
    const isOurs = raw.readableLength > 0;
    const isQuick = came >= (times.uploadRate * times.bodyMs) / 1000;
    if (!uploads.has(request)) endOrdinary(request, reply);
    else if (!isOurs && !isQuick) endUpload(request, reply);
    else timer.refresh();
  }

  const timer = setTimeout(look, times.bodyMs).unref();
  const stop = () => clearTimeout(timer);
  raw.once("end", stop);
  raw.once("close", stop);
}

function tooSlow(): AppError {
  return new AppError("tooSlow", {
    en: "The request took too long to arrive. Check the connection and try again.",
    zh: "请求上传超时，请检查网络后重试。",
  });
}

function endOrdinary(request: FastifyRequest, reply: FastifyReply): void {
  // Anyone who reads the body hears of it and answers; where nobody does, the answer is out already.
  if (!reply.sent && request.raw.listenerCount("error") > 0) request.raw.emit("error", tooSlow());
  else request.raw.socket.destroy();
}

/** Its handler is in the midst of reading: the answer goes to the socket itself, and the socket with it. */
function endUpload(request: FastifyRequest, reply: FastifyReply): void {
  const { socket } = request.raw;
  if (!reply.raw.headersSent) {
    const failure = tooSlow();
    const msg = failure.text[languageOf(request.headers["accept-language"])];
    const body = JSON.stringify({ code: failure.code, msg, requestId: request.id });
    const head = [
      "HTTP/1.1 408 Request Timeout",
      "connection: close",
      "content-type: application/json; charset=utf-8",
      `content-length: ${Buffer.byteLength(body)}`,
    ];
    socket.write(`${head.join("\r\n")}\r\n\r\n${body}`);
  }
  socket.destroySoon();
}
