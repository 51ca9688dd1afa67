import { existsSync, readdirSync } from "node:fs";
import { join, relative, sep } from "node:path";
import fastifyStatic, { type FastifyStaticOptions } from "@fastify/static";
import { answerEndpointNotFound, apiPrefix } from "../platform/http/answers.ts";
import type { HttpServer } from "../platform/http/http-server.ts";
import { type ConsoleConfig, createConsolePages } from "./console-pages.ts";

/**
 * Serves the built console: its files under `/assets` for a year, its pages for every other address. Gives the build by
 * which a page that stays open knows that there is a newer one.
 */
export async function serveConsole(
  app: HttpServer,
  folder: string,
  facts: Omit<ConsoleConfig, "build">,
  isSignOnOnly: () => Promise<boolean>,
): Promise<string> {
  const pages = createConsolePages(folder, facts);
  if (existsSync(folder)) {
    const files = listFiles(folder);
    // One route and a set of names: a route for each of a thousand files takes 15 MB.
    const rules: Partial<FastifyStaticOptions> = {
      index: false,
      preCompressed: true,
      setHeaders: (reply) => void reply.setHeader("vary", "accept-encoding"),
    };
    await app.register(fastifyStatic, { ...rules, root: folder, allowedPath: (path) => files.has(path) });
    await app.register(fastifyStatic, {
      ...rules,
      root: join(folder, "assets"),
      prefix: "/assets/",
      decorateReply: false,
      allowedPath: (path) => files.has(`/assets${path}`),
      // Named by what they hold.
      ...{ maxAge: "1y", immutable: true },
    });
  }
  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split("?")[0] ?? "/";
    const isPage =
      (request.method === "GET" || request.method === "HEAD") && !path.startsWith(`${apiPrefix}/`);
    if (!isPage || path.startsWith("/assets/")) return answerEndpointNotFound(request, reply);
    // Without the database the page is the usual one, and says itself what is the matter.
    const page = pages.pageFor(path, request.headers, await isSignOnOnly().catch(() => false));
    const isPacked = /\bgzip\b/.test(String(request.headers["accept-encoding"] ?? ""));
    reply.headers({ "cache-control": "no-cache", vary: "accept-encoding, accept-language, cookie" });
    if (isPacked) reply.header("content-encoding", "gzip");
    return reply.type("text/html; charset=utf-8").send(isPacked ? page.packed : page.plain);
  });
  return pages.build;
}

/** What the build put there, as it is asked for; pages are drawn, not sent. */
function listFiles(folder: string): Set<string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && !entry.name.endsWith(".html"));
  return new Set(
    files.map((file) => `/${relative(folder, join(file.parentPath, file.name)).split(sep).join("/")}`),
  );
}
