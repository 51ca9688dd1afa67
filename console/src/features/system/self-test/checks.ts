import type { ParseKeys } from "i18next";
import { probeServer } from "../../../api/probe-server.ts";

/** One check of the way from this browser to the platform. `value` is shown as it is, `says` is a text's key. */
export type Finding = {
  verdict: "good" | "poor" | "bad" | "unknown";
  says: ParseKeys<"system-self-test">;
  values?: Readonly<Record<string, string | number>>;
};

/** The console's narrowest layout. */
const minWidth = 360;
/** Beyond this, times typed here and times of the server no longer mean the same. */
const maxSkewMs = 5000;
const slowMs = 1500;

export async function checkServer(): Promise<{ server: Finding; clock: Finding }> {
  const probe = await probeServer();
  if (!probe.reached) {
    const says = probe.httpStatus === 0 ? "server.silent" : "server.busy";
    const server: Finding = { verdict: "bad", says, values: { status: probe.httpStatus } };
    return { server, clock: { verdict: "unknown", says: "clock.unknown" } };
  }
  const ms = Math.round(probe.tookMs);
  return {
    server: { verdict: ms > slowMs ? "poor" : "good", says: "server.answers", values: { ms } },
    clock: checkClock(probe.serverTime, Date.now(), probe.tookMs),
  };
}

/** The answer's `Date` counts whole seconds and was written half a trip ago: so much is not known. */
export function checkClock(serverTime: number | null, now: number, tookMs: number): Finding {
  if (serverTime === null) return { verdict: "unknown", says: "clock.unknown" };
  const skew = now - tookMs / 2 - (serverTime + 500);
  const seconds = Math.max(1, Math.round(Math.abs(skew) / 1000));
  if (Math.abs(skew) <= maxSkewMs) return { verdict: "good", says: "clock.same", values: { seconds } };
  return { verdict: "poor", says: skew > 0 ? "clock.ahead" : "clock.behind", values: { seconds } };
}

export function checkWebgl(): Finding {
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("webgl2") ?? canvas.getContext("webgl");
  if (context === null) return { verdict: "poor", says: "webgl.none" };
  const version = context instanceof WebGLRenderingContext ? "1" : "2";
  const side = Number(context.getParameter(context.MAX_TEXTURE_SIZE));
  context.getExtension("WEBGL_lose_context")?.loseContext();
  return { verdict: "good", says: "webgl.works", values: { version, side } };
}

/** Writes, reads back and removes. */
export function checkStorage(): Finding {
  const key = "tracewater-self-test";
  try {
    for (const store of [localStorage, sessionStorage]) {
      store.setItem(key, key);
      const kept = store.getItem(key) === key;
      store.removeItem(key);
      if (!kept) return { verdict: "bad", says: "storage.none" };
    }
  } catch {
    return { verdict: "bad", says: "storage.none" }; // forbidden by the browser's settings, or full
  }
  return navigator.cookieEnabled
    ? { verdict: "good", says: "storage.works" }
    : { verdict: "bad", says: "storage.noCookies" };
}

export function checkScreen(): Finding {
  const values = {
    width: innerWidth,
    height: innerHeight,
    ratio: Math.round(devicePixelRatio * 100) / 100,
  };
  return innerWidth < minWidth
    ? { verdict: "poor", says: "screen.small", values: { ...values, least: minWidth } }
    : { verdict: "good", says: "screen.fits", values };
}
