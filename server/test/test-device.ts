import { once } from "node:events";
import { connect as connectSocket, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import { type SignMethod, signConnect } from "@tracewater/alink/credentials";
import { generate, type IConnectPacket, type IPublishPacket, type Packet, parser } from "mqtt-packet";

/** A device at the lowest level: MQTT packets on a socket, so that a test can also send what no client would. */
export type Credentials = { id: number; productKey: string; deviceName: string; deviceSecret: string };

export type ConnectOptions = {
  secret?: string;
  clientId?: string;
  /** What is before the first bar of the clientId; it enters the signature. */
  id?: string;
  /** As the clientId names them; they enter the signature. */
  timestamp?: string | null;
  signMethod?: SignMethod;
  changePassword?: (password: string) => string;
  clean?: boolean;
  /** Whether downlinks are acknowledged as they come. */
  acknowledge?: boolean;
  /** Which of this machine's addresses it comes from. */
  localAddress?: string;
  /** Whom it trusts at a door with TLS. */
  ca?: Buffer;
};

export type PublishOptions = { qos?: 0 | 1 | 2; messageId?: number; dup?: boolean };
export type Reply = { id: string; code: number; method?: string; message?: string; data?: unknown };
export type TestDevice = ReturnType<typeof createTestDevice>;

const timeoutMs = 15_000;

/** Connects; throws with the CONNACK code where the platform refuses. */
export async function connectDevice(
  mqttUrl: string,
  credentials: Credentials,
  options: ConnectOptions = {},
): Promise<TestDevice> {
  const { code, device } = await attemptConnect(mqttUrl, credentials, options);
  if (code !== 0) throw new Error(`refused with CONNACK ${code}`);
  return device;
}

/** Asks to come in; gives the CONNACK code. */
export async function attemptConnect(
  mqttUrl: string,
  credentials: Credentials,
  options: ConnectOptions = {},
) {
  const { hostname, port, protocol } = new URL(mqttUrl);
  const { localAddress } = options;
  const place = { host: hostname, port: Number(port), ...(localAddress ? { localAddress } : {}) };
  const isSecure = protocol === "mqtts:";
  const socket = isSecure
    ? connectTls({ ...place, ...(options.ca ? { ca: options.ca } : {}) })
    : connectSocket({ ...place, noDelay: true });
  const device = createTestDevice(socket, credentials, options.acknowledge ?? true);
  await once(socket, isSecure ? "secureConnect" : "connect");
  socket.write(generate(toConnect(credentials, options)));
  const connack = await device.packet((packet) => packet.cmd === "connack");
  return { code: connack.cmd === "connack" ? (connack.returnCode ?? 0) : -1, device };
}

/** The CONNECT of a device with its signature. */
export function toConnect(credentials: Credentials, options: ConnectOptions) {
  const { productKey, deviceName, deviceSecret } = credentials;
  const { signMethod = "sha256", timestamp = null } = options;
  const { id = `${productKey}.${deviceName}` } = options;
  const stamp = timestamp === null ? "" : `,timestamp=${timestamp}`;
  const identity = { id, productKey, deviceName, signMethod, timestamp, sdkVersion: null };
  const password = signConnect(identity, options.secret ?? deviceSecret);
  return {
    cmd: "connect",
    protocolId: "MQTT",
    protocolVersion: 4,
    clean: options.clean ?? true,
    keepalive: 60,
    clientId: options.clientId ?? `${id}|securemode=3,signmethod=hmac${signMethod}${stamp}|`,
    username: `${deviceName}&${productKey}`,
    password: Buffer.from((options.changePassword ?? ((same) => same))(password)),
  } satisfies IConnectPacket;
}

function createTestDevice(socket: Socket, credentials: Credentials, acknowledge: boolean) {
  let messages = 0;
  let requests = 0;
  const { unread, packet, nextChange, published, reply } = createInbox(socket, (come) => {
    if (acknowledge && come.cmd === "publish" && come.qos > 0) puback(come);
  });

  const topic = (rest: string) => `/sys/${credentials.productKey}/${credentials.deviceName}/${rest}`;

  function puback({ messageId }: { messageId?: number }): void {
    socket.write(generate({ cmd: "puback", messageId: messageId ?? 0 }));
  }

  function toPublish(to: string, payload: unknown, options: PublishOptions = {}): Buffer {
    const { qos = 0, dup = false, messageId = qos === 0 ? undefined : ++messages } = options;
    const isRaw = typeof payload === "string" || Buffer.isBuffer(payload);
    return generate({
      cmd: "publish",
      topic: to,
      payload: isRaw ? payload : JSON.stringify(payload),
      qos,
      dup,
      retain: false,
      ...(messageId === undefined ? {} : { messageId }),
    });
  }

  return {
    credentials,
    topic,
    packet,
    published,
    puback,
    toPublish,
    /** What has come and was not asked for yet. */
    unread: (): readonly Packet[] => unread,
    write: (bytes: Buffer) => void socket.write(bytes),
    isClosed: () => socket.destroyed,
    /** Bytes that neither the platform nor the system has taken yet. */
    unsent: () => socket.writableLength,

    /** Publishes at QoS 0 and waits for the `_reply`. */
    async post(params: unknown, rest = "thing/event/property/post"): Promise<Reply> {
      const id = String(++requests);
      socket.write(toPublish(topic(rest), { id, version: "1.0", params }));
      return reply(topic(rest), id);
    },
    /** Publishes a payload as it is and waits for the `_reply` to that id. */
    async postRaw(
      payload: string | Buffer,
      id: string | number,
      rest = "thing/event/property/post",
    ): Promise<Reply> {
      socket.write(toPublish(topic(rest), payload));
      return reply(topic(rest), id);
    },
    /** Publishes at QoS 1 and waits for the PUBACK. */
    async postSurely(payload: unknown, options: PublishOptions = {}): Promise<void> {
      const messageId = options.messageId ?? ++messages;
      const bytes = toPublish(topic("thing/event/property/post"), payload, { ...options, qos: 1, messageId });
      socket.write(bytes);
      await packet((one) => one.cmd === "puback" && one.messageId === messageId);
    },
    /** The next downlink on this topic, read. */
    async downlink(rest: string) {
      const found = await published((one) => one.topic === topic(rest));
      const { id, params } = read(found);
      return { id: String(id), params, messageId: found.messageId ?? 0 };
    },
    /** Publishes on one of the device's own topics. */
    send: (rest: string, payload: unknown, options: PublishOptions = {}) =>
      void socket.write(toPublish(topic(rest), payload, options)),
    async subscribe(...topics: string[]) {
      const subscriptions = topics.map((one) => ({ topic: one, qos: 1 as const }));
      const messageId = ++messages;
      socket.write(generate({ cmd: "subscribe", messageId, subscriptions }));
      const suback = await packet((one) => one.cmd === "suback" && one.messageId === messageId);
      return suback.cmd === "suback" ? suback.granted : [];
    },
    async closed(): Promise<void> {
      const until = Date.now() + timeoutMs;
      while (!socket.destroyed && Date.now() < until) await nextChange(until - Date.now());
      if (!socket.destroyed) throw new Error("the connection stayed open");
    },
    /** Says farewell. */
    async leave(): Promise<void> {
      socket.end(generate({ cmd: "disconnect" }));
      await this.closed();
    },
    /** Reads nothing any more of what it is sent. */
    deafen: () => void socket.pause(),
    /** Goes without a farewell. */
    vanish: () => void socket.destroy(),
  };
}

/** Packets that come over a socket and are kept until somebody asks for them. */
function createInbox(socket: Socket, onPacket: (packet: Packet) => void) {
  const unread: Packet[] = [];
  const waiting = new Set<() => void>();
  const wakeAll = () => {
    for (const wake of waiting) wake();
  };
  const stream = parser({ protocolVersion: 4 });

  socket.on("data", (bytes) => stream.parse(bytes));
  socket.on("error", () => undefined);
  socket.on("close", wakeAll);
  stream.on("packet", (packet: Packet) => {
    onPacket(packet);
    unread.push(packet);
    wakeAll();
  });

  /** The first packet of that kind, past or to come; it is taken out. */
  async function packet(isIt: (packet: Packet) => boolean): Promise<Packet> {
    const until = Date.now() + timeoutMs;
    for (;;) {
      const at = unread.findIndex(isIt);
      const [found] = at < 0 ? [] : unread.splice(at, 1);
      if (found !== undefined) return found;
      if (socket.destroyed) throw new Error("the connection was closed");
      if (Date.now() > until) throw new Error("the packet did not come");
      await nextChange(until - Date.now());
    }
  }

  function nextChange(maxMs: number): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        waiting.delete(done);
        resolve();
      };
      const timer = setTimeout(done, maxMs + 1);
      waiting.add(done);
    });
  }

  async function published(isIt: (packet: IPublishPacket) => boolean): Promise<IPublishPacket> {
    const found = await packet((one) => one.cmd === "publish" && isIt(one));
    if (found.cmd !== "publish") throw new Error("no publish");
    return found;
  }

  async function reply(to: string, id: string | number): Promise<Reply> {
    const found = await published((one) => one.topic === `${to}_reply` && read(one)["id"] === id);
    return read(found) as Reply;
  }

  return { unread, packet, nextChange, published, reply };
}

function read(packet: IPublishPacket): Record<string, unknown> {
  return JSON.parse(packet.payload.toString());
}
