import { existsSync } from "node:fs";
import { join } from "node:path";
import fastifyStatic from "@fastify/static";
import { answerNoSuchCall, apiPrefix } from "../platform/http/answers.ts";
import type { HttpServer } from "../platform/http/http-server.ts";
import { type ConsoleFacts, createConsolePages } from "./console-pages.ts";

/** Serves the built console: its files under `/assets` for a year, its pages for every other address. */
export async function serveConsole(app: HttpServer, folder: string, facts: ConsoleFacts): Promise<void> {
  const pages = createConsolePages(folder, facts);
  if (existsSync(folder)) {
    await app.register(fastifyStatic, {
      root: folder,
      wildcard: false,
      index: false,
      preCompressed: true,
      globIgnore: ["*.html"],
      setHeaders(reply, path) {
        const isNamedByContent = path.includes(`${join(folder, "assets")}`);
        reply.setHeader(
          "cache-control",
          isNamedByContent ? "public, max-age=31536000, immutable" : "no-cache",
        );
      },
    });
  }
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split("?")[0] ?? "/";
    const isPage =
      (request.method === "GET" || request.method === "HEAD") && !path.startsWith(`${apiPrefix}/`);
    if (!isPage || path.startsWith("/assets/")) return answerNoSuchCall(request, reply);
    const page = pages.pageFor(path, request.headers);
    const isPacked = /\bgzip\b/.test(String(request.headers["accept-encoding"] ?? ""));
    reply.headers({ "cache-control": "no-cache", vary: "accept-encoding, accept-language, cookie" });
    if (isPacked) reply.header("content-encoding", "gzip");
    return reply.type("text/html; charset=utf-8").send(isPacked ? page.packed : page.plain);
  });
}
