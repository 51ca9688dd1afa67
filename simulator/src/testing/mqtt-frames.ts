/** Just enough of MQTT 3.1.1 for the platform's stand-in: CONNECT and PUBLISH in, a handful of packets out. */
export type Frame =
  | {
      kind: "connect";
      clientId: string;
      username: string;
      password: string;
      clean: boolean;
      keepalive: number;
    }
  | { kind: "publish"; topic: string; payload: string; qos: number; dup: boolean; packetId: number }
  | { kind: "ping" }
  | { kind: "disconnect" }
  | { kind: "other"; type: number };

export const packets = {
  connack: (code: number) => Buffer.from([0x20, 2, 0, code]),
  puback: (packetId: number) => Buffer.from([0x40, 2, packetId >> 8, packetId & 255]),
  pong: () => Buffer.from([0xd0, 0]),
  publish(topic: string, payload: string): Buffer {
    const name = Buffer.from(topic);
    const body = Buffer.concat([
      Buffer.from([name.length >> 8, name.length & 255]),
      name,
      Buffer.from(payload),
    ]);
    return Buffer.concat([Buffer.from([0x30]), lengthBytes(body.length), body]);
  },
};

/** Reads whole frames off the front of what has come; the rest waits for more. */
export function readFrames(bytes: Buffer): { frames: Frame[]; rest: Buffer } {
  const frames: Frame[] = [];
  let rest = bytes;
  for (;;) {
    const header = readLength(rest);
    if (header === null || rest.length < header.start + header.length) return { frames, rest };
    const end = header.start + header.length;
    frames.push(readFrame(rest[0] ?? 0, rest.subarray(header.start, end)));
    rest = rest.subarray(end);
  }
}

function readFrame(first: number, body: Buffer): Frame {
  switch (first >> 4) {
    case 1:
      return readConnect(body);
    case 3:
      return readPublish(first, body);
    case 12:
      return { kind: "ping" };
    case 14:
      return { kind: "disconnect" };
    default:
      return { kind: "other", type: first >> 4 };
  }
}

function readConnect(body: Buffer): Frame {
  const texts: string[] = [];
  for (let at = 10; at < body.length; ) {
    const length = body.readUInt16BE(at);
    texts.push(body.toString("utf8", at + 2, at + 2 + length));
    at += 2 + length;
  }
  const [clientId = "", username = "", password = ""] = texts;
  const clean = ((body[7] ?? 0) & 2) !== 0;
  return { kind: "connect", clientId, username, password, clean, keepalive: body.readUInt16BE(8) };
}

function readPublish(first: number, body: Buffer): Frame {
  const qos = (first >> 1) & 3;
  const length = body.readUInt16BE(0);
  const start = 2 + length + (qos > 0 ? 2 : 0);
  return {
    kind: "publish",
    topic: body.toString("utf8", 2, 2 + length),
    payload: body.toString("utf8", start),
    qos,
    dup: (first & 8) !== 0,
    packetId: qos > 0 ? body.readUInt16BE(2 + length) : 0,
  };
}

function readLength(bytes: Buffer): { start: number; length: number } | null {
  let length = 0;
  for (let at = 1; at < 5; at++) {
    const byte = bytes[at];
    if (byte === undefined) return null;
    length += (byte & 127) << (7 * (at - 1));
    if (byte < 128) return { start: at + 1, length };
  }
  return null;
}

function lengthBytes(length: number): Buffer {
  const bytes: number[] = [];
  let rest = length;
  do {
    const more = rest > 127;
    bytes.push((rest & 127) | (more ? 128 : 0));
    rest >>= 7;
  } while (rest > 0);
  return Buffer.from(bytes);
}
