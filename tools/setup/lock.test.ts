import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { describeProcess, withLock } from "./lock.mjs";
import { projectRoot } from "./project-root.mjs";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "lock-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test("work in two processes never overlaps", async () => {
  const log = join(folder, "log");
  const codes = await Promise.all([1, 2, 3, 4].map((name) => holdInProcess(name, log)));
  expect(codes).toEqual([0, 0, 0, 0]);
  const lines = readFileSync(log, "utf8").trim().split("\n");
  for (let i = 0; i < lines.length; i += 2) expect(lines[i + 1]).toBe(lines[i]?.replace("in", "out"));
  expect(existsSync(join(folder, "lock"))).toBe(false);
});

test("a lock whose owner is gone is taken over", async () => {
  const child = spawn(process.execPath, ["-e", ""]);
  await once(child, "exit");
  leaveLock({ pid: child.pid ?? 0, started: "1" });
  await expect(withLock(join(folder, "lock"), async () => "done")).resolves.toBe("done");
});

test.runIf(process.platform === "linux")(
  "a process id that was given again is not its former owner",
  async () => {
    leaveLock({ ...describeProcess(process.pid), started: "1" });
    await expect(withLock(join(folder, "lock"), async () => "done")).resolves.toBe("done");
  },
);

test("a failure releases the lock", async () => {
  const fail = () => Promise.reject(new Error("no"));
  await expect(withLock(join(folder, "lock"), fail)).rejects.toThrow("no");
  expect(existsSync(join(folder, "lock"))).toBe(false);
});

function leaveLock(owner: { pid: number; started: string }) {
  mkdirSync(join(folder, "lock"));
  writeFileSync(join(folder, "lock", "owner.json"), JSON.stringify(owner));
}

async function holdInProcess(name: number, log: string): Promise<number> {
  const lockModule = pathToFileURL(join(projectRoot, "tools/setup/lock.mjs")).href;
  const program = `
    import { appendFileSync } from "node:fs";
    import { setTimeout } from "node:timers/promises";
    import { withLock } from ${JSON.stringify(lockModule)};
    await withLock(${JSON.stringify(join(folder, "lock"))}, async () => {
      appendFileSync(${JSON.stringify(log)}, "${name} in\\n");
      await setTimeout(30);
      appendFileSync(${JSON.stringify(log)}, "${name} out\\n");
    });`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", program], { stdio: "ignore" });
  const [code] = await once(child, "exit");
  return code;
}
