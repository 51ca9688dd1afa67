import { createServer } from "node:http";
import { getAlarm, listAlarms } from "@tracewater/contract/fleet/alarms";
import { type Command, callService, getCommand } from "@tracewater/contract/fleet/commands";
import { addWebhook } from "@tracewater/contract/system/webhooks";
import { beforeAll, expect, test } from "vitest";
import { addCrossingRule } from "../support/alarm-ledger.ts";
import { type ApiClient, openApi } from "../support/api-client.ts";
import { cleanUpLater } from "../support/clean-up.ts";
import { type Credentials, type Platform, startPlatform } from "../support/platform-process.ts";
import { connectDevice, type RawDevice } from "../support/raw-device.ts";
import { freePort } from "../support/tcp-port.ts";
import { waitUntil } from "../support/wait-until.ts";

let platform: Platform;
let api: ApiClient;
const env = { WEBHOOK_ALLOW: "127.0.0.1" };

beforeAll(async () => {
  platform = await startPlatform({ seed: { devices: 5 }, env });
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
  platform = await startPlatform({ dataDir: platform.dataDir, env });
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

test("an alarm of the moment before kill -9 is there once afterwards, and who has to be notified is reported then", async () => {
  const device = platform.devices[4];
  if (device === undefined) throw new Error("five devices were seeded");
  const received: string[] = [];
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/alarms`;
  await api.call(addWebhook, { body: { name: "duty", url, topics: ["alarm"] } });
  await addCrossingRule(api);
  const first = await report(device, false);
  await platform.kill9();
  await first.closed;
  const receiver = createServer((request, response) => {
    request.setEncoding("utf8");
    request.on("data", (part: string) => received.push(part));
    request.on("end", () => response.end());
  }).listen(port, "127.0.0.1");
  cleanUpLater(() => receiver.close());

  platform = await startPlatform({ dataDir: platform.dataDir, env });
  api = await openApi(platform.http);
  // As a device does that never got the acknowledgement: it says the same again.
  await report(device, true);
  await waitUntil("the webhook is told", () => received.length > 0, { withinMs: 90_000 });
  const { rows } = await api.call(listAlarms, { query: { keyword: device.deviceName } });
  expect(rows).toMatchObject([{ name: "Alkaline", state: "active", occurrences: 1 }]);
  const { steps } = (await api.call(getAlarm, { params: { id: rows[0]?.alarmId ?? 0 } })).data;
  expect(steps.filter((step) => step.kind === "raised")).toHaveLength(1);
  expect(received.map((body) => JSON.parse(body).type)).toEqual(["alarm.raised"]);
});

/** Says at QoS 1 that the water is alkaline; resolves with the PUBACK. */
async function report(device: Credentials, isResend: boolean): Promise<RawDevice> {
  const topic = `/sys/${device.productKey}/${device.deviceName}/thing/event/property/post`;
  const payload = JSON.stringify({ id: "1", version: "1.0", params: { ph: 9 } });
  let isStored = false;
  const puback = () => {
    isStored = true;
  };
  const link = await connectDevice(platform.mqtt, device, { puback });
  link.post({ topic, payload, packetId: 1, isResend });
  await waitUntil("the report is stored", () => isStored, { everyMs: 1 });
  return link;
}

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
      const message: { id: string } = JSON.parse(payload);
      ids.push(message.id);
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
