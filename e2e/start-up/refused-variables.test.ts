import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { makeDataDir } from "../support/data-folder.ts";
import { expectSentence } from "../support/expect-sentence.ts";
import { runServer, type Variables } from "../support/server-command.ts";
import { freePort, holdPort } from "../support/tcp-port.ts";

const cases: { name: string; env: Variables; says: string[] }[] = [
  { name: "HTTP_PORT is no number", env: { HTTP_PORT: "abc" }, says: ["HTTP_PORT"] },
  { name: "MQTT_PORT is no port", env: { MQTT_PORT: "70000" }, says: ["MQTT_PORT", "65535"] },
  { name: "TZ is nowhere", env: { TZ: "Nowhere" }, says: ["TZ", "Asia/Shanghai"] },
  { name: "BRAND is unknown", env: { BRAND: "x" }, says: ["BRAND", "iot", "evidence"] },
  { name: "LOG_LEVEL is unknown", env: { LOG_LEVEL: "loud" }, says: ["LOG_LEVEL"] },
  { name: "ADMIN_PASSWORD is short", env: { ADMIN_PASSWORD: "short" }, says: ["ADMIN_PASSWORD", "15"] },
  {
    name: "ADMIN_PASSWORD is easy to guess",
    env: { ADMIN_PASSWORD: "Tracewater-2026" },
    says: ["ADMIN_PASSWORD", "guess"],
  },
  {
    name: "DATABASE_URL is no URL",
    env: { DATABASE_URL: "nonsense" },
    says: ["DATABASE_URL", "postgres://"],
  },
  {
    name: "the captcha is off where others can reach it",
    env: { CAPTCHA: "off", HOST: "0.0.0.0", ALLOW_PLAINTEXT: "yes" },
    says: ["CAPTCHA", "HOST", "0.0.0.0"],
  },
  {
    name: "passwords would cross the network in the clear",
    env: { CAPTCHA: "on", HOST: "0.0.0.0" },
    says: ["HOST", "0.0.0.0", "ALLOW_PLAINTEXT"],
  },
  {
    name: "HOST is no address of this machine",
    env: { HOST: "203.0.113.9", ALLOW_PLAINTEXT: "yes", CAPTCHA: "on" },
    says: ["HOST", "203.0.113.9"],
  },
];

describe("a variable that cannot be used ends the start with a sentence that names it", () => {
  for (const { name, env, says } of cases) {
    test(name, async () => {
      const { code, stdout, stderr } = await runServer(["serve"], { ...env, DATA_DIR: await makeDataDir() });
      expectSentence(stderr, says);
      expect(code).toBe(1);
      expect(stdout).toBe("");
    });
  }
});

test("a demo of fewer days than it can have says how many it takes, and makes nothing", async () => {
  const env = { ...process.env, DEMO_DAYS: "2", DATA_DIR: await makeDataDir() };
  const cwd = join(import.meta.dirname, "../..");
  const { status, stderr } = spawnSync(process.execPath, ["tools/run/demo.mjs"], {
    cwd,
    env,
    encoding: "utf8",
  });
  expectSentence(stderr, ["DEMO_DAYS", "2", "3 to 60"]);
  expect(status).toBe(2);
});

describe("a DATABASE_URL that does not answer ends the start within seconds, and its password stays unsaid", () => {
  const secret = "hunter2-hunter2";

  test("nobody listens there", async () => {
    const url = `postgres://someone:${secret}@127.0.0.1:${await freePort()}/tracewater`;
    await expectNoAnswer(url, 5);
  });

  test("somebody listens and says nothing", async () => {
    const url = `postgres://someone:${secret}@127.0.0.1:${await holdPort()}/tracewater`;
    await expectNoAnswer(url, 10);
  });

  async function expectNoAnswer(url: string, withinSeconds: number): Promise<void> {
    const env = { DATABASE_URL: url, DATA_DIR: await makeDataDir() };
    const { code, stderr, seconds } = await runServer(["serve"], env);
    expectSentence(stderr, ["DATABASE_URL", "127.0.0.1", "does not respond"]);
    expect(stderr).not.toContain(secret);
    expect(code).toBe(1);
    expect(seconds).toBeLessThan(withinSeconds);
  }
});
