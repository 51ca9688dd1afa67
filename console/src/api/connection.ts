import { useSyncExternalStore } from "react";
import type { ApiError } from "./api-error.ts";
import { probeServer } from "./probe-server.ts";
import { queryClient } from "./query-client.ts";

/**
 * Whether the server can be reached. `offline`: this device has no network; `unreachable`: no answer comes;
 * `busy`: it answers that it cannot work right now (its store is away, or it restarts behind a gateway);
 * `back`: for a moment after it is well again. Once it fell silent it is asked again and again, and when it
 * answers, everything on the screen is fetched again: nobody has to reload.
 */
export type Connection = "up" | "offline" | "unreachable" | "busy" | "back";

const firstAskMs = 1000;
const slowestAskMs = 5000;
const backShownMs = 3000;

let connection: Connection = "up";
let attempt = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

export function useConnection(): Connection {
  return useSyncExternalStore(onConnection, readConnection);
}

export function readConnection(): Connection {
  return connection;
}

export function onConnection(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function isAway(now: Connection = connection): boolean {
  return now === "offline" || now === "unreachable" || now === "busy";
}

/** Follows the browser's own word about its network; called once by the shell. */
export function watchConnection(): void {
  addEventListener("offline", () => fall("offline"));
  addEventListener("online", () => void ask());
}

/** A call failed: if the server was not reached, or cannot work, that is looked into. */
export function noteFailure(failure: ApiError): void {
  if (failure.kind === "network") fall(navigator.onLine ? "unreachable" : "offline");
  else if (failure.kind === "status" && [502, 503, 504].includes(failure.httpStatus)) fall("busy");
}

/** The live channel broke: is it the line alone, or is the server away? */
export function suspectConnection(): void {
  if (!isAway()) void ask();
}

function fall(to: Connection): void {
  const wasAway = isAway();
  become(to);
  if (wasAway) return;
  attempt = 0;
  askAfter(firstAskMs);
}

async function ask(): Promise<void> {
  clearTimeout(timer);
  const probe = await probeServer();
  if (probe.reached) return rise();
  become(!navigator.onLine ? "offline" : probe.httpStatus === 0 ? "unreachable" : "busy");
  attempt += 1;
  askAfter(Math.min(slowestAskMs, firstAskMs * 1.5 ** attempt));
}

function rise(): void {
  if (!isAway()) return;
  become("back");
  void queryClient.invalidateQueries({}, { cancelRefetch: false });
  timer = setTimeout(() => become("up"), backShownMs);
}

function askAfter(ms: number): void {
  clearTimeout(timer);
  timer = setTimeout(() => void ask(), ms);
}

function become(next: Connection): void {
  if (connection === next) return;
  connection = next;
  for (const listener of listeners) listener();
}
