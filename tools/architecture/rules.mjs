/** The rules of dependency-cruiser, made from the floors; beneath them the singular rights of single folders. */
import { floors } from "./floors.mjs";

/** @typedef {import("dependency-cruiser").IRegularForbiddenRuleType} Rule */
/** @typedef {import("./floors.mjs").Workspace} Workspace */

/** Tests and what only tests use: they come in through the door, so they may be above every floor. */
const tests = ["[.]test[.]tsx?$", "^(server|console|boards)/test/", "^[^/]+/build[.]mjs$", "[.]config[.]ts$"];

/** @returns {Rule[]} */
export function makeRules() {
  return [
    ...floors.flatMap(workspaceRules),
    ...floors.flatMap(floorRules),
    ...serverRules,
    ...consoleRules,
    ...rulesForAll,
  ];
}

/** @param {Workspace} workspace @returns {Rule[]} */
function workspaceRules({ name, imports, files = [], packages, inBrowser = false }) {
  const others = floors
    .map((other) => other.name)
    .filter((other) => other !== name && !imports.includes(other));
  const allowedImports = [...imports, ...files].join(", ") || "no other workspace";
  const from = { path: `^${name}/`, pathNot: "^[^/]+/build[.]mjs$" };
  /** @type {Rule[]} */
  const rules = [
    forbid(`${name}-imports`, `${name}/ may import ${allowedImports}`, from, {
      path: `^(${others.join("|")})/`,
      pathNot: files.map((file) => `^${escapeForPattern(file)}$`),
    }),
  ];
  const product = { path: `^${name}/`, pathNot: tests };
  if (packages !== undefined) {
    const allowed = packages.map(escapeForPattern).join("|");
    rules.push(
      forbid(`${name}-packages`, `${name}/ may import ${packages.join(", ")} from npm`, product, {
        path: "node_modules/",
        pathNot: `node_modules/(${allowed})/`,
      }),
    );
  }
  if (inBrowser) {
    // A command of such a workspace is in bin/: the process around what runs anywhere.
    const anywhere = { path: `^${name}/`, pathNot: [...tests, `^${name}/bin/`] };
    rules.push(
      forbid(`${name}-builtins`, `${name}/ runs in a browser too: none of Node's modules`, anywhere, {
        dependencyTypes: ["core"],
      }),
    );
  }
  return rules;
}

/** @param {Workspace} workspace @returns {Rule[]} */
function floorRules({ name, floors: rising = [] }) {
  if (rising.length === 0) return [];
  const main = `${name}/src/main[.]tsx?$`;
  const ground = forbid(
    `${name}-ground`,
    `a file of ${name}/src/ beside main is the ground of all floors and imports none`,
    { path: `^${name}/src/[^/]+$`, pathNot: [`^${main}`, ...tests] },
    { path: `^${name}/src/.+/` },
  );
  const upward = rising.flatMap((folders, height) =>
    folders.map((folder) => {
      const alongside = folders.filter((other) => other !== folder);
      const forbidden = [...alongside, ...rising.slice(height + 1).flat()].map(
        (path) => `${name}/src/${path}/`,
      );
      return forbid(
        `${name}-floor-${folder.replace("/", "-")}`,
        `${name}/src/${folder}/ imports its own floor and lower ones`,
        { path: `^${name}/src/${folder}/`, pathNot: tests },
        { path: `^(${[...forbidden, main].join("|")})` },
      );
    }),
  );
  return [ground, ...upward];
}

/** @type {Rule[]} */
const serverRules = [
  forbid(
    "server-feature-door",
    "across features only through <name>.service.ts; what has happened in a group through its <group>-events.ts",
    { path: "^server/src/features/([^/]+)/([^/]+)/", pathNot: tests },
    {
      path: "^server/src/features/",
      pathNot: [
        "^server/src/features/$1/$2/",
        "^server/src/features/$1/[^/]+$", // the group's own ground: it imports no feature, see below
        "^server/src/features/[^/]+/[^/]+-events[.]ts$",
        "[.]service[.]ts$",
      ],
    },
  ),
  forbid(
    "server-group-ground",
    "a file beside the features of a group imports none of them",
    { path: "^server/src/features/[^/]+/[^/]+$", pathNot: tests },
    { path: "^server/src/features/[^/]+/[^/]+/" },
  ),
  forbid(
    "server-feature-list",
    "<name>.feature.ts is for app/ and main",
    {
      path: "^server/",
      pathNot: ["^server/src/app/", "^server/src/programs/", "^server/src/main[.]ts$", ...tests],
    },
    { path: "^server/.*[.]feature[.]ts$" },
  ),
  forbid(
    "server-database",
    "only *.store.ts, platform/ and migrations/ touch the database",
    {
      path: "^server/",
      pathNot: ["[.]store[.]ts$", "^server/src/platform/", "^server/migrations/", ...tests],
    },
    { path: packagePattern(["kysely", "pg", "pg-copy-streams"]) },
  ),
  forbid(
    "server-mqtt",
    "only features/fleet/device-link knows MQTT",
    { path: "^server/", pathNot: ["^server/src/features/fleet/device-link/", ...tests] },
    { path: packagePattern(["aedes", "aedes-[a-z]+", "mqtt", "mqtt-packet"]) },
  ),
];

const logIn = { path: "^console/src/login/", pathNot: tests };

const devicePages = ["^console/src/features/fleet/devices/[^/]+[.]page[.]tsx$"];

/** @type {Rule[]} */
const consoleRules = [
  forbid(
    "console-feature-apart",
    "features never import features; the device page alone is composed of its group's features",
    { path: "^console/src/features/([^/]+/[^/]+)/", pathNot: [...devicePages, ...tests] },
    { path: "^console/src/features/", pathNot: "^console/src/features/$1/" },
  ),
  forbid(
    "console-device-page",
    "pages of devices are composed of features of the fleet, of none beside it",
    { path: devicePages, pathNot: tests },
    { path: "^console/src/features/", pathNot: "^console/src/features/fleet/" },
  ),
  forbid(
    "console-log-in",
    "the log-in page imports React, its own folder, kit/ and api/, types of contract/, and qr for its pictures",
    logIn,
    {
      pathNot: ["^console/src/(login|kit|api)/", "^contract/", packagePattern(["react", "react-dom", "qr"])],
    },
  ),
  forbid(
    "console-log-in-types",
    "the log-in page takes types and the table of languages alone from contract/",
    logIn,
    {
      path: "^contract/(?!src/locales\\.ts$)",
      dependencyTypesNot: ["type-only"],
    },
  ),
];

/** @type {Rule[]} */
const rulesForAll = [
  forbid(
    "no-circle",
    "no circular imports, of types neither: a type belongs to the lower file",
    {},
    { circular: true },
  ),
  forbid(
    "resolvable",
    "every import leads somewhere: what is not seen is not checked",
    {},
    { couldNotResolve: true },
  ),
  forbid(
    "no-test-in-product",
    "a product file never imports a test",
    { pathNot: tests },
    { path: tests.slice(0, 2) },
  ),
];

/**
 * @param {string} name
 * @param {string} comment what is right, for the one who reads the failure
 * @param {Rule["from"]} from
 * @param {Rule["to"]} to
 * @returns {Rule}
 */
function forbid(name, comment, from, to) {
  return { name, comment, severity: "error", from, to };
}

/** Matches a package whether or not it is installed. @param {string[]} names */
function packagePattern(names) {
  return `(^|node_modules/)(@types/)?(${names.join("|")})(/|$)`;
}

/** @param {string} text */
function escapeForPattern(text) {
  return text.replaceAll(".", "[.]");
}
