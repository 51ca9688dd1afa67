import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fastifyStatic from "@fastify/static";
import { answerNoSuchCall, apiPrefix } from "../platform/http/answers.ts";
import type { HttpServer } from "../platform/http/http-server.ts";

/** What the console has to know before it asks: written into its two pages. */
export type ConsoleFacts = { brand: "iot" | "evidence"; title: string; filing: string; zone: string };

export const brandTitles = {
  iot: "IoT management system",
  evidence: "evidence circulation management system",
} as const;

const loginPaths = new Set(["/login", "/setup", "/register", "/forgetpassword"]);
const placeholder = "<!--tracewater-facts-->";

/** Serves the built console: its files under `/assets` for a year, its two pages for every other address. */
export async function serveConsole(app: HttpServer, folder: string, facts: ConsoleFacts): Promise<void> {
  const meta = `<meta name="tracewater-facts" content='${escapeAttribute(JSON.stringify(facts))}'>`;
  const pages = { login: readPage(folder, "login.html", meta), index: readPage(folder, "index.html", meta) };
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
    const page = loginPaths.has(path) ? pages.login : pages.index;
    return reply.header("cache-control", "no-cache").type("text/html; charset=utf-8").send(page);
  });
}

function readPage(folder: string, name: string, meta: string): string {
  const file = join(folder, name);
  if (!existsSync(file))
    return "<!doctype html><title>Tracewater</title><p>The console is not built: run npm start.</p>";
  return readFileSync(file, "utf8").replace(placeholder, meta);
}

function escapeAttribute(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("'", "&#39;").replaceAll("<", "&lt;");
}
