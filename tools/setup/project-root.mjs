import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The checkout this file is used, whatever folder the command was given in. */
export const projectRoot = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** What set-up remembers and may lose at any time: stamps, locks, reports. Ignored by git. */
export const cacheFolder = join(projectRoot, ".cache");
