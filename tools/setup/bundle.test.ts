import { build } from "esbuild";
import { expect, test } from "vitest";
import { serverOptions } from "./bundle.mjs";

/** What takes 2 MB and more in memory, and is needed for some requests only. */
const lateLibraries = [
  "exceljs",
  "pdfkit",
  "bwip-js/node",
  "sanitize-html",
  "nodemailer",
  "openid-client",
  "jose",
  "@simplewebauthn/server",
];

test("a server at rest has none of the libraries of papers, workbooks, labels, notices, mails and passkeys, and no file above 1 MB", async () => {
  const { metafile } = await build({ ...serverOptions(), metafile: true, write: false });
  const { outputs } = metafile;
  const serve = Object.keys(outputs).find(
    (name) => outputs[name]?.entryPoint === "server/src/programs/serve.ts",
  );
  const loaded = new Set<string>();
  const rest = [serve ?? ""];
  for (let name = rest.pop(); name !== undefined; name = rest.pop()) {
    if (loaded.has(name)) continue;
    loaded.add(name);
    for (const { path, kind } of outputs[name]?.imports ?? [])
      if (kind === "import-statement") rest.push(path);
  }
  expect(loaded).toContain("fastify");
  expect(lateLibraries.filter((library) => loaded.has(library))).toEqual([]);
  const sources = Object.entries(outputs).filter(([name]) => name.endsWith(".js"));
  expect(sources.filter(([, { bytes }]) => bytes > 1_000_000).map(([name]) => name)).toEqual([]);
});
