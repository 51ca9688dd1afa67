/**
 * What the log-in page loads, through all that it imports: React and nothing else from npm, so that it is there
 * at once on a slow line. Imports of types load nothing; an import() loads later.
 */

/** @typedef {Pick<import("dependency-cruiser").IModule, "source" | "dependencies">} CruisedModule */

const mayLoad = /(^|node_modules\/)(react|react-dom|scheduler)(\/|$)/;

/**
 * @param {readonly CruisedModule[]} modules
 * @returns {import("./inspect-house.mjs").Fault[]} one for each way that leads out, with the way
 */
export function findLogInReach(modules) {
  const bySource = new Map(modules.map((module) => [module.source, module]));
  /** @type {import("./inspect-house.mjs").Fault[]} */
  const faults = [];
  /** @type {Set<string>} */
  const seen = new Set();
  const entries = modules.filter(({ source }) => /^console\/src\/login\/.*(?<!\.test)\.tsx?$/.test(source));
  const ways = entries.map(({ source }) => [source]);
  for (let way = ways.shift(); way !== undefined; way = ways.shift()) {
    const last = way.at(-1) ?? "";
    if (seen.has(last)) continue;
    seen.add(last);
    for (const { resolved, dynamic, dependencyTypes } of bySource.get(last)?.dependencies ?? []) {
      if (dynamic || dependencyTypes.includes("type-only") || mayLoad.test(resolved)) continue;
      const onward = [...way, resolved];
      if (isForeign(resolved)) {
        faults.push({
          rule: "console-log-in-reach",
          says: "the log-in page loads React and nothing else",
          where: onward.join(" -> "),
        });
      } else ways.push(onward);
    }
  }
  return faults;
}

/** @param {string} path */
function isForeign(path) {
  return (
    path.includes("node_modules/") ||
    !path.includes("/") ||
    (path.startsWith("contract/") && path !== "contract/src/locales.ts")
  );
}
