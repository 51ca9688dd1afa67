/* Packets and payloads that make no sense, before and after a CONNECT that is right. */
import { connect, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { generate, parser } from "mqtt-packet";
import type { Credentials } from "./platform-process.ts";
import { connectPacket } from "./raw-device.ts";
import type { SeededRandom } from "./seeded-random.ts";

export type PacketCounts = {
  beforeConnect: number;
  packets: number;
  payloads: number;
  connected: number;
  closed: number;
};

const answerMs = 150;
const payloadsAtOnce = 6;

const topics = [
  ...["property/post", "property/batch/post", "property/pack/post", "property/history/post"].map(
    (one) => `P/thing/event/${one}`,
  ),
  ...["P/thing/event/error/post", "P/thing/event/error/batch/post", "P/thing/event//post"],
  ...["desired/get", "desired/delete"].map((one) => `P/thing/property/${one}`),
  ...[
    "deviceinfo/update",
    "deviceinfo/delete",
    "log/post",
    "config/log/get",
    "config/get",
    "ota/firmware/get",
  ].map((one) => `P/thing/${one}`),
  ...["topo/add", "topo/get", "topo/delete", "sub/register", "service/grab_reply", "config/push_reply"].map(
    (one) => `P/thing/${one}`,
  ),
  ...[
    "P/rrpc/response/1",
    "/shadow/update/D",
    "/ext/ntp/D/request",
    "/ext/session/D/combine/login",
    "/ext/session/D/combine/logout",
  ],
  ...["/ota/device/inform/D", "/ota/device/progress/D", "P/none/of/them", "P/thing/event/property/post/"],
];
const words = [
  "id",
  "params",
  "value",
  "time",
  "method",
  "version",
  "sys",
  "ack",
  "identity",
  "deviceName",
  "productKey",
];
const more = [
  "properties",
  "events",
  "subDevices",
  "sign",
  "signMethod",
  "clientId",
  "timestamp",
  "state",
  "reported",
  "ph",
  "flow",
];
const names = [...words, ...more, "__proto__", "constructor", "toString", "", "x".repeat(300), "名"];
const odd: unknown[] = [
  ...[
    null,
    true,
    -1,
    0,
    1e308,
    0.1,
    2 ** 53,
    -(2 ** 63),
    "",
    "\u0000",
    "\ud800",
    "名",
    "{}",
    "NaN",
    "x".repeat(2_000),
    [],
    {},
  ],
  ...[Date.now(), 1e14, "2026-02-30", "1", "thing.event.property.post", "__proto__", "hmacSha256"],
];

/** Sends so many of them, some connections at a time, each from an address of its own. */
export async function sendMalformed(
  mqtt: string,
  devices: readonly Credentials[],
  random: SeededRandom,
  count: number,
): Promise<PacketCounts> {
  const counts: PacketCounts = { beforeConnect: 0, packets: 0, payloads: 0, connected: 0, closed: 0 };
  const total = () => counts.beforeConnect + counts.packets + counts.payloads;
  let address = 0;
  const open = () => {
    address += 1;
    return openSocket(mqtt, `127.0.${3 + (Math.floor(address / 250) % 250)}.${1 + (address % 250)}`);
  };

  async function beforeConnect(): Promise<void> {
    const { socket, closed } = await open();
    counts.beforeConnect += 1;
    socket.write(makeFirst(random, random.one(devices)));
    await Promise.race([closed, delay(answerMs)]);
    if (socket.destroyed) counts.closed += 1;
    socket.destroy();
  }

  async function afterConnect(): Promise<void> {
    const credentials = random.one(devices);
    const { socket, closed, welcomed } = await open();
    socket.write(connectPacket(credentials));
    if (!(await Promise.race([welcomed, closed.then(() => false), delay(5_000).then(() => false)])))
      return void socket.destroy();
    counts.connected += 1;
    if (random.isLuck(0.75)) {
      counts.packets += 1;
      socket.write(makePacket(random, credentials));
    } else {
      for (let at = 0; at < payloadsAtOnce && !socket.destroyed; at++) {
        counts.payloads += 1;
        socket.write(publish(topicOf(random.one(topics), credentials), makePayload(random), at));
      }
    }
    await Promise.race([closed, delay(answerMs)]);
    if (socket.destroyed) counts.closed += 1;
    socket.destroy();
  }

  async function work(): Promise<void> {
    while (total() < count) await (random.isLuck(0.4) ? beforeConnect() : afterConnect());
  }
  await Promise.all(Array.from({ length: 8 }, work));
  return counts;
}

function openSocket(mqtt: string, localAddress: string) {
  const { hostname, port } = new URL(mqtt);
  const socket = connect({ port: Number(port), host: hostname, localAddress, noDelay: true });
  const frames = parser({ protocolVersion: 4 });
  const welcomed = new Promise<boolean>((resolve) => {
    frames.on("packet", (packet) => packet.cmd === "connack" && resolve(packet.returnCode === 0));
    frames.on("error", () => resolve(false));
  });
  const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()));
  socket.on("error", () => undefined);
  socket.on("data", (bytes) => frames.parse(bytes));
  return new Promise<{ socket: Socket; closed: Promise<void>; welcomed: Promise<boolean> }>((resolve) => {
    socket.once("connect", () => resolve({ socket, closed, welcomed }));
    socket.once("close", () => resolve({ socket, closed, welcomed }));
  });
}

