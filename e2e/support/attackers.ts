import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { cleanUpLater } from "./clean-up.ts";
import { postTopic } from "./neighbours.ts";
import type { Credentials } from "./platform-process.ts";
import { connectPacket } from "./raw-device.ts";

/** An attacker in a process of its own: the files that it opens and the time that it takes are not the test's. */
export type Attacker = {
  /** Ends it; the last line that it says. */
  stop(): Promise<string>;
};

/** Connections that say nothing, from so many addresses; resolves once each was tried. */
export async function startSilentCrowd(
  url: string,
  given: { connections: number; addresses: number; net: number },
): Promise<Attacker> {
  const { hostname, port } = new URL(url);
  const { connections, addresses, net } = given;
  const args = [hostname, port, ...[connections, addresses, net].map(String)];
  return startAttacker("silent-crowd.mjs", args, "all were opened");
}

/** Asks for so many live streams of one user, from so many addresses; resolves once each was answered. */
export async function startStreamCrowd(
  url: string,
  given: { authorization: string; streams: number; addresses: number; net: number },
): Promise<Attacker> {
  const args = [url, given.authorization, ...[given.streams, given.addresses, given.net].map(String)];
  return startAttacker("stream-crowd.mjs", args, "all were asked for");
}

/** A device that sends messages of 250 kB without waiting. */
export async function startLargeSender(mqtt: string, credentials: Credentials): Promise<Attacker> {
  const { hostname, port } = new URL(mqtt);
  const packet = connectPacket(credentials).toString("hex");
  return startAttacker("large-sender.mjs", [hostname, port, packet, postTopic(credentials)], "connected");
}

async function startAttacker(program: string, args: readonly string[], begun: string): Promise<Attacker> {
  // An attacker has a machine of its own; here it may take what the platform and its devices leave of this one.
  const child = spawn(
    "chrt",
    ["--idle", "0", process.execPath, join(import.meta.dirname, program), ...args],
    {
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  const ended = once(child, "close");
  cleanUpLater(async () => {
    child.kill("SIGKILL");
    await ended;
  });
  let last = "";
  const lines = createInterface({ input: child.stdout });
  await new Promise<void>((resolve, reject) => {
    lines.on("line", (line) => {
      last = line;
      if (line === begun) resolve();
    });
    void ended.then(() => reject(new Error(`${program} ended: ${last}`)));
  });
  return {
    async stop() {
      child.kill("SIGTERM");
      await ended;
      return last;
    },
  };
}
