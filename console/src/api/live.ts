import { type LiveEvent, liveEvent } from "@tracewater/contract/fleet/realtime";
import { useEffect, useEffectEvent, useSyncExternalStore } from "react";
import { onConnection, readConnection, suspectConnection } from "./connection.ts";
import { createLiveStream } from "./live-stream.ts";
import { aliveEveryMs, type LiveState, type ToPage, type ToWorker } from "./live-wire.ts";
import { queryClient } from "./query-client.ts";
import { readToken } from "./token.ts";

/**
 * The live channel as pages see it. One stream serves all tabs of a browser through a shared worker; where
 * there is none each tab has its own. Without a wish the stream stays open, so that its state is true.
 */
type Wish = { topics: readonly string[]; take: (event: LiveEvent) => void };

const wishes = new Set<Wish>();
const stateListeners = new Set<() => void>();
let state: LiveState = { state: "connecting", since: Date.now() };
let say: ((message: ToWorker) => void) | null = null;

/** Events of these topics (`device:{id}`, `family:{typeKey}`) reach `onEvent` while the page is on the screen. */
export function useLive(topics: readonly string[], onEvent: (event: LiveEvent) => void): void {
  const take = useEffectEvent(onEvent);
  const key = topics.join(",");
  // Under <Activity> the clean-up also runs when a cached tab hides: its topics are dropped and wanted again.
  useEffect(() => {
    const wish: Wish = { topics: key === "" ? [] : key.split(","), take: (event) => take(event) };
    wishes.add(wish);
    want();
    return () => {
      wishes.delete(wish);
      want();
    };
  }, [key]);
}

export function useLiveState(): LiveState {
  return useSyncExternalStore(subscribe, () => state);
}

/** Opens the channel; called once by the shell after log-in, and again with a new token. */
export function startLive(): void {
  if (say === null) onConnection(takeUpAgain);
  say ??= "SharedWorker" in globalThis ? connectWorker() : connectHere();
  want();
}

/** The server is there again: a lost line does not wait for its next try. */
function takeUpAgain(): void {
  if (readConnection() === "back") want();
}

function want(): void {
  say?.({ kind: "want", topics: [...wishes].flatMap((wish) => [...wish.topics]), token: readToken() });
}

function connectWorker(): (message: ToWorker) => void {
  const worker = new SharedWorker(new URL("./live.worker.ts", import.meta.url), {
    type: "module",
    name: "tracewater-live",
  });
  worker.port.addEventListener("message", (message: MessageEvent<ToPage>) => hear(message.data));
  worker.port.start();
  const tell = (message: ToWorker) => worker.port.postMessage(message);
  setInterval(() => tell({ kind: "alive" }), aliveEveryMs);
  addEventListener("pagehide", () => tell({ kind: "leave" }));
  addEventListener("pageshow", (event) => event.persisted && want());
  return tell;
}

function connectHere(): (message: ToWorker) => void {
  const stream = createLiveStream(hear);
  return (message) => {
    if (message.kind === "want") stream.want(message.topics, message.token);
  };
}

function hear(message: ToPage): void {
  if (message.kind === "state") {
    state = message.state;
    if (state.state === "lost") suspectConnection();
    for (const listener of stateListeners) listener();
    return;
  }
  const parsed = liveEvent.safeParse(JSON.parse(message.data));
  if (!parsed.success) return; // an event of a newer server
  const event = parsed.data;
  // What happened while the line was down is not told again: what is shown is fetched anew.
  if (event.type === "hello" && !event.resumed) {
    void queryClient.invalidateQueries({}, { cancelRefetch: false });
  }
  for (const wish of wishes) wish.take(event);
}

function subscribe(listener: () => void): () => void {
  stateListeners.add(listener);
  return () => stateListeners.delete(listener);
}
