import { readToken } from "./token.ts";

/** What one small request to the server showed. */
export type Probe =
  | {
      reached: true;
      tookMs: number /** Epoch ms by the server's clock, to the second. */;
      serverTime: number | null;
    }
  | { reached: false; httpStatus: number };

const giveUpMs = 8000;
/** What a gateway says whose server is away, and what the server says whose store is. */
const away = [502, 503, 504];

/** Asks who is logged in: any answer in time, a refusal too, shows that the server works. */
export async function probeServer(): Promise<Probe> {
  const token = readToken();
  const began = performance.now();
  try {
    const response = await fetch("/prod-api/getInfo", {
      headers: { "x-idle-seconds": "86400", ...(token === null ? {} : { authorization: `Bearer ${token}` }) },
      cache: "no-store",
      credentials: "same-origin",
      signal: AbortSignal.timeout(giveUpMs),
    });
    const tookMs = performance.now() - began;
    await response.arrayBuffer();
    if (away.includes(response.status)) return { reached: false, httpStatus: response.status };
    const at = Date.parse(response.headers.get("date") ?? "");
    return { reached: true, tookMs, serverTime: Number.isFinite(at) ? at : null };
  } catch {
    return { reached: false, httpStatus: 0 }; // no line, or no answer in time
  }
}
