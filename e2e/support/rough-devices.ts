import { postTopic } from "./neighbours.ts";
import type { Credentials } from "./platform-process.ts";
import { connectDevice, type RawDevice } from "./raw-device.ts";

/** What a broken or hostile device does, until it is stopped; how often each was done, and what it was answered. */
export type RoughDevices = {
  sent: Record<"flood" | "rubbish" | "foreign", number>;
  cutOff: number;
  stop(): void;
};

const floodPerSecond = 1000;
const rubbish = [
  '{"id":"1","params":{"ph":NaN}}',
  '{"id":"1","params":{"ph":1e999}}',
  `{"id":"1","params":${'{"a":'.repeat(30_000)}1${"}".repeat(30_000)}}`,
  '{"id":"1","params":{"ph":{"value":7,"time":100000000000000}}}',
  "x".repeat(4_000_000),
];

/** One floods at 1,000 messages a second, one sends rubbish, one publishes on a neighbour's topic. */
export function startRoughDevices(
  mqtt: string,
  [flooder, littering, trespasser]: readonly [Credentials, Credentials, Credentials],
  neighbour: Credentials,
): RoughDevices {
  const rough: RoughDevices = { sent: { flood: 0, rubbish: 0, foreign: 0 }, cutOff: 0, stop };
  let isStopping = false;
  const open = new Set<RawDevice>();
  let packetId = 0;
  const nextId = () => (packetId = (packetId % 65_535) + 1);

  async function keep(credentials: Credentials, everyMs: number, act: (device: RawDevice) => void) {
    while (!isStopping) {
      const device = await connectDevice(mqtt, credentials).catch(() => null);
      if (device === null) {
        await new Promise((resolve) => setTimeout(resolve, 50));
        continue;
      }
      open.add(device);
      const heartbeat = setInterval(() => {
        if (device.isOpen()) act(device);
      }, everyMs);
      await device.closed;
      clearInterval(heartbeat);
      open.delete(device);
      if (!isStopping) rough.cutOff += 1;
    }
  }

  const heartbeatMs = 10;
  void keep(flooder, heartbeatMs, (device) => {
    // What it cannot get rid of it throws away, as a small device does.
    if (device.socket.writableLength > 1_000_000) return;
    for (let n = 0; n < (floodPerSecond * heartbeatMs) / 1000; n++) {
      rough.sent.flood += 1;
      const payload = `{"id":"${rough.sent.flood}","params":{"ph":7}}`;
      device.post({ topic: postTopic(flooder), payload, packetId: nextId() });
    }
  });
  void keep(littering, 100, (device) => {
    const payload = rubbish[rough.sent.rubbish % rubbish.length] ?? "";
    rough.sent.rubbish += 1;
    device.post({ topic: postTopic(littering), payload, packetId: nextId() });
  });
  void keep(trespasser, 100, (device) => {
    rough.sent.foreign += 1;
    const payload = '{"id":"1","params":{"ph":1}}';
    device.post({ topic: postTopic(neighbour), payload, packetId: nextId() });
  });

  function stop(): void {
    isStopping = true;
    for (const device of open) device.socket.destroy();
  }
  return rough;
}
