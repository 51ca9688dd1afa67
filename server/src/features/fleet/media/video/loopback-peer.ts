import { readFile } from "node:fs/promises";
import type { Socket } from "node:net";

/**
 * Whether a connection that came in on loopback was opened by a user of this machine. Linux lists each socket with its
 * owner (proc(5), `/proc/net/tcp`); on other systems every local user counts as that user.
 */
export async function isPeerOf(client: Socket, uid: number): Promise<boolean> {
  if (process.platform !== "linux") return true;
  const { remoteAddress, remotePort, localPort } = client;
  if (remoteAddress !== "127.0.0.1" || remotePort === undefined || localPort === undefined) return false;
  // The kernel prints 127.0.0.1 in the machine's byte order.
  const here = "(?:0100007F|7F000001)";
  const entry = new RegExp(`: ${here}:${hex(remotePort)} ${here}:${hex(localPort)} (?:\\S+ +){4}(\\d+) `);
  const [, owner] = entry.exec(await readFile("/proc/net/tcp", "latin1")) ?? [];
  return owner !== undefined && Number(owner) === uid;
}

function hex(port: number): string {
  return port.toString(16).toUpperCase().padStart(4, "0");
}
