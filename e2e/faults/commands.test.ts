import { type Command, callService, getCommand } from "@tracewater/contract/fleet/commands";
import { beforeAll, expect, test } from "vitest";
import { type ApiClient, openApi } from "../support/api-client.ts";
import { type Credentials, type Platform, startPlatform } from "../support/platform-process.ts";
import { connectDevice, type RawDevice } from "../support/raw-device.ts";
import { waitUntil } from "../support/wait-until.ts";

let platform: Platform;
let api: ApiClient;

beforeAll(async () => {
  platform = await startPlatform({ seed: { devices: 4 } });
  api = await openApi(platform.http);
});

test("commands queued, sent and acknowledged before kill -9 of the server are true afterwards", async () => {
  const [offline, mute, polite, forgetful] = platform.devices;
  if (!offline || !mute || !polite || !forgetful) throw new Error("four devices were seeded");
  const received: string[] = [];
  const muteDevice = await connectDevice(platform.mqtt, mute);
  const politeDevice = await listen(polite, received);
  await listen(forgetful, received);
  const ids = {
    queued: await order(offline, 600),
    sent: await order(mute, 600),
    acknowledged: await order(polite, 600),
    overdue: await order(forgetful, 1),
  };
  await waitUntil("two commands are acknowledged", async () =>
    [await stateOf(ids.acknowledged), await stateOf(ids.overdue)].every((state) => state === "acknowledged"),
  );
  expect(await stateOf(ids.queued)).toBe("queued");
  expect(await stateOf(ids.sent)).toBe("sent");

  await platform.kill9();
  await Promise.all([muteDevice.closed, politeDevice.closed]);
  platform = await startPlatform({ dataDir: platform.dataDir });
  api = await openApi(platform.http);

  expect(await stateOf(ids.queued)).toBe("queued");
  expect(await stateOf(ids.sent)).toBe("sent");
  expect(await stateOf(ids.acknowledged)).toBe("acknowledged");
  await waitUntil(
    "the one without a reply has timed out",
    async () => (await stateOf(ids.overdue)) === "timedOut",
  );

  // The reply to a command of the run before counts; one that was sent is never sent again.
  const back = await listen(polite, received);
  reply(back, polite, ids.acknowledged);
  await waitUntil("the reply has come", async () => (await stateOf(ids.acknowledged)) === "replied");
  const sentAgain: string[] = [];
  const muteAgain = await listen(mute, sentAgain);
  const arrived: string[] = [];
  const first = await listen(offline, arrived);
  await waitUntil("the queued command has arrived", () => arrived.length > 0);
  expect(arrived).toEqual([ids.queued]);
  reply(first, offline, ids.queued);
  await waitUntil("it is replied", async () => (await stateOf(ids.queued)) === "replied");
  expect(sentAgain).toEqual([]);
  reply(muteAgain, mute, ids.sent);
  await waitUntil("the late one is replied", async () => (await stateOf(ids.sent)) === "replied");
  reply(await listen(forgetful, received), forgetful, ids.overdue);
  const late = await waitUntil("the overdue one is replied", async () => {
    const command = await read(ids.overdue);
    return command.state === "replied" ? command : null;
  });
  expect(late.late).toBe(true);
});

async function order(device: Credentials, timeout: number): Promise<string> {
  const ordered = await api.call(callService, {
    params: { family: "waterSample", service: "grab" },
    query: { deviceName: device.deviceName },
    body: { params: { volume: 100 }, timeout, expiresIn: 600 },
  });
  return ordered.data.id;
}

async function read(id: string): Promise<Command> {
  return (await api.call(getCommand, { params: { id } })).data;
}

async function stateOf(id: string): Promise<string> {
  return (await read(id)).state;
}

/** A device that acknowledges what it is sent and notes its id, and replies to nothing by itself. */
async function listen(credentials: Credentials, ids: string[]): Promise<RawDevice> {
  const device: RawDevice = await connectDevice(platform.mqtt, credentials, {
    message(_topic, payload, packetId) {
      const told: { id: string } = JSON.parse(payload);
      ids.push(told.id);
      if (packetId !== null) device.acknowledge(packetId);
    },
  });
  return device;
}

function reply(device: RawDevice, { productKey, deviceName }: Credentials, id: string): void {
  const topic = `/sys/${productKey}/${deviceName}/thing/service/grab_reply`;
  const payload = JSON.stringify({ id, code: 200, data: {} });
  device.post({ topic, payload, packetId: 1 });
}
