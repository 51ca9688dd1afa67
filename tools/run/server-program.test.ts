import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { projectRoot } from "../setup/project-root.mjs";
import { runtimeOptions } from "./server-program.mjs";

test.each([
  [1, 1],
  [2, 1],
  [4, 3],
  [64, 4],
])(
  "with %i processors V8 has %i helper threads, so that one is left to the event loop",
  (processors, helpers) => {
    expect(runtimeOptions(processors)).toContain(`--v8-pool-size=${helpers}`);
  },
);

test("Node takes the options of the server, and the space for new objects stays at their size", () => {
  const program = `
    let kept = [];
    for (let n = 0; n < 3e6; n++) { kept.push({ n }); if (kept.length === 1e5) kept = []; }
    const space = require("node:v8").getHeapSpaceStatistics().find((one) => one.space_name === "new_space");
    console.log(space.space_size / 1024 / 1024);`;
  const megabytes = (options: string[]) =>
    Number(spawnSync(process.execPath, [...options, "-e", program], { encoding: "utf8" }).stdout);
  // It is in two halves, of which one is in use.
  expect(megabytes(runtimeOptions(2))).toBe(16);
  expect(megabytes([])).toBeGreaterThan(16);
});

test.each(["start", "demo", "dev"])("%s says to an old Node which one it needs", (starter) => {
  const old = `
    import module from "node:module";
    import os from "node:os";
    os.availableParallelism = undefined;
    module.syncBuiltinESMExports();
    Object.defineProperty(process, "version", { value: "v16.20.2" });`;
  const preloaded = `data:text/javascript,${encodeURIComponent(old)}`;
  const program = join(projectRoot, "tools/run", `${starter}.mjs`);
  const { status, stderr } = spawnSync(process.execPath, ["--import", preloaded, program], {
    encoding: "utf8",
  });
  expect(stderr).toBe("Tracewater needs Node 20.19 or newer (24 is recommended). This is Node v16.20.2.\n");
  expect(status).toBe(1);
});
