import { setTimeout as delay } from "node:timers/promises";
import type { Credentials } from "./platform-process.ts";
import { connectDevice, type RawDevice } from "./raw-device.ts";

/**
 * How a device posts: `timed` and `bare` at QoS 1, repeated with DUP until the PUBACK came; `reply` at QoS 0 with
 * times, never repeated, where post_reply alone is the acknowledgement (the JavaScript SDK's habit).
 */
export type Habit = "timed" | "bare" | "reply";

/** One post and what the platform has said of it. `number` is the value that it carries, of each device its own. */
export type PostRecord = {
  number: number;
  /** The device's own time, in ms; null where it sends none. */
  time: number | null;
  packetId: number | null;
  payload: string;
  hasPuback: boolean;
  hasReply: boolean;
};

/** A device that posts as fast as it is acknowledged and comes back by itself; its records are the ledger. */
export type ReportingDevice = {
  deviceName: string;
  habit: Habit;
  records: PostRecord[];
  /** The replies of another code than 200, as they came. */
  refusals: string[];
  /** How often it has connected. */
  connections: number;
  isOpen(): boolean;
  /** Posts nothing new from now on. */
  quiet(): void;
  /** How many posts still wait for their acknowledgement. */
  waiting(): number;
  close(): Promise<void>;
};

const maxInFlight = 3;

export function startReporting(
  credentials: Credentials,
  habit: Habit,
  where: () => string | null,
): ReportingDevice {
  const topic = `/sys/${credentials.productKey}/${credentials.deviceName}/thing/event/property/post`;
  const onTheWay = new Map<number, PostRecord>();
  const records: PostRecord[] = [];
  let link: RawDevice | null = null;
  let isQuiet = false;
  let isClosing = false;
  let lastTime = 0;

  function fill(): void {
    while (!isQuiet && link?.isOpen() === true && onTheWay.size < maxInFlight) {
      const number = records.length + 1;
      lastTime = Math.max(Date.now(), lastTime + 1);
      const time = habit === "bare" ? null : lastTime;
      const packetId = habit === "reply" ? null : (number % 65_535) + 1;
      const payload = write(number, time);
      const record = { number, time, packetId, payload, hasPuback: false, hasReply: false };
      records.push(record);
      onTheWay.set(number, record);
      link.post({ topic, payload, packetId });
    }
  }

  function resolvePost(record: PostRecord | undefined): void {
    if (record !== undefined && (record.hasPuback || record.packetId === null))
      onTheWay.delete(record.number);
    fill();
  }

  function onPuback(packetId: number): void {
    const record = [...onTheWay.values()].find((one) => one.packetId === packetId);
    if (record !== undefined) record.hasPuback = true;
    resolvePost(record);
  }

  function onMessage(topic: string, payload: string): void {
    // What the platform asks of the device by itself, an upgrade for one, answers no post.
    if (!topic.endsWith("/post_reply")) return;
    const reply: { id: string; code: number } = JSON.parse(payload);
    const record = records[Number(reply.id) - 1];
    if (record === undefined) return;
    if (reply.code === 200) record.hasReply = true;
    else device.refusals.push(payload);
    resolvePost(record);
  }

  async function stayConnected(): Promise<void> {
    while (!isClosing) {
      const address = where();
      const events = { puback: onPuback, message: onMessage };
      link = address === null ? null : await connectDevice(address, credentials, events).catch(() => null);
      if (link === null) {
        await delay(20);
        continue;
      }
      device.connections += 1;
      // What was sent at QoS 0 on the connection before is nobody's any longer.
      for (const record of onTheWay.values()) {
        if (record.packetId === null) onTheWay.delete(record.number);
        else link.post({ topic, payload: record.payload, packetId: record.packetId, isResend: true });
      }
      fill();
      if (isClosing) link.socket.destroy();
      await link.closed;
    }
  }

  const device: ReportingDevice = {
    deviceName: credentials.deviceName,
    habit,
    records,
    refusals: [],
    connections: 0,
    isOpen: () => link?.isOpen() === true,
    quiet() {
      isQuiet = true;
    },
    waiting: () => onTheWay.size,
    async close() {
      isClosing = true;
      link?.socket.destroy();
      await running;
    },
  };
  const running = stayConnected();
  return device;
}

function write(number: number, time: number | null): string {
  const value = (figure: number) => (time === null ? figure : { value: figure, time });
  return JSON.stringify({
    id: String(number),
    version: "1.0",
    // The pH goes up and down, each for some reports: see `alarm-ledger.ts`.
    params: { flow: value(number), ph: value(Math.floor(number / 20) % 2 === 0 ? 7 : 9), boxTemp: value(4) },
    method: "thing.event.property.post",
  });
}
