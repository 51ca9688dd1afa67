import { createHash } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { build } from "esbuild";
import { bundleOptions } from "../tools/setup/bundle.mjs";
import { projectRoot } from "../tools/setup/project-root.mjs";

// Nothing is left outside: the one file can be handed to anyone who has to verify a chain.
await build({ ...bundleOptions("custody", "src/custody-verify.ts", "dist/custody-verify.js"), external: [] });
await buildPage(join(projectRoot, "custody"));

/**
 * The page of evidence files: one file with its style and program inside, which a policy allows by their hashes alone.
 * @param {string} folder
 */
async function buildPage(folder) {
  const { outputFiles } = await build({
    entryPoints: [join(folder, "page/evidence-page.ts"), join(folder, "page/evidence-page.css")],
    outdir: join(folder, "dist"),
    ...{ bundle: true, minify: true, write: false, format: "iife", platform: "browser", target: "es2022" },
    ...{ charset: "utf8", legalComments: "none", logLevel: "warning" },
  });
  const textOf = (/** @type {string} */ ending) =>
    (outputFiles.find((file) => file.path.endsWith(ending))?.text ?? "").trim();
  const parts = { script: textOf(".js"), style: textOf(".css") };
  if (parts.script === "" || parts.style === "") throw new Error("the page has no program or no style");
  for (const part of Object.values(parts))
    if (/<\/(script|style)|<!--/i.test(part)) throw new Error("a part of the page would end its own element");
  let page = await readFile(join(folder, "page/evidence-page.html"), "utf8");
  for (const [name, text] of Object.entries(parts)) {
    const hash = createHash("sha256").update(text).digest("base64");
    page = page.replace(`${name}-hash`, `sha256-${hash}`).replace(`/*${name}*/`, () => text);
  }
  await mkdir(join(folder, "dist"), { recursive: true });
  await writeFile(join(folder, "dist/evidence-page.html"), page);
}
