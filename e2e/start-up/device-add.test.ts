import { beforeAll, expect, test } from "vitest";
import { expectSentence } from "../support/expect-sentence.ts";
import { type Credentials, type Platform, startPlatform } from "../support/platform-process.ts";
import { isAlive } from "../support/process-table.ts";
import { connectDevice } from "../support/raw-device.ts";
import { runServer } from "../support/server-command.ts";

let platform: Platform;

beforeAll(async () => {
  platform = await startPlatform();
});

test("device add alongside a running platform prints the credentials alone; the device can log in at once", async () => {
  const credentials = await add("BESIDE-01");
  expect(credentials).toEqual({
    productKey: expect.any(String),
    deviceName: "BESIDE-01",
    deviceSecret: expect.stringMatching(/^\S{16,}$/),
  });
  const device = await connectDevice(platform.mqtt, credentials);
  device.socket.destroy();
});

test("a name that is taken, and arguments that are none, are refused in a sentence", async () => {
  await add("TAKEN-01");
  const taken = await run("device", "add", "--product", "waterSample", "--name", "TAKEN-01");
  expectSentence(taken.stderr, ["name is already in use"]);
  const badName = await run("device", "add", "--product", "waterSample", "--name", "a b");
  expectSentence(badName.stderr, ["--name", "a b"]);
  const badProduct = await run("device", "add", "--product", "teapot", "--name", "GOOD-01");
  expectSentence(badProduct.stderr, ["--product", "teapot", "waterSample"]);
  const nothing = await run("device", "add");
  expectSentence(nothing.stderr, ["--product", "--name"]);
  const unknown = await run("device", "add", "--colour", "red");
  expectSentence(unknown.stderr, ["--colour"]);
  for (const { code, stdout } of [taken, badName, badProduct, nothing, unknown]) {
    expect(code).toBe(1);
    expect(stdout).toBe("");
  }
});

test("a command that does not exist prints the usage and ends with 2", async () => {
  const { code, stdout, stderr } = await run("dance");
  expect(code).toBe(2);
  expect(stderr).toContain("usage:");
  expect(stdout).toBe("");
});

test("device add on a stopped platform starts the database for the while; the device is there afterwards", async () => {
  expect(await platform.stop()).toBe(0);
  const credentials = await add("STOPPED-1");
  const store = await platform.storePid();
  expect(store === null || !(await isAlive(store))).toBe(true);
  platform = await startPlatform({ dataDir: platform.dataDir });
  const device = await connectDevice(platform.mqtt, credentials);
  device.socket.destroy();
  expect(await platform.stop()).toBe(0);
});

async function add(name: string): Promise<Credentials> {
  const { code, stdout, stderr } = await run("device", "add", "--product", "waterSample", "--name", name);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout.trim().split("\n")).toHaveLength(1);
  return JSON.parse(stdout);
}

function run(...args: string[]) {
  return runServer(args, { DATA_DIR: platform.dataDir });
}