/** What comes first on a connection: anything but a CONNECT that is right. */
function makeFirst(random: SeededRandom, credentials: Credentials): Buffer {
  const right = connectPacket(credentials);
  return random.one([
    () => random.bytes(1 + random.below(200)),
    () => bent(random, right),
    () => bent(random, right),
    () => right.subarray(0, random.below(right.length)),
    () => makePacket(random, credentials),
    () => Buffer.concat([Buffer.from([0x10, 0xff, 0xff, 0xff, 0x7f]), random.bytes(50)]),
    () => Buffer.from("GET / HTTP/1.1\r\n\r\n"),
    () => Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01]),
    () =>
      Buffer.concat([
        right.subarray(0, 8),
        Buffer.from([random.below(256), random.below(256)]),
        right.subarray(10),
      ]),
  ])();
}

/** A packet that MQTT 3.1.1 forbids, or one of chance. */
function makePacket(random: SeededRandom, credentials: Credentials): Buffer {
  const post = publish(topicOf("P/thing/event/property/post", credentials), makePayload(random), 1);
  const subscribe = generate({ cmd: "subscribe", messageId: 1, subscriptions: [{ topic: "a/b", qos: 0 }] });
  return random.one([
    () => bent(random, post),
    () => bent(random, subscribe),
    () => post.subarray(0, random.below(post.length)),
    // QoS 3 (3.3.1.2), packet id 0 (2.3.1), a topic with a wildcard (3.3.2.1), no topic at all.
    () => Buffer.concat([Buffer.from([0x36]), post.subarray(1)]),
    () => publish(topicOf("P/thing/event/property/post", credentials), "{}", -1),
    () => publish(random.one(["#", "+/+", "/sys/+/#", "a", "/sys/a/b", "/".repeat(300), "\u0000"]), "{}", 1),
    () => Buffer.from([0x82, 2, 0, 1]),
    () => Buffer.from([random.below(16) << 4, 0]),
    () => Buffer.from([0xf0, 0]),
    () => Buffer.from([0x62, 2, random.below(256), random.below(256)]),
    () => Buffer.concat([Buffer.from([0x32, 0xff, 0xff, 0xff, 0x7f]), random.bytes(40)]),
    () => Buffer.concat([connectPacket(credentials), connectPacket(credentials)]),
    () => random.bytes(1 + random.below(300)),
  ])();
}

/** One to four bytes of it are others. */
function bent(random: SeededRandom, packet: Buffer): Buffer {
  const copy = Buffer.from(packet);
  for (let count = 1 + random.below(4); count > 0; count--)
    copy[random.below(copy.length)] = random.below(256);
  return copy;
}

function publish(topic: string, payload: string | Buffer, at: number): Buffer {
  const packet = generate({
    cmd: "publish",
    topic: "t",
    payload,
    qos: 1,
    messageId: 1,
    dup: false,
    retain: false,
  });
  // Written by hand from here: the library refuses what is to be tried.
  const rest = packet.subarray(packet.indexOf("\u0000\u0001t", 1, "latin1") + 5);
  const name = Buffer.from(topic);
  const id = (at + 1) & 0xffff;
  const head = Buffer.from([name.length >> 8, name.length & 255]);
  const body = Buffer.concat([head, name, Buffer.from([id >> 8, id & 255]), rest]);
  return Buffer.concat([Buffer.from([0x32]), lengthOf(body.length), body]);
}

function lengthOf(length: number): Buffer {
  const bytes: number[] = [];
  for (let left = length; left > 0 || bytes.length === 0; left >>= 7)
    bytes.push((left & 127) | (left > 127 ? 128 : 0));
  return Buffer.from(bytes);
}

function topicOf(pattern: string, { productKey, deviceName }: Credentials): string {
  const own = `${productKey}/${deviceName}`;
  return pattern.replace(/^P/, `/sys/${own}`).replace("/D", `/${own}`);
}

function makePayload(random: SeededRandom): Buffer {
  const text = JSON.stringify({
    id: "1",
    version: "1.0",
    params: makeValue(random, 4),
    method: random.one(odd),
  });
  const bytes = Buffer.from(random.isLuck(0.5) ? text : (JSON.stringify(makeValue(random, 5)) ?? ""));
  return random.one([
    () => bytes,
    () => bytes,
    () => (bytes.length === 0 ? bytes : bent(random, bytes)),
    () => bytes.subarray(0, random.below(bytes.length + 1)),
    () => Buffer.from('{"id":"1","params":{"flow":1e999,"ph":NaN}}'),
    () => Buffer.from(`${'{"params":'.repeat(3_000)}1${"}".repeat(3_000)}`),
    () => Buffer.from('{"id":"1","params":{"__proto__":{"value":1},"constructor":{"value":1,"time":-1}}}'),
    () => random.bytes(random.below(2_000)),
  ])();
}

function makeValue(random: SeededRandom, depth: number): unknown {
  const kind = depth === 0 ? 0 : random.below(4);
  if (kind < 2) return random.one(odd);
  const some = Array.from({ length: random.below(5) }, () => makeValue(random, depth - 1));
  return kind === 2 ? some : Object.fromEntries(some.map((value) => [random.one(names), value]));
}
