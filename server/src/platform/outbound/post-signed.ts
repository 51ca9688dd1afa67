import { createHmac } from "node:crypto";
import { request as requestPlain } from "node:http";
import { request as requestTls } from "node:https";
import { type AllowedHosts, judgeHost } from "./outbound-address.ts";

const patienceMs = 10_000;

/** `sha256=` and the HMAC of the timestamp, a dot and the body. */
export function signBody(secret: string, timestamp: string, body: string): string {
  return `sha256=${createHmac("sha256", secret).update(`${timestamp}.${body}`).digest("hex")}`;
}

/**
 * POSTs JSON with a signature to an address that people gave. The name is resolved and judged first and the connection
 * goes to the very address that was judged; redirects are not followed. Gives the status of the answer.
 */
export async function postSigned(options: {
  url: string;
  secret: string;
  body: string;
  nowMs: number;
  allowed: AllowedHosts;
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
        ...(isTls ? { servername: url.hostname } : {}),
        headers: {
          host: url.host,
          "content-type": "application/json; charset=utf-8",
          "content-length": Buffer.byteLength(options.body),
          "user-agent": "tracewater",
          "x-tracewater-timestamp": timestamp,
          "x-tracewater-signature": signBody(options.secret, timestamp, options.body),
        },
        timeout: patienceMs,
      },
      (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      },
    );
    request.on("timeout", () => request.destroy(new Error("no answer within 10 s")));
    request.on("error", reject);
    request.end(options.body);
  });
}
