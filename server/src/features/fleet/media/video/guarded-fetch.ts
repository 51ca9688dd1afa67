import { once } from "node:events";
import { type IncomingMessage, request as requestPlain } from "node:http";
import { request as requestTls } from "node:https";
import { isIP } from "node:net";
import { AppError } from "../../../../platform/app-error.ts";
import { type AllowedHosts, judgeHost } from "../../../../platform/outbound/outbound-address.ts";
import { cameraFault } from "./camera-faults.ts";
import type { ByteRange } from "./hls-playlist.model.ts";

const silenceMs = 15_000;
const maxRedirects = 5;

export type GuardedFetch = ReturnType<typeof createGuardedFetch>;

/**
 * GETs what a camera's playlists name. Each address is judged after its name was resolved, those of redirects too, and
 * the connection goes to the address that was judged. Throws an AppError that says what to look at.
 */
export function createGuardedFetch(allowed: AllowedHosts, signal: AbortSignal) {
  async function judge(url: URL) {
    return judgeHost(url.hostname, allowed).catch(() => {
      throw refused(cameraFault.noPlace);
    });
  }

  async function get(url: URL, range: ByteRange | null): Promise<IncomingMessage> {
    if (url.protocol !== "http:" && url.protocol !== "https:")
      throw refused(cameraFault.scheme(url.protocol));
    const isTls = url.protocol === "https:";
    const to = await judge(url);
    const sent = (isTls ? requestTls : requestPlain)({
      host: to.address,
      family: to.family,
      port: url.port === "" ? (isTls ? 443 : 80) : Number(url.port),
      path: `${url.pathname}${url.search}`,
      // Cameras sign their own certificates; who they are is decided by their address.
      ...(isTls
        ? { rejectUnauthorized: false, ...(isIP(bare(url)) === 0 ? { servername: url.hostname } : {}) }
        : {}),
      ...(url.username === "" ? {} : { auth: `${decoded(url.username)}:${decoded(url.password)}` }),
      headers: { host: url.host, "user-agent": "tracewater", ...rangeOf(range) },
      agent: false,
      signal,
    });
    sent.setTimeout(silenceMs, () => sent.destroy(new Silent()));
    // After the answer's head the body reports it.
    sent.on("error", () => undefined);
    sent.end();
    const [answer]: IncomingMessage[] = await once(sent, "response").catch((error: unknown) => {
      throw refused(error instanceof Silent ? cameraFault.silent : cameraFault.closed);
    });
    if (answer === undefined) throw refused(cameraFault.closed);
    return answer;
  }

  return {
    /** Every host that an address names; so many and no more. */
    async judgeAll(urls: readonly URL[]): Promise<void> {
      const hosts = new Map(urls.map((url) => [url.hostname, url]));
      if (hosts.size > 8) throw refused(cameraFault.largePlaylist);
      for (const url of hosts.values()) await judge(url);
    },

    /** The answer's body, and the address that it came from in the end. */
    async open(given: URL, range: ByteRange | null = null): Promise<{ url: URL; body: IncomingMessage }> {
      let url = given;
      for (let count = 0; count <= maxRedirects; count++) {
        const body = await get(url, range);
        const status = body.statusCode ?? 0;
        if (status === (range === null ? 200 : 206)) return { url, body };
        body.destroy();
        const { location } = body.headers;
        if (status < 300 || status >= 400 || location === undefined) throw refused(faultOf(status));
        if (!URL.canParse(location, url.href)) throw refused(cameraFault.noPlace);
        url = new URL(location, url);
      }
      throw refused(cameraFault.noPlace);
    },

    /** All of a body that is small; throws where it is not. */
    async read(given: URL, max: number): Promise<{ url: URL; bytes: Buffer }> {
      const { url, body } = await this.open(given);
      const parts: Buffer[] = [];
      let length = 0;
      for await (const part of body as AsyncIterable<Buffer>) {
        parts.push(part);
        length += part.length;
        if (length > max) throw refused(cameraFault.largePlaylist);
      }
      return { url, bytes: Buffer.concat(parts) };
    },
  };
}

class Silent extends Error {}

function faultOf(status: number) {
  if (status === 401 || status === 403) return cameraFault.credentials;
  return status === 404 || status === 410 ? cameraFault.noStream : cameraFault.noVideo;
}

function rangeOf(range: ByteRange | null): Record<string, string> {
  return range === null ? {} : { range: `bytes=${range.start}-${range.start + range.length - 1}` };
}

function bare(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, "$1");
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // a percent sign that stands for itself
  }
}

function refused(text: AppError["text"]): AppError {
  return new AppError("refused", text);
}
