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
type Subscriber = { topics: readonly string[]; take: (event: LiveEvent) => void };

const subscribers = new Set<Subscriber>();
const stateListeners = new Set<() => void>();
let state: LiveState = { state: "connecting", since: Date.now() };
let post: ((message: ToWorker) => void) | null = null;

/** Events of these topics (`device:{id}`, `family:{typeKey}`) reach `onEvent` while the page is on the screen. */
export function useLive(topics: readonly string[], onEvent: (event: LiveEvent) => void): void {
  const take = useEffectEvent(onEvent);
  const key = topics.join(",");
  // Under <Activity> the clean-up also runs when a cached tab hides: its topics are dropped and wanted again.
  useEffect(() => {
    const subscriber: Subscriber = { topics: key === "" ? [] : key.split(","), take: (event) => take(event) };
    subscribers.add(subscriber);
    updateSubscription();
    return () => {
      subscribers.delete(subscriber);
      updateSubscription();
    };
  }, [key]);
}

export function useLiveState(): LiveState {
  return useSyncExternalStore(subscribe, () => state);
}

/**
 * Opens the channel; called once by the shell after log-in, and again with a new token. `topics` are wanted as long as the
 * page lives: a page that is going to want them names them here, and its stream is not opened twice.
 */
export function startLive(topics: readonly string[] = []): void {
  if (post === null) onConnection(takeUpAgain);
  if (topics.length > 0) subscribers.add({ topics, take: () => undefined });
  post ??= "SharedWorker" in globalThis ? connectWorker() : connectHere();
  updateSubscription();
}

/** The server is there again: a lost line does not wait for its next try. */
function takeUpAgain(): void {
  if (readConnection() === "back") updateSubscription();
}

function updateSubscription(): void {
  post?.({
    kind: "subscribe",
    topics: [...subscribers].flatMap((subscriber) => [...subscriber.topics]),
    token: readToken(),
  });
}

function connectWorker(): (message: ToWorker) => void {
  const worker = new SharedWorker(new URL("./live.worker.ts", import.meta.url), {
    type: "module",
    name: "tracewater-live",
  });
  worker.port.addEventListener("message", (message: MessageEvent<ToPage>) => onMessage(message.data));
  worker.port.start();
  const postMessage = (message: ToWorker) => worker.port.postMessage(message);
  setInterval(() => postMessage({ kind: "alive" }), aliveEveryMs);
  addEventListener("pagehide", () => postMessage({ kind: "leave" }));
  addEventListener("pageshow", (event) => event.persisted && updateSubscription());
  return postMessage;
}

function connectHere(): (message: ToWorker) => void {
  const stream = createLiveStream(onMessage);
  return (message) => {
    if (message.kind === "subscribe") stream.subscribe(message.topics, message.token);
  };
}

function onMessage(message: ToPage): void {
  if (message.kind === "state") {
    state = message.state;
    if (state.state === "lost") suspectConnection();
    for (const listener of stateListeners) listener();
    return;
  }
  const parsed = liveEvent.safeParse(JSON.parse(message.data));
  if (!parsed.success) return; // an event of a newer server
  const event = parsed.data;
  // What happened while the line was down is not reported again: what is shown is fetched again.
  if (event.type === "hello" && !event.resumed) {
    void queryClient.invalidateQueries({}, { cancelRefetch: false });
  }
  for (const subscriber of subscribers) subscriber.take(event);
}

function subscribe(listener: () => void): () => void {
  stateListeners.add(listener);
  return () => stateListeners.delete(listener);
}
