import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { projectRoot } from "../setup/project-root.mjs";

let folder = "";
let starter: ChildProcess | undefined;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "service-"));
});
afterEach(() => {
  starter?.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
});

// The program says that it is up, and on SIGTERM leaves a file, so that its end can be distinguished from a mere death.
const program = `
  const { writeFileSync } = await import("node:fs");
  process.on("SIGTERM", () => { writeFileSync(process.argv[2], "ended"); process.exit(0); });
  setInterval(() => {}, 1000);
  console.log("up");`;

test.each(["SIGINT", "SIGTERM", "SIGKILL"] as const)(
  "a starter that gets %s leaves no program behind",
  async (signal) => {
    const ended = join(folder, "ended");
    const child = await startStarter(ended);
    child.kill(signal);
    const [code] = await once(child, "exit");
    if (signal !== "SIGKILL") expect(code).toBe(0);
    await expect.poll(() => existsSync(ended), { timeout: 5000 }).toBe(true);
  },
);

async function startStarter(ended: string) {
  const path = join(folder, "program.mjs");
  writeFileSync(path, program);
  const service = pathToFileURL(join(projectRoot, "tools/run/service.mjs")).href;
  const source = `
    import { startService, stopRequested } from ${JSON.stringify(service)};
    const program = startService(${JSON.stringify([path, ended])}, process.env, (line) => console.log(line));
    process.exitCode = await Promise.race([program.ended, stopRequested(program.kill).then(() => program.stop(5000))]);`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", source], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  starter = child;
  await once(createInterface({ input: child.stdout }), "line");
  return child;
}
