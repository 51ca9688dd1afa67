import { randomUUID } from "node:crypto";
import { createServer as createTlsServer } from "node:https";
import Fastify, { type FastifyInstance, type FastifyServerFactory } from "fastify";
import type { Log } from "../log.ts";
import type { Tls } from "../tls.ts";
import { answerFailure } from "./answers.ts";
import { parseJsonBody } from "./json-body.ts";

export type HttpServer = FastifyInstance;

const megabyte = 1024 * 1024;

/**
 * An HTTP server with everything that holds for every answer: request id, security headers, the envelope for
 * each failure, JSON bodies of at most 1 MB. Calls are added by `serveCall`.
 */
export function createHttpServer(options: { log: Log; trustedProxies: string; tls: Tls | null }): HttpServer {
  const { tls } = options;
  const app = Fastify({
    ...(tls === null ? {} : { serverFactory: speakingTls(tls) }),
    logger: false,
    bodyLimit: megabyte,
    genReqId: () => randomUUID(),
    trustProxy: options.trustedProxies === "" ? false : options.trustedProxies,
    routerOptions: { maxParamLength: 200 },
    forceCloseConnections: "idle",
    // Who is still connected while it stops is answered, and told to close; Fastify's own 503 has no envelope.
    return503OnClosing: false,
    // These come before any hook.
    frameworkErrors: (error, request, reply) =>
      answerFailure(options.log, error, request, reply.headers(commonHeaders)),
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", { parseAs: "buffer" }, (_request, body: Buffer, done) => {
    const parsed = parseJsonBody(body);
    if (parsed.ok) done(null, parsed.value);
    else done(parsed.failure, undefined);
  });
  app.addHook("onRequest", async (request, reply) => {
    reply.headers(commonHeaders);
    reply.header("x-request-id", request.id);
    // RFC 6797, 7.2: never over plain HTTP. Behind a trusted proxy the protocol is the visitor's.
    if (request.protocol === "https") reply.header("strict-transport-security", "max-age=31536000");
  });
  app.setErrorHandler((error, request, reply) => answerFailure(options.log, error, request, reply));
  return app;
}

/** Fastify's own times, which it gives only to servers that it makes itself. */
function speakingTls(tls: Tls): FastifyServerFactory {
  return (handle) => createTlsServer({ ...tls, keepAliveTimeout: 72_000, requestTimeout: 0 }, handle);
}

/** Styles may be inline because the UI library writes them; scripts never. */
const commonHeaders = {
  "content-security-policy":
    "default-src 'none'; script-src 'self'; worker-src 'self' blob:; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; " +
    "font-src 'self' data:; connect-src 'self'; media-src 'self' blob:; manifest-src 'self'; base-uri 'none'; " +
    "form-action 'self'; frame-ancestors 'none'",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "cache-control": "no-store",
};
