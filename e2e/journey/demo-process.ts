import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { cleanUpLater } from "../support/clean-up.ts";
import { waitUntil } from "../support/wait-until.ts";

/** A past that is long enough for what the tests look at. */
export const demoDays = 12;
/** The zone in which the demo's server counts days. */
export const demoZone = "Europe/Vienna";

/** The demo as a newcomer starts it, on a folder of its own: server, console, history and fleet. */
export async function startDemo(): Promise<{ http: string; password: string; stop(): Promise<number> }> {
  const dataDir = await mkdtemp(join(tmpdir(), "tracewater-demo-"));
  const quick = { HTTP_PORT: "0", MQTT_PORT: "0", CAPTCHA: "off", DEMO_DAYS: String(demoDays), TZ: demoZone };
  const env = { ...process.env, DATA_DIR: dataDir, ...quick };
  const demo = spawn(process.execPath, ["tools/run/demo.mjs"], { env, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  let complaints = "";
  demo.stdout.on("data", (chunk) => {
    output += chunk;
  });
  demo.stderr.on("data", (chunk) => {
    complaints += chunk;
  });
  const ended = new Promise<number>((resolve) => demo.once("close", (code) => resolve(code ?? -1)));
  const stop = () => {
    demo.kill("SIGTERM");
    return ended;
  };
  cleanUpLater(async () => {
    await stop();
    await rm(dataDir, { recursive: true, force: true });
  });
  const password = await waitUntil(
    "the demo tells its password",
    () => {
      if (demo.exitCode !== null) throw new Error(`the demo ended: ${complaints}`);
      return /password\s+([A-Za-z0-9]{15,})/.exec(output)?.[1] ?? null;
    },
    { withinMs: 400_000, everyMs: 100 },
  );
  const ready: { http: string } = JSON.parse(/^ready (\{.*\})$/m.exec(output)?.[1] ?? "{}");
  return { http: ready.http, password, stop };
}
