import { existsSync } from "node:fs";
import { defineConfig } from "vitest/config";

// The slow tier (*.long.test.ts) is alongside the rest, in projects of its own: see `npm run test:long`.
const slow = "**/*.long.test.ts";
const notOurs = ["**/node_modules/**", "**/dist/**"];
const serverSetup = "server/test/global-setup.ts";
const globalSetup = existsSync(serverSetup) ? ["tools/setup/build-server.mjs", serverSetup] : [];
const browserSetup = ["e2e/support/global-setup.ts"];
// What is measured against a clock has the machine for itself.
const timed = "e2e/{faults,timed}/**/*.test.ts";
const unitFolders = "contract,alink,wbe,boards,custody,simulator,tools,console/src";

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "unit",
          isolate: false,
          include: [`{${unitFolders}}/**/*.test.ts`],
          exclude: [...notOurs, slow],
          // Room for a slow machine that does other things meanwhile; the tests themselves take milliseconds.
          testTimeout: 30_000,
        },
      },
      {
        // antd's modules for bundlers are none that Node can load; its CommonJS build has the same parts.
        resolve: { alias: [{ find: /^antd\/es\//, replacement: "antd/lib/" }] },
        test: {
          name: "components",
          sequence: { groupOrder: 3 },
          root: "console",
          environment: "jsdom",
          include: ["src/**/*.test.tsx"],
          exclude: notOurs,
          setupFiles: ["test/setup.ts"],
          // A worker loads React, antd and the texts once for all its files: what a test leaves behind is cleared.
          isolate: false,
          pool: "forks",
          maxWorkers: 2,
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: "server",
          // A worker imports the platform once for all its files: the house keeps no state in its modules.
          isolate: false,
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
          exclude: [...notOurs, slow, timed],
          globalSetup: browserSetup,
          pool: "forks",
          // Much of it is waiting, for a page or a process: two at a time use what one leaves idle.
          maxWorkers: 2,
          // A browser on a busy machine: what passes only at the second try is reported by name in the last lines of the
          // run, and is a defect.
          retry: 1,
          sequence: { groupOrder: 1 },
          // A page's code may still be on its way.
          expect: { poll: { timeout: 10_000 } },
          // Every wait has a limit of its own; this one is for a whole test next to other browsers on two cores.
          testTimeout: 360_000,
          hookTimeout: 360_000,
        },
      },
      {
        test: {
          name: "timed",
          include: [timed],
          exclude: [...notOurs, slow],
          globalSetup: browserSetup,
          pool: "forks",
          fileParallelism: false,
          sequence: { groupOrder: 2 },
          // A page's code may still be on its way.
          expect: { poll: { timeout: 10_000 } },
          testTimeout: 120_000,
          hookTimeout: 180_000,
        },
      },
      {
        test: {
          name: "long",
          include: [`{${unitFolders},e2e}/${slow}`],
          exclude: notOurs,
          globalSetup: browserSetup,
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
