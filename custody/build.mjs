import { build } from "esbuild";
import { bundleOptions } from "../tools/setup/bundle.mjs";

// Nothing is left outside: the one file can be handed to anyone who has to verify a chain.
await build({ ...bundleOptions("custody", "src/custody-verify.ts", "dist/custody-verify.js"), external: [] });
