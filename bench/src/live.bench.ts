import { once } from "node:events";
import { get } from "node:http";
import { connect, type Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { generate } from "mqtt-packet";
import type { Page } from "playwright-core";
import { connectPacket, startDeviceLoad } from "./device-load.ts";
import { printFigure } from "./figure.ts";
import { logIn, openBrowser } from "./page-load.ts";
import { type Credentials, startPlatform } from "./platform-process.ts";
import { fetchToken, percentile } from "./timed-calls.ts";

/**
 * B5: from the moment at which a device posts a value to the frame in which a real browser shows it, with 1,000
 * messages a second coming in and 50 live streams open, each about all devices of the family. Peer: the goal of 300 ms
 * at the 95th percentile. Values are gathered for a fifth of a second before they go out.
 */
const { values: given } = parseArgs({
  options: {
    devices: { type: "string", default: "1000" },
    streams: { type: "string", default: "50" },
    posts: { type: "string", default: "300" },
    topic: { type: "string", default: "family:waterSample" },
  },
});
const goalMs = 300;
/** The probe's values begin here: no other number on its page has as many digits. */
const firstNumber = 700_000;

/** In the page: the time of the first frame after a change that shows a number of the probe. */
const watcher = `{
  window.seenAt = {};
  const look = () => requestAnimationFrame(() => {
    const text = document.querySelector("main").innerText.replace(/[,\\s]/g, " ").replace(/(\\d) (\\d{3})/g, "$1$2");
    for (const number of text.match(/7\\d{5}/g) ?? []) window.seenAt[number] ??= Date.now();
  });
  new MutationObserver(look).observe(document.querySelector("main"), {
    subtree: true, childList: true, characterData: true,
  });
}`;

const platform = await startPlatform(Number(given.devices) + 1);
const [probe, ...others] = platform.devices;
if (probe === undefined) throw new Error("the platform has no device");
const load = await startDeviceLoad({
  mqtt: platform.mqtt,
  devices: others,
  window: 4,
  everyMs: Number(given.devices), // 1,000 messages a second in all
});
const browser = await openBrowser();
const streams = { bytes: 0, close() {} };
try {
  await openStreams(await fetchToken(platform));
  const socket = await connectProbe(probe);
  post(socket, probe, firstNumber - 1);
  const page = await browser.newPage({ locale: "en-US", viewport: { width: 1366, height: 768 } });
  await page.goto(`${platform.http}/login`);
  await logIn(page, platform.adminPassword);
  await page.goto(`${platform.http}/device/Sampling?keyword=${probe.deviceName}`);
  await page.getByRole("link", { name: probe.deviceName }).click();
  await page.getByRole("main").getByText("699,999").first().waitFor();
  await page.evaluate(watcher);
  const began = { at: performance.now(), count: load.acknowledged(), bytes: streams.bytes };
  const took = await measure(page, socket, probe);
  const seconds = (performance.now() - began.at) / 1000;
  print("B5 device to screen, p95", percentile(took, 0.95), "ms", goalMs);
  print("B5 device to screen, p50", percentile(took, 0.5), "ms", null);
  print("B5 posts that were never seen", Number(given.posts) - took.length, "posts", null);
  print("B5 messages meanwhile", (load.acknowledged() - began.count) / seconds, "msg/s", 1000);
  print("B5 live streams meanwhile", (streams.bytes - began.bytes) / seconds / 1e6, "MB/s", null);
  socket.destroy();
} finally {
  streams.close();
  load.close();
  await browser.close();
  await platform.stop();
}

/** Posts at moments that no beat of the server falls in with; ms until each value was on the page, rising. */
async function measure(page: Page, socket: Socket, device: Credentials): Promise<number[]> {
  const sent = new Map<number, number>();
  for (let number = firstNumber; number < firstNumber + Number(given.posts); number++) {
    sent.set(number, Date.now());
    post(socket, device, number);
    await wait(300 + Math.random() * 200);
  }
  await wait(2000);
  const seen = (await page.evaluate("window.seenAt")) as Record<string, number>;
  return [...sent]
    .flatMap(([number, at]) => (seen[number] === undefined ? [] : [seen[number] - at]))
    .sort((a, b) => a - b);
}

async function openStreams(bearer: string): Promise<void> {
  const url = `${platform.http}/prod-api/v2/admin/realtime?topics=${given.topic}`;
  const requests = Array.from({ length: Number(given.streams) }, () =>
    get(url, { headers: { authorization: `Bearer ${bearer}` }, agent: false }, (answer) => {
      if (answer.statusCode !== 200) throw new Error(`a stream was answered ${answer.statusCode}`);
      answer.on("data", (part: Buffer) => {
        streams.bytes += part.length;
      });
      answer.on("error", () => undefined);
    }),
  );
  streams.close = () => {
    for (const request of requests) request.destroy();
  };
  for (const request of requests) request.on("error", () => undefined);
  await Promise.all(requests.map((request) => once(request, "response")));
}

async function connectProbe(device: Credentials): Promise<Socket> {
  const socket = connect(Number(platform.mqtt.port), platform.mqtt.hostname);
  socket.setNoDelay(true);
  socket.once("connect", () => socket.write(connectPacket(device, 0)));
  await once(socket, "data");
  socket.on("data", () => undefined);
  return socket;
}

function post(socket: Socket, { productKey, deviceName }: Credentials, number: number): void {
  const params = { flow: { value: number, time: Date.now() } };
  socket.write(
    generate({
      cmd: "publish",
      topic: `/sys/${productKey}/${deviceName}/thing/event/property/post`,
      payload: JSON.stringify({ id: String(number), version: "1.0", params }),
      qos: 1,
      messageId: (number % 65_535) + 1,
      dup: false,
      retain: false,
    }),
  );
}

function print(name: string, value: number, unit: string, peer: number | null): void {
  printFigure({ name, value: Number(value.toPrecision(4)), unit, peer });
}
