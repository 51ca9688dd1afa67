import type { Server } from "node:http";
import type { Socket } from "node:net";
import type { FastifyRequest } from "fastify";

/**
 * Reads the peer's address of every connection when it is accepted. Node asks the kernel at the first read and keeps
 * the answer: a client that resets its connection right after the request has no address left to ask for, and would
 * be missing from the audit log.
 */
export function readAddressesOnConnect(server: Server): void {
  const read = (socket: Socket) => void socket.remoteAddress;
  server.on("connection", read);
  server.on("secureConnection", read);
}

/** The client's address as text; empty where the connection was reset before it could be read. */
export function clientAddress(request: FastifyRequest): string {
  // Declared as a string by Fastify, which reads it from the socket.
  const address: string | undefined = request.ip;
  return address ?? "";
}
