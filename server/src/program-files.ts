import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

// This file and the bundle it ends in lie equally deep, so these hold for both.
export const consoleFolder = fileURLToPath(new URL("../../console/dist", import.meta.url));
/** The program of the thread that reads uploaded tables; Node 20 runs no TypeScript, so the built one always. */
export const tableThread = new URL("../dist/table-thread.js", import.meta.url);

/** The program of the thread that reads pictures of test boards. */
export const boardThread = new URL("../dist/board-thread.js", import.meta.url);

/** The page of evidence files with its verifier, built in custody/. */
export const evidencePage = fileURLToPath(new URL("../../custody/dist/evidence-page.html", import.meta.url));

export const shippedData = fileURLToPath(new URL("../../data", import.meta.url));

/** The root of the repository that this program was started from. */
export const sourceFolder = fileURLToPath(new URL("../..", import.meta.url));

const manifest: { version: string } = JSON.parse(
  readFileSync(new URL("../package.json", import.meta.url), "utf8"),
);
export const programVersion = manifest.version;
