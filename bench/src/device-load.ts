import { connect, type Socket } from "node:net";
import { readConnectIdentity, signConnect } from "@tracewater/alink/credentials";
import { generate } from "mqtt-packet";
import type { Credentials } from "./platform-process.ts";

/**
 * Many devices on raw sockets that post as fast as they are acknowledged. It writes and counts MQTT frames itself:
 * the generator shares the two cores with what it measures.
 */
export type DeviceLoad = {
  /** Messages whose PUBACK and whose `post_reply` both came. */
  acknowledged(): number;
  /** Posts that were answered with another code than 200. */
  refused(): number;
  posted(): number;
  /** How many messages each device posted, in the order in which they were given. */
  postedEach(): number[];
  /** Milliseconds from post to `post_reply` since the last call, lowest first; of devices on a beat alone. */
  takeWaits(): number[];
  /** Stops posting and waits until everything that was posted is acknowledged. */
  finish(): Promise<void>;
  close(): void;
};

export async function startDeviceLoad(options: {
  mqtt: URL;
  devices: readonly Credentials[];
  /** How many posts of one device may be on their way. */
  window: number;
  /** Each device posts so often, evenly spread; without it as fast as it is acknowledged. */
  everyMs?: number;
}): Promise<DeviceLoad> {
  let posting = true;
  const devices = await Promise.all(
    options.devices.map((device, place) =>
      connectDevice(
        options.mqtt,
        device,
        place,
        options.window,
        () => posting && options.everyMs === undefined,
        options.everyMs !== undefined,
      ),
    ),
  );
  const pace = options.everyMs === undefined ? null : startPace(devices, options.everyMs, options.window);
  for (const device of devices) device.start();
  const sum = (read: (device: LoadedDevice) => number) =>
    devices.reduce((total, device) => total + read(device), 0);
  return {
    acknowledged: () => sum((device) => Math.min(device.pubacks, device.replies)),
    refused: () => sum((device) => device.refused),
    posted: () => sum((device) => device.posted),
    postedEach: () => devices.map((device) => device.posted),
    takeWaits: () => devices.flatMap((device) => device.waits.splice(0)).sort((a, b) => a - b),
    async finish() {
      posting = false;
      clearInterval(pace ?? undefined);
      const isDone = () =>
        devices.every((device) => device.pubacks >= device.posted && device.replies >= device.posted);
      for (let waited = 0; !isDone(); waited += 20) {
        if (waited > 30_000) throw new Error("posts were left without an acknowledgement for 30 s");
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
    close() {
      clearInterval(pace ?? undefined);
      for (const device of devices) device.socket.destroy();
    },
  };
}

/** Every 10 ms those post whose turn it is. */
function startPace(devices: readonly LoadedDevice[], everyMs: number, window: number): NodeJS.Timeout {
  const began = performance.now();
  let posted = 0;
  return setInterval(() => {
    const due = ((performance.now() - began) / everyMs) * devices.length;
    for (; posted < due; posted++) {
      const device = devices[posted % devices.length];
      if (device && device.posted - Math.min(device.pubacks, device.replies) < window) device.post();
    }
  }, 10);
}

type LoadedDevice = {
  socket: Socket;
  posted: number;
  pubacks: number;
  replies: number;
  refused: number;
  /** Replies come in the order of the posts. */
  sentAt: number[];
  waits: number[];
  start(): void;
  post(): void;
};

async function connectDevice(
  mqtt: URL,
  credentials: Credentials,
  place: number,
  window: number,
  isPosting: () => boolean,
  isTimed: boolean,
): Promise<LoadedDevice> {
  const socket = connect(Number(mqtt.port), mqtt.hostname);
  socket.setNoDelay(true);
  const topic = `/sys/${credentials.productKey}/${credentials.deviceName}/thing/event/property/post`;
  const device: LoadedDevice = {
    socket,
    posted: 0,
    pubacks: 0,
    replies: 0,
    refused: 0,
    sentAt: [],
    waits: [],
    start: () => fill(),
    post,
  };
  // Of each device its own millisecond, rising: no two values share a key.
  let lastTime = 0;

  function fill(): void {
    while (isPosting() && device.posted - Math.min(device.pubacks, device.replies) < window) post();
  }

  function post(): void {
    lastTime = Math.max(Date.now(), lastTime + 1);
    const number = ++device.posted;
    if (isTimed) device.sentAt.push(performance.now());
    const value = (figure: number) => `{"value":${figure},"time":${lastTime}}`;
    const payload =
      `{"id":"${number}","version":"1.0","params":{"boxTemp":${value(4 + (number % 10) / 10)},` +
      `"flow":${value(1000 + (number % 500))},"ph":${value(7 + (number % 50) / 100)}},"method":"thing.event.property.post"}`;
    socket.write(
      generate({
        cmd: "publish",
        topic,
        payload,
        qos: 1,
        messageId: (number % 65_535) + 1,
        dup: false,
        retain: false,
      }),
    );
  }

  const frames = createFrameCounter((type, body) => {
    if (type === 4) device.pubacks += 1;
    if (type === 3) {
      device.replies += 1;
      const sentAt = device.sentAt.shift();
      if (sentAt !== undefined) device.waits.push(performance.now() - sentAt);
      if (!body.includes('"code":200')) device.refused += 1;
    }
    if (type === 3 || type === 4) fill();
  });
  await new Promise<void>((resolve, reject) => {
    socket.once("error", reject);
    socket.once("connect", () => socket.write(connectPacket(credentials, place)));
    socket.once("data", (chunk: Buffer) => {
      if (chunk[0] !== 0x20 || chunk[3] !== 0)
        return reject(new Error(`${credentials.deviceName} was refused`));
      frames(chunk.subarray(4));
      socket.on("data", frames);
      resolve();
    });
  });
  return device;
}

/** The CONNECT of a device with its signature. */
export function connectPacket(credentials: Credentials, place: number): Buffer {
  const clientId = `bench${place}|securemode=2,signmethod=hmacsha256|`;
  const username = `${credentials.deviceName}&${credentials.productKey}`;
  const identity = readConnectIdentity(clientId, username);
  if (identity === null) throw new Error("a device's name is not of the Alink shape");
  const password = signConnect(identity, credentials.deviceSecret);
  return generate({
    cmd: "connect",
    protocolId: "MQTT",
    protocolVersion: 4,
    clientId,
    username,
    password: Buffer.from(password),
    clean: true,
    keepalive: 60,
  });
}

/** Cuts a byte stream into MQTT frames (MQTT 3.1.1, 2.2) and reports each one's type and body. */
function createFrameCounter(onFrame: (type: number, body: Buffer) => void): (chunk: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0);
  return (chunk) => {
    let data = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    for (;;) {
      const frame = readFrame(data);
      if (frame === null) break;
      onFrame((data[0] ?? 0) >> 4, data.subarray(frame.bodyAt, frame.end));
      data = data.subarray(frame.end);
    }
    rest = data;
  };
}

function readFrame(data: Buffer): { bodyAt: number; end: number } | null {
  let length = 0;
  for (let place = 1, shift = 0; place < Math.min(data.length, 5); place++, shift += 7) {
    const byte = data[place] ?? 0;
    length |= (byte & 0x7f) << shift;
    if ((byte & 0x80) !== 0) continue;
    const end = place + 1 + length;
    return end <= data.length ? { bodyAt: place + 1, end } : null;
  }
  return null;
}
