import { createHmac } from "node:crypto";
import { request as requestPlain } from "node:http";
import { request as requestTls } from "node:https";
import { type AllowedHosts, judgeHost } from "./outbound-address.ts";

const timeoutMs = 10_000;
/** The status is all that counts: of the answer's body no more than this is read. */
const maxAnswerBytes = 64 * 1024;

/** `sha256=` and the HMAC of the timestamp, a dot and the body. */
export function signBody(secret: string, timestamp: string, body: string): string {
  return `sha256=${createHmac("sha256", secret).update(`${timestamp}.${body}`).digest("hex")}`;
}

/**
 * POSTs JSON with a signature to an address that people gave. The name is resolved and judged first and the connection
 * goes to the very address that was judged; redirects are not followed. Gives the status of the answer. Connection,
 * request and answer together take at most 10 s.
 */
export async function postSigned(options: {
  url: string;
  secret: string;
  body: string;
  nowMs: number;
  allowed: AllowedHosts;
  /** Ends the attempt at once. */
  signal: AbortSignal;
}): Promise<number> {
  const url = new URL(options.url);
  const judged = await judgeHost(url.hostname, options.allowed);
  const timestamp = String(Math.floor(options.nowMs / 1000));
  const isTls = url.protocol === "https:";
  return new Promise((resolve, reject) => {
    const request = (isTls ? requestTls : requestPlain)(
      {
        host: judged.address,
        family: judged.family,
        port: url.port === "" ? (isTls ? 443 : 80) : Number(url.port),
        path: `${url.pathname}${url.search}`,
        method: "POST",
        signal: options.signal,
        ...(isTls ? { servername: url.hostname } : {}),
        headers: {
          host: url.host,
          "content-type": "application/json; charset=utf-8",
          "content-length": Buffer.byteLength(options.body),
          "user-agent": "tracewater",
          "x-tracewater-timestamp": timestamp,
          "x-tracewater-signature": signBody(options.secret, timestamp, options.body),
        },
      },
      (response) => {
        let bytes = 0;
        response.on("data", (part: Buffer) => {
          bytes += part.length;
          if (bytes > maxAnswerBytes) request.destroy();
        });
        resolve(response.statusCode ?? 0);
      },
    );
    const deadline = setTimeout(() => request.destroy(new Error("no answer within 10 s")), timeoutMs);
    request.on("close", () => clearTimeout(deadline));
    request.on("error", reject);
    request.end(options.body);
  });
}
