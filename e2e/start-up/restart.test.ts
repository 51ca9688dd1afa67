import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { expect, test } from "vitest";
import { serverProgram } from "../../tools/run/server-program.mjs";
import { cleanUpLater } from "../support/clean-up.ts";
import { makeDataDir } from "../support/data-folder.ts";
import { copyTemplate } from "../support/data-template.ts";
import { expectSentence } from "../support/expect-sentence.ts";
import { descendantsOf, isAlive, processesNaming } from "../support/process-table.ts";
import { adminPassword, type Variables } from "../support/server-command.ts";
import { waitUntil } from "../support/wait-until.ts";

const root = join(import.meta.dirname, "../..");
/** As the system keeps it: with the options of Node that belong to the server. */
const commandLine = serverProgram().join("\0");

test.each([
  { signal: "SIGKILL", says: ["SIGKILL", "memory runs out", "started again in 1 s"] },
  { signal: "SIGABRT", says: ["SIGABRT", "heap is exhausted", "started again in 1 s"] },
] as const)(
  "npm start starts a server again that was ended by $signal, and says why; a stop stays the end",
  async ({ signal, says }) => {
    const start = await runStart();
    await start.ready(1);
    const server = await start.serverPid();
    process.kill(server, signal);
    await start.ready(2);
    expectSentence(start.stderr(), says);
    const second = await start.serverPid();
    expect(second).not.toBe(server);
    start.child.kill("SIGTERM");
    expect(await start.ended).toBe(0);
    expect(await isAlive(second)).toBe(false);
    expect(start.readyLines()).toBe(2);
  },
);

test("npm start ends with a server that was stopped in order by somebody else", async () => {
  const start = await runStart();
  await start.ready(1);
  process.kill(await start.serverPid(), "SIGTERM");
  expect(await start.ended).toBe(0);
  expect(start.stderr()).not.toContain("started again");
});

test("npm start does not try a setting again that is refused", async () => {
  const start = await runStart({ HTTP_PORT: "abc" });
  expect(await start.ended).toBe(1);
  expectSentence(start.stderr(), ["HTTP_PORT"]);
});

/** `npm start` without npm, on a data folder and ports of its own. */
async function runStart(more: Variables = {}) {
  const dataDir = await makeDataDir();
  await copyTemplate(undefined, dataDir);
  const { PATH, HOME, TMPDIR, LANG } = process.env;
  const child = spawn(process.execPath, ["tools/run/start.mjs"], {
    cwd: root,
    env: {
      ...{ PATH, HOME, TMPDIR, LANG },
      ...{
        HTTP_PORT: "0",
        MQTT_PORT: "0",
        CAPTCHA: "off",
        LOG_LEVEL: "error",
        ADMIN_PASSWORD: adminPassword,
      },
      ...{ DATA_DIR: dataDir, ...more },
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let stdout = "";
  let stderr = "";
  child.stdout.on("data", (chunk) => {
    stdout += chunk;
  });
  child.stderr.on("data", (chunk) => {
    stderr += chunk;
  });
  const ended = once(child, "close").then(([code, signal]) => code ?? signal);
  cleanUpLater(async () => {
    child.kill("SIGKILL");
    await ended;
    await waitUntil("nothing is left of it", async () => (await processesNaming(dataDir)).length === 0, {
      withinMs: 20_000,
    });
  });
  const readyLines = () => stdout.split("\n").filter((line) => line.startsWith("ready {")).length;
  return {
    child,
    ended,
    stderr: () => stderr,
    readyLines,
    ready: (count: number) =>
      waitUntil(`ready line ${count}`, () => readyLines() >= count, { withinMs: 90_000 }),
    async serverPid(): Promise<number> {
      const named = await processesNaming(commandLine);
      const own = await descendantsOf(child.pid ?? 0);
      const found = named.find((pid) => own.includes(pid));
      if (found === undefined) throw new Error("there is no server");
      return found;
    },
  };
}
