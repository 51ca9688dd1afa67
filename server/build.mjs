import { bundle } from "../tools/setup/bundle.mjs";

process.exitCode = await bundle("server", "src/main.ts", "dist/main.js");
