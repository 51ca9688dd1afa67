import type { Credentials } from "./platform-process.ts";
import { connectDevice } from "./raw-device.ts";

/** Well-behaved devices that post on a steady beat, and how long each post waits for its `post_reply`. */
export type Neighbours = {
  /** Milliseconds of the posts that were answered since the last call, lowest first. */
  take(): number[];
  close(): void;
};

export async function startNeighbours(
  mqtt: string,
  devices: readonly Credentials[],
  everyMs: number,
): Promise<Neighbours> {
  let times: number[] = [];
  const closers = await Promise.all(
    devices.map(async (credentials, place) => {
      const began = new Map<string, number>();
      const device = await connectDevice(mqtt, credentials, {
        message(_topic, payload) {
          const { id, code }: { id: string; code: number } = JSON.parse(payload);
          const since = began.get(id);
          began.delete(id);
          if (since === undefined || code !== 200) throw new Error(`a post was answered with ${code}`);
          times.push(performance.now() - since);
        },
      });
      let number = 0;
      const topic = postTopic(credentials);
      const post = () => {
        number += 1;
        began.set(String(number), performance.now());
        device.post({ topic, payload: writePost(number), packetId: (number % 65_535) + 1 });
      };
      let heartbeat: NodeJS.Timeout | null = null;
      // Each on a beat of its own: they do not all speak at once.
      const first = setTimeout(
        () => {
          heartbeat = setInterval(post, everyMs);
        },
        (everyMs * place) / devices.length,
      );
      return () => {
        clearTimeout(first);
        if (heartbeat !== null) clearInterval(heartbeat);
        device.socket.destroy();
      };
    }),
  );
  return {
    take() {
      const taken = times.sort((a, b) => a - b);
      times = [];
      return taken;
    },
    close() {
      for (const close of closers) close();
    },
  };
}

export function postTopic({ productKey, deviceName }: Credentials): string {
  return `/sys/${productKey}/${deviceName}/thing/event/property/post`;
}

function writePost(number: number): string {
  return JSON.stringify({ id: String(number), params: { ph: { value: 7, time: Date.now() } } });
}
