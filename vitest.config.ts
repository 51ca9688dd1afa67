import { existsSync } from "node:fs";
import { defineConfig } from "vitest/config";

// The slow tier (*.long.test.ts) stands beside the rest, in projects of its own: see `npm run test:long`.
const slow = "**/*.long.test.ts";
const notOurs = ["**/node_modules/**", "**/dist/**"];
const besideServer = "server/test/global-setup.ts";
const globalSetup = existsSync(besideServer) ? [besideServer] : [];
const unitFolders = "contract,alink,wbe,custody,simulator,tools,console/src";

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "unit",
          include: [`{${unitFolders}}/**/*.test.ts`],
          exclude: [...notOurs, slow],
          // Room for a slow machine that does other things meanwhile; the tests themselves take milliseconds.
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: "server",
          include: ["server/**/*.test.ts"],
          exclude: [...notOurs, slow],
          globalSetup,
          pool: "forks",
          maxWorkers: 2,
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: "e2e",
          include: ["e2e/**/*.test.ts"],
          exclude: [...notOurs, slow],
          pool: "forks",
          fileParallelism: false,
          testTimeout: 120_000,
          hookTimeout: 180_000,
        },
      },
      {
        test: {
          name: "long",
          include: [`{${unitFolders},e2e}/${slow}`],
          exclude: notOurs,
          pool: "forks",
          fileParallelism: false,
          testTimeout: 3_600_000,
          hookTimeout: 600_000,
        },
      },
      {
        test: {
          name: "long-server",
          include: [`server/${slow}`],
          exclude: notOurs,
          globalSetup,
          pool: "forks",
          fileParallelism: false,
          testTimeout: 3_600_000,
          hookTimeout: 600_000,
        },
      },
    ],
  },
});
