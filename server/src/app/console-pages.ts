import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import type { IncomingHttpHeaders } from "node:http";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import {
  defaultLocale,
  firstLocale,
  isLocale,
  type Locale,
  type LocalizedText,
  localeCodes,
} from "@tracewater/contract/locales";

/** What the console has to know before it asks: written into its pages. */
export type ConsoleConfig = {
  brand: "iot" | "evidence";
  title: string;
  filing: string;
  zone: string;
  captcha: "on" | "off";
  /** The origin that users open; empty where none is configured. */
  publicUrl: string;
  /** Identity providers by which one may log in. */
  signOn: readonly { key: string; name: LocalizedText }[];
  /** Another one wherever the pages or what is written into them are others. */
  build: string;
};

export const brandTitles = {
  iot: "IoT management system",
  evidence: "evidence circulation management system",
} as const;

type Page = { plain: Buffer; packed: Buffer };

const loginPaths = new Set([
  "/login",
  "/setup",
  "/register",
  "/forgetpassword",
  "/face_login",
  "/auth-redirect",
  "/bind",
]);
/** Pages without the shell: large and small screens. */
const wallPaths = new Set([
  "/visual",
  "/visual/situation",
  "/visual/display",
  "/visualization",
  "/visualmini",
]);
const placeholder = "<!--tracewater-facts-->";

/**
 * The pages of the built console: the shell's, those of walls, the log-in entry's, and `/login` with its form drawn into it by the
 * build, in each language: it is seen before its code has come.
 */
export function createConsolePages(folder: string, facts: Omit<ConsoleConfig, "build">) {
  const build = buildOf(folder, facts);
  const read = (name: string, more = {}) =>
    readPage(join(folder, name), metaOf({ ...facts, build, ...more }));
  const shell = read("index.html") ?? notBuilt();
  const login = read("login.html") ?? notBuilt();
  const wall = read("wall.html") ?? shell;
  const drawn = (language: Locale) => read(`login.${facts.brand}.${language}.${facts.captcha}.html`) ?? login;
  // The form that the build draws asks for a password.
  const withoutPassword = read("login.html", { signOnOnly: true }) ?? login;
  const logins = new Map(localeCodes.map((locale) => [locale, drawn(locale)]));
  return {
    build,
    /** `signOnOnly`: passwords open no session. */
    pageFor(path: string, headers: IncomingHttpHeaders, signOnOnly: boolean): Page {
      if (wallPaths.has(path.replace(/\/+$/, "").toLowerCase())) return wall;
      if (!loginPaths.has(path)) return shell;
      // Who has a token is sent on: no form may flash up before that.
      if (path !== "/login" || /(?:^|;\s*)Admin-Token=[^;\s]/.test(headers.cookie ?? "")) return login;
      if (signOnOnly) return withoutPassword;
      return logins.get(languageOf(headers)) ?? login;
    },
  };
}

function metaOf(facts: object): string {
  return `<meta name="tracewater-facts" content='${escapeAttribute(JSON.stringify(facts))}'>`;
}

/** The pages name their files by what these hold. */
function buildOf(folder: string, facts: object): string {
  const hash = createHash("sha256").update(JSON.stringify(facts));
  for (const name of ["index.html", "wall.html"]) {
    const file = join(folder, name);
    if (existsSync(file)) hash.update(readFileSync(file));
  }
  return hash.digest("hex").slice(0, 12);
}

/** What the user chose, else the first of ours that the browser names; the console decides in the same way. */
function languageOf(headers: IncomingHttpHeaders): Locale {
  const chosen = /(?:^|;\s*)tracewater-language=([a-z]+)(?:;|$)/.exec(headers.cookie ?? "")?.[1] ?? "";
  if (isLocale(chosen)) return chosen;
  return firstLocale((headers["accept-language"] ?? "").split(",")) ?? defaultLocale;
}

function readPage(file: string, meta: string): Page | null {
  if (!existsSync(file)) return null;
  return toPage(readFileSync(file, "utf8").replace(placeholder, () => meta));
}

function notBuilt(): Page {
  return toPage(
    "<!doctype html><title>Tracewater</title><p>The console has not been built. Run npm start.</p>",
  );
}

function toPage(html: string): Page {
  const plain = Buffer.from(html);
  return { plain, packed: gzipSync(plain, { level: 9 }) };
}

function escapeAttribute(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("'", "&#39;").replaceAll("<", "&lt;");
}
