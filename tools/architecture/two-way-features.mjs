/** Features that import each other: neither can be read, changed or moved without the other. */

/** @typedef {{ rule: string, says: string, where: string }} Fault */

/** @type {readonly RegExp[]} */
const featureFolders = [
  /^server\/src\/features\/[^/]+\/[^/]+(?=\/)/,
  /^console\/src\/features\/[^/]+\/[^/]+(?=\/)/,
];

/**
 * @param {readonly { source: string, dependencies: readonly { resolved: string }[] }[]} modules what the cruise saw
 * @returns {Fault[]} one for each pair
 */
export function findTwoWayFeatures(modules) {
  /** @type {Map<string, Map<string, string>>} by feature, each other one that it imports and a file that does */
  const imports = new Map();
  for (const { source, dependencies } of modules) {
    const from = /[.]test[.]tsx?$/.test(source) ? null : featureOf(source);
    if (from === null) continue;
    for (const { resolved } of dependencies) {
      const to = featureOf(resolved);
      if (to === null || to === from) continue;
      const known = imports.get(from) ?? new Map();
      imports.set(from, known.set(to, `${source} -> ${resolved}`));
    }
  }
  return [...imports].flatMap(([from, others]) =>
    [...others]
      .filter(([to]) => from < to && imports.get(to)?.has(from) === true)
      .map(([to, where]) => ({
        rule: "two-way-features",
        says: "two features never import each other: one of them is given what it needs by app/",
        where: `${where}; ${imports.get(to)?.get(from)}`,
      })),
  );
}

/** @param {string} path */
function featureOf(path) {
  for (const folder of featureFolders) {
    const found = folder.exec(path);
    if (found !== null) return found[0];
  }
  return null;
}
