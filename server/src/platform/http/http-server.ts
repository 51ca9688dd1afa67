import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { Socket } from "node:net";
import Fastify, { type FastifyInstance, type FastifyServerFactory } from "fastify";
import type { ConnectionBook } from "../connection-book.ts";
import type { Log } from "../log.ts";
import type { IsListed } from "../network-address.ts";
import type { Tls } from "../tls.ts";
import { createTurns } from "../turns.ts";
import { answerFailure } from "./answers.ts";
import { type RequestTimes, watchBody } from "./body-clock.ts";
import { readAddressesOnConnect } from "./client-address.ts";
import { parseJsonBody } from "./json-body.ts";
import { answerUnread } from "./unread-request.ts";

export type HttpServer = FastifyInstance;

const megabyte = 1024 * 1024;

/**
 * An HTTP server with everything that holds for every answer: request id, security headers, the envelope for
 * each failure, JSON bodies of at most 1 MB. Calls are added by `serveCall`.
 */
export function createHttpServer(options: {
  log: Log;
  trustProxy: false | IsListed;
  tls: Tls | null;
  times: RequestTimes;
  book: ConnectionBook;
}): HttpServer {
  const { times } = options;
  const inTurn = createTurns();
  const app = Fastify({
    serverFactory: makingServers(options),
    logger: false,
    bodyLimit: megabyte,
    genReqId: () => randomUUID(),
    trustProxy: options.trustProxy,
    routerOptions: { maxParamLength: 200 },
    schemaController: { compilersFactory: withoutSchemas },
    forceCloseConnections: "idle",
    // Who is still connected while it stops is answered, and reported to close; Fastify's own 503 has no envelope.
    return503OnClosing: false,
    // Thousands may have said nothing for too long at the same moment.
    clientErrorHandler: (error, socket) => inTurn(() => answerUnread(error, socket)),
    // These come before any hook.
    frameworkErrors: (error, request, reply) =>
      answerFailure(options.log, error, request, reply.headers(commonHeaders)),
  });
  readAddressesOnConnect(app.server);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", { parseAs: "buffer" }, (_request, body: Buffer, done) => {
    const parsed = parseJsonBody(body);
    if (parsed.ok) done(null, parsed.value);
    else done(parsed.failure, undefined);
  });
  app.addHook("onRequest", async (request, reply) => {
    reply.headers(commonHeaders);
    reply.header("x-request-id", request.id);
    watchBody(request, reply, times);
    // RFC 6797, 7.2: never over plain HTTP. Behind a trusted proxy the protocol is the visitor's.
    if (request.protocol === "https")
      reply.header("strict-transport-security", "max-age=31536000; includeSubDomains");
  });
  app.setErrorHandler((error, request, reply) => answerFailure(options.log, error, request, reply));
  return app;
}

/**
 * Input is read by the schemas of the contract, so no route has one of Fastify's own; without this Fastify would load its
 * compilers for them, 4 MB.
 */
const withoutSchemas = {
  buildValidator: () => refuseSchema,
  buildSerializer: () => refuseSchema,
};

function refuseSchema(): never {
  throw new Error("a route has a schema of Fastify's own: write the call in the contract");
}

/** Longer than proxies keep an idle connection, so that none of them sends a request into one that is being closed. */
const keepAliveMs = 72_000;
const handshakeMs = 10_000;

/** Servers with limits of their own: those that Fastify makes wait without end for the head of a request. */
function makingServers(options: {
  tls: Tls | null;
  times: RequestTimes;
  book: ConnectionBook;
}): FastifyServerFactory {
  const { tls, times, book } = options;
  const limits = {
    headersTimeout: times.headMs,
    // Bodies have times of their own by what they bring: see `body-clock.ts`.
    requestTimeout: 0,
    // Often, so that those which are closed are few at a time.
    connectionsCheckingInterval: Math.min(250, times.headMs),
    keepAliveTimeout: keepAliveMs,
  };
  return (handle) => {
    const server =
      tls === null
        ? createServer(limits, handle)
        : createTlsServer({ ...tls, ...limits, handshakeTimeout: handshakeMs }, handle);
    // Node makes a parser, or a handshake, only for those that there is a place for.
    const listeners = server.listeners("connection");
    server.removeAllListeners("connection");
    server.on("connection", (socket: Socket) => {
      if (!book.admit(socket, tls !== null)) return;
      for (const listener of listeners) listener.call(server, socket);
    });
    server.on("request", (request) => book.finish(request.socket));
    return server;
  };
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
