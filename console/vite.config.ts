import { readdirSync } from "node:fs";
import { sep } from "node:path";
import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { drawLogin } from "./draw-login.ts";
import { precompress } from "./precompress.ts";

/** Where the server listens while the console is developed. */
const server = "http://127.0.0.1:8080";

/** Pages of the log-in entry; every other page belongs to the shell. The server does the same. */
const loginPages = [
  "/login",
  "/setup",
  "/register",
  "/forgetpassword",
  "/face_login",
  "/auth-redirect",
  "/bind",
];

/** Pages of the entry for walls and small screens: without the shell. The server does the same. */
const wallPages = ["/visual", "/visual/situation", "/visual/display", "/visualization", "/visualmini"];

/** What everything is on: a few large files travel better than sixty small ones. */
const shellGround =
  /node_modules\/(react-router|@tanstack\/(react-query|query-core)|i18next|react-i18next|zod|html-parse-stringify|void-elements)\/|\/contract\/src\/((call|define-call|envelope|both-languages|paging|moments|id-list|time-span)\.ts|resource\/|system\/session\.ts)/;

/** What a page with a list needs beyond the shell. */
const listParts =
  /node_modules\/(@tanstack\/(react-table|table-core)|antd\/es\/(select|pagination)|@rc-component\/(select|pagination|virtual-list))\/|\/console\/src\/kit\/(data-table\/|search-form|search-fields)|\/console\/src\/resource\/(found-|permitted-page|export-button)/;

/** What every entry shares, as far as it needs it. */
const groundOfAll = /node_modules\/|\/contract\/src\/|\/console\/src\/(kit|api)\//;
/** What the shell would otherwise pack with its controls; declarations and texts of a screen come with the screen. */
const partsOfAll =
  /node_modules\/(?!world-atlas|qr\/)|\/console\/src\/(kit\/(?!map\/)|api\/(?!kept-answers|build-file))/;

/** What the walls' entry begins with, but for the declarations of its first calls: single pages of the shell share these. */
const wallGround = [
  ...["start-wall.ts", "wall-root.tsx", "wall-texts.ts"].map((name) => `app/wall/${name}`),
  ...["accent-steps.ts", "appearance.ts", "language.ts", "site-config.ts"].map((name) => `kit/${name}`),
  ...["connection.ts", "use-api.ts"].map((name) => `api/${name}`),
];

/** The small screen needs less than the others. */
const miniScreen = "features/operations/situation/mini.page.tsx";

/** The screens themselves, each fetched when it is shown. */
const wallScreens = ["situation", "wall", "map", "mini", "display"].map(
  (name) => `features/operations/situation/${name}.page.tsx`,
);

