import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { resultCode } from "@tracewater/contract/envelope";

/** Answers what Node could not read as a request, or not in time, and closes its connection. */
export function answerUnread(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === "ECONNRESET" || socket.destroyed) return;
  const { status, code, msg } = saidOf(error.code);
  if (socket.writable) {
    const body = JSON.stringify({ code, msg });
    const head = [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      ...["connection: close", "content-type: application/json; charset=utf-8"],
      `content-length: ${Buffer.byteLength(body)}`,
    ];
    socket.write(`${head.join("\r\n")}\r\n\r\n${body}`);
  }
  socket.destroy(error);
}

/** Nobody knows yet which language the visitor reads. */
function saidOf(code: string | undefined): { status: number; code: number; msg: string } {
  if (code === "ERR_HTTP_REQUEST_TIMEOUT")
    return {
      ...{ status: 408, code: resultCode.tooSlow },
      msg: "The request took too long to arrive. Check the connection and try again.",
    };
  const msg =
    code === "HPE_HEADER_OVERFLOW"
      ? "The head of the request is larger than 16 kB."
      : "This is not a request by HTTP/1.1.";
  return { status: code === "HPE_HEADER_OVERFLOW" ? 431 : 400, code: resultCode.badInput, msg };
}
