import { makeRules } from "./tools/architecture/rules.mjs";

/** @type {import("dependency-cruiser").IConfiguration} */
const configuration = {
  forbidden: makeRules(),
  options: {
    doNotFollow: { path: "node_modules/" },
    exclude: { path: "(^|/)dist/" },
    // Imports of types count as imports.
    tsPreCompilationDeps: true,
    combinedDependencies: true,
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "default", "types"],
      extensions: [".ts", ".tsx", ".mjs", ".js", ".json", ".css"],
      mainFields: ["module", "main", "types"],
    },
  },
};

// biome-ignore lint/style/noDefaultExport: dependency-cruiser reads the default export
export default configuration;
