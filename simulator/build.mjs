import { bundle } from "../tools/setup/bundle.mjs";

process.exitCode = await bundle("simulator", "src/main.ts", "dist/main.js");
