#!/usr/bin/env node
/** `custody-verify FILE`: needs Node and nothing else once it is built; no server, no store. */
import { open, readFile } from "node:fs/promises";

const { custodyVerify } = await import("../dist/custody-verify.js").catch(() => {
  process.stderr.write("custody-verify is not built yet: node build.mjs in the folder custody/\n");
  process.exit(2);
});

const page = await readFile(new URL("../dist/evidence-page.html", import.meta.url), "utf8").catch(() => null);
const { code, says } = await custodyVerify(
  process.argv.slice(2),
  async (/** @type {string} */ file) => (await open(file, "r")).createReadStream(),
  page,
);
(code === 0 ? process.stdout : process.stderr).write(says);
process.exitCode = code;
