import type { DeviceRow } from "@tracewater/contract/fleet/devices";
import { beforeAll, expect, test } from "vitest";
import { readDevices } from "../support/answer-watch.ts";
import { type ApiClient, openApi } from "../support/api-client.ts";
import { startLoneDevice } from "../support/lone-device.ts";
import { type Platform, startPlatform } from "../support/platform-process.ts";
import { connectDevice } from "../support/raw-device.ts";
import { waitUntil } from "../support/wait-until.ts";

let platform: Platform;
let api: ApiClient;

beforeAll(async () => {
  platform = await startPlatform({ seed: { devices: 3 } });
  api = await openApi(platform.http);
});

test("a device that was killed is offline, last seen when it went", async () => {
  const before = Date.now();
  const process = await startLoneDevice(platform.mqtt, credentialsOf(0));
  await waitUntil("the device is online", () => isOnline(0));
  const killedAt = Date.now();
  process.kill("SIGKILL");
  await waitUntil("the device is offline", async () => !(await isOnline(0)));
  const { connection } = await deviceOf(0);
  if (connection.state !== "offline") throw new Error(`the device is ${connection.state}`);
  expect(connection.lastSeen).toBeGreaterThanOrEqual(Math.max(before, killedAt - 1000));
  expect(connection.lastSeen).toBeLessThanOrEqual(Date.now());
});

test("a device that logs in a second time takes its first connection over and stays online", async () => {
  const first = await connectDevice(platform.mqtt, credentialsOf(1));
  await waitUntil("the device is online", () => isOnline(1));
  const second = await connectDevice(platform.mqtt, credentialsOf(1));
  await first.closed;
  expect(second.isOpen()).toBe(true);
  await waitUntil("the farewell of the first is behind it", () => isOnline(1));
  second.socket.destroy();
  await waitUntil("the device is offline", async () => !(await isOnline(1)));
});

test("after kill -9 of the server its devices are offline until they come back, and online since then", async () => {
  await Promise.all([
    connectDevice(platform.mqtt, credentialsOf(0)),
    connectDevice(platform.mqtt, credentialsOf(1)),
  ]);
  await waitUntil("both devices are online", async () => (await isOnline(0)) && (await isOnline(1)));
  await platform.kill9();
  platform = await startPlatform({ dataDir: platform.dataDir });
  api = await openApi(platform.http);
  const states = (await readDevices(api)).rows.map((row) => row.connection.state).sort();
  expect(states).toEqual(["notActivated", "offline", "offline"]);

  const backAt = Date.now();
  await connectDevice(platform.mqtt, credentialsOf(0));
  await waitUntil("the device is online again", () => isOnline(0));
  const { connection } = await deviceOf(0);
  if (connection.state !== "online") throw new Error(`the device is ${connection.state}`);
  expect(connection.since).toBeGreaterThanOrEqual(backAt);
  expect((await deviceOf(1)).connection.state).toBe("offline");
});

function credentialsOf(place: number) {
  const found = platform.devices[place];
  if (found === undefined) throw new Error(`there is no device ${place}`);
  return found;
}

async function deviceOf(place: number): Promise<DeviceRow> {
  const { deviceName } = credentialsOf(place);
  const found = (await readDevices(api)).rows.find((row) => row.deviceName === deviceName);
  if (found === undefined) throw new Error(`${deviceName} is not in the list`);
  return found;
}

async function isOnline(place: number): Promise<boolean> {
  return (await deviceOf(place)).connection.state === "online";
}
