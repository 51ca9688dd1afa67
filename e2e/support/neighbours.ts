import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { cleanUpLater } from "./clean-up.ts";
import type { Credentials } from "./platform-process.ts";
import { connectPacket } from "./raw-device.ts";

/** Well-behaved devices that post on a steady beat, and how long each post waits for its `post_reply`. */
export type Neighbours = {
  /** Milliseconds of the posts that were answered since the last call, lowest first. */
  take(): Promise<number[]>;
};

/** In a process of their own: what the test does meanwhile is not in their times. */
export async function startNeighbours(
  mqtt: string,
  devices: readonly Credentials[],
  everyMs: number,
): Promise<Neighbours> {
  const { hostname, port } = new URL(mqtt);
  const program = [process.execPath, join(import.meta.dirname, "neighbours.mjs")];
  const [command = "", ...args] = mayGoFirst() ? [...goingFirst, ...program] : program;
  const child = spawn(command, args, {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const ended = once(child, "close");
  cleanUpLater(async () => {
    child.kill("SIGKILL");
    await ended;
  });
  const lines = createInterface({ input: child.stdout });
  const ask = async (line: string): Promise<string> => {
    const gone = ended.then(() => Promise.reject(new Error("the neighbours ended")));
    const answered = once(lines, "line");
    child.stdin.write(`${line}\n`);
    const [answer] = await Promise.race([answered, gone]);
    return String(answer);
  };
  await ask(
    JSON.stringify({
      ...{ host: hostname, port: Number(port), everyMs },
      devices: devices.map((one) => ({
        packet: connectPacket(one).toString("hex"),
        topic: postTopic(one),
      })),
    }),
  );
  return {
    async take() {
      const times: number[] = JSON.parse(await ask("take"));
      return times.sort((a, b) => a - b);
    },
  };
}

/** Devices have processors of their own: where this process may, they never wait for one of this machine's. */
const goingFirst = ["chrt", "--rr", "1"];

function mayGoFirst(): boolean {
  const [command = "", ...args] = goingFirst;
  return spawnSync(command, [...args, "true"]).status === 0;
}

export function postTopic({ productKey, deviceName }: Credentials): string {
  return `/sys/${productKey}/${deviceName}/thing/event/property/post`;
}