export default defineConfig({
  plugins: [react(), controlsWithoutForms(), entryOfPage(), drawLogin(), pageList(), precompress()],
  appType: "mpa",
  server: { proxy: { "/prod-api": server }, host: "127.0.0.1" },
  preview: { proxy: { "/prod-api": server }, host: "127.0.0.1" },
  worker: { format: "es" },
  build: {
    target: "es2022",
    modulePreload: { polyfill: false, resolveDependencies: worthNaming },
    chunkSizeWarningLimit: 900,
    rolldownOptions: {
      input: { login: "login.html", shell: "index.html", wall: "wall.html" },
      output: {
        codeSplitting: {
          groups: [
            // What import() calls: by itself, or the log-in page would load whatever it was packed with.
            { name: "preload-helper", test: /vite\/preload-helper/, priority: 10 },
            { name: "react", test: /node_modules\/(react|react-dom|scheduler)\//, priority: 10 },
            // Six files of a few lines each weigh less as one.
            {
              name: partOf("login-parts", ["login/main.tsx"]),
              test: /\/console\/src\/login\//,
              priority: 8,
            },
            {
              name: partOf("both-entries", ["login/main.tsx"]),
              test: /\/console\/src\/(kit|api)\//,
              priority: 9,
            },
            // Else it bears the name of its worker, and looks like a second one.
            {
              name: "maplibre",
              test: /node_modules\/maplibre-gl\/dist\/maplibre-gl(-csp)?\.(js|css)/,
              priority: 8,
            },
            // Else the walls would load whatever else the shell begins with.
            { name: partOf("wall-ground", wallGround), test: groundOfAll, priority: 7 },
            { name: partOf("screen-parts", [miniScreen]), test: partsOfAll, priority: 6 },
            { name: partOf("wall-parts", wallScreens), test: partsOfAll, priority: 5 },
            { name: "shell-ground", test: shellGround, priority: 4 },
            { name: "shell-controls", tags: ["$initial"], test: /node_modules\//, priority: 3 },
            { name: "shell-kit", tags: ["$initial"], test: /\/console\/src\/(kit|api)\//, priority: 3 },
            { name: "list-parts", test: listParts, priority: 2 },
            // The families' facts are a few lines each, and every page of devices needs them together.
            { name: "device-families", test: /\/console\/src\/device\/families\//, priority: 2 },
            {
              name: "icons",
              test: /node_modules\/lucide-react\//,
              priority: 1,
              entriesAware: true,
              entriesAwareMergeThreshold: 4000,
            },
          ],
        },
      },
    },
  },
});

/**
 * What a page's import fetches beside it, ahead of being asked. The entry names it for each of its pages, and all names
 * together weigh a third of it: it names styles, which come no other way, and the large parts; the small ones come
 * together once the page has arrived.
 */
function worthNaming(file: string, parts: string[], { hostType }: { hostType: "html" | "js" }): string[] {
  if (hostType === "html") return parts;
  // Of the walls' few pages these two have to be seen soon, and wait for all of their parts. The entry has the ground already,
  // and words come soon enough with what names them: each name weighs on both pages.
  if (/\/(wall|mini)\.page-/.test(file)) return parts.filter((part) => !unnamed.test(part));
  return parts.filter((part) => part.endsWith(".css") || /\/(list-parts|form|modal|tree|tabs)-/.test(part));
}

const unnamed =
  /\/(rolldown-runtime|react|preload-helper|both-entries|wall-ground|factors|catchment|situation-loads|.*-(names|labels|text))-[^/]*\.js$/;

/**
 * The files that these sources need. A group takes its dependencies along, so they come first: the bundler's own mark
 * for what an entry needs is set on them as well, and would bring the shell's controls to the log-in page and to walls.
 */
function partOf(name: string, sources: readonly string[]) {
  let files: ReadonlySet<string> | null = null;
  type Modules = { getModuleInfo(id: string): { importedIds: readonly string[] } | null };
  return (file: string, modules: Modules): string | null => {
    files ??= reach(modules);
    return files.has(file) ? name : null;
  };

  function reach(modules: Modules): Set<string> {
    const found = new Set<string>();
    const ways = sources.map((source) => fileURLToPath(new URL(`src/${source}`, import.meta.url)));
    for (let file = ways.pop(); file !== undefined; file = ways.pop()) {
      if (found.has(file)) continue;
      found.add(file);
      ways.push(...(modules.getModuleInfo(file)?.importedIds ?? []));
    }
    return found;
  }
}

/** antd's inputs ask the form's library for one context, and its index would bring all forms and their checks along. */
function controlsWithoutForms(): Plugin {
  return {
    name: "controls-without-forms",
    enforce: "pre",
    resolveId(source, importer) {
      if (source !== "@rc-component/form" || !/\/antd\/es\/form\/context\.js$/.test(importer ?? ""))
        return null;
      return this.resolve("@rc-component/form/es/FormContext", importer, { skipSelf: true });
    },
  };
}

/** Writes down which pages the build has, by the paths that the menu's entries name: the server checks them by it. */
function pageList(): Plugin {
  return {
    name: "page-list",
    apply: "build",
    generateBundle() {
      const features = fileURLToPath(new URL("src/features", import.meta.url));
      const pages = readdirSync(features, { recursive: true, encoding: "utf8" })
        .filter((file) => file.endsWith(".page.tsx"))
        .map((file) =>
          file
            .split(sep)
            .join("/")
            .replace(/\.page\.tsx$/, ""),
        )
        .sort();
      this.emitFile({ type: "asset", fileName: "pages.json", source: JSON.stringify(pages) });
    },
  };
}

/** Answers a page's address with the entry it belongs to, as the server does. */
function entryOfPage(): Plugin {
  const rewrite = (request: { url?: string; method?: string }, _response: unknown, next: () => void) => {
    const path = (request.url ?? "/").split("?")[0] ?? "/";
    const isFile = /^\/(@|src\/|node_modules\/|prod-api\/)|\.(js|css|svg|html|json|map|ico)$/.test(path);
    if (request.method === "GET" && !isFile) {
      const plain = path.replace(/\/+$/, "").toLowerCase();
      request.url = loginPages.includes(path)
        ? "/login.html"
        : wallPages.includes(plain)
          ? "/wall.html"
          : "/index.html";
    }
    next();
  };
  return {
    name: "entry-of-page",
    configureServer: (dev) => void dev.middlewares.use(rewrite),
    configurePreviewServer: (preview) => void preview.middlewares.use(rewrite),
  };
}
