import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build, type Plugin } from "vite";

type Drawing = typeof import("./src/login/draw-page.tsx");

/**
 * Puts `login.{brand}.{language}.{captcha}.html` next to `login.html`: the log-in page with its form in it, so that it
 * is seen and typed into while its code is on the way. The server chooses one; React takes it over.
 */
export function drawLogin(): Plugin {
  let root = ".";
  let folder = "dist";
  return {
    name: "draw-login",
    apply: (config, { command }) => command === "build" && !config.build?.ssr,
    configResolved(config) {
      root = config.root;
      folder = join(config.root, config.build.outDir);
    },
    async closeBundle() {
      const { drawLoginPage, drawnLanguages } = await loadDrawing(root);
      const plain = await readFile(join(folder, "login.html"), "utf8");
      for (const brand of ["iot", "evidence"] as const) {
        for (const { language, tag } of drawnLanguages) {
          for (const captcha of ["on", "off"] as const) {
            const { title, body } = drawLoginPage({ brand, language, captcha });
            const page = plain
              .replace('<html lang="en">', `<html lang="${tag}">`)
              .replace("<title>Tracewater</title>", () => `<title>${title}</title>`)
              .replace(
                '<div id="root"></div>',
                () => `<div id="root" data-language="${language}">${body}</div>`,
              );
            if (!page.includes(body)) throw new Error("login.html has no place for the log-in page");
            await writeFile(join(folder, `login.${brand}.${language}.${captcha}.html`), page);
          }
        }
      }
    },
  };
}

/** The page's own source, bundled for Node. */
async function loadDrawing(root: string): Promise<Drawing> {
  const outDir = join(root, "..", ".cache", `draw-login-${process.pid}`);
  await build({
    root,
    configFile: false,
    logLevel: "error",
    build: {
      ssr: "src/login/draw-page.tsx",
      outDir,
      emptyOutDir: true,
      rolldownOptions: { output: { entryFileNames: "draw-page.mjs" } },
    },
  });
  const drawing: Drawing = await import(pathToFileURL(join(outDir, "draw-page.mjs")).href);
  await rm(outDir, { recursive: true, force: true });
  return drawing;
}
