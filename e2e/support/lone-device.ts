import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { cleanUpLater } from "./clean-up.ts";
import type { Credentials } from "./platform-process.ts";
import { connectPacket } from "./raw-device.ts";

const program = join(import.meta.dirname, "lone-device.mjs");

/** A connected device in a process of its own. Its keep-alive is in seconds, at least 30. */
export async function startLoneDevice(
  mqtt: string,
  credentials: Credentials,
  keepalive = 60,
): Promise<ChildProcess> {
  const { hostname, port } = new URL(mqtt);
  const packet = connectPacket(credentials, keepalive).toString("hex");
  const child = spawn(process.execPath, [program, hostname, port, packet], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  cleanUpLater(() => child.kill("SIGKILL"));
  const [said] = await once(child.stdout, "data");
  if (String(said).trim() !== "connected") throw new Error(`${credentials.deviceName}: ${said}`);
  return child;
}
