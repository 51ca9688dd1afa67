import { bundleServer } from "../tools/setup/bundle.mjs";

process.exitCode = await bundleServer();
