import { createLiveStream } from "./live-stream.ts";
import { goneAfterMs, type ToPage, type ToWorker } from "./live-wire.ts";

/** The shared worker: one stream for all tabs of a browser, its topics the union of what the tabs want. */
type Page = { port: MessagePort; topics: readonly string[]; token: string | null; lastMessageAt: number };

const pages = new Map<MessagePort, Page>();

const stream = createLiveStream((message) => {
  for (const { port } of pages.values()) port.postMessage(message);
});

addEventListener("connect", (event) => {
  const port = (event as MessageEvent).ports[0];
  if (!port) return;
  pages.set(port, { port, topics: [], token: null, lastMessageAt: Date.now() });
  port.addEventListener("message", (message: MessageEvent<ToWorker>) => onMessage(port, message.data));
  port.start();
  const greeting: ToPage = { kind: "state", state: stream.readState() };
  port.postMessage(greeting);
});

setInterval(() => {
  const before = pages.size;
  for (const page of pages.values()) {
    if (Date.now() - page.lastMessageAt > goneAfterMs) pages.delete(page.port);
  }
  if (pages.size !== before) flushState();
}, 30_000);

function onMessage(port: MessagePort, message: ToWorker): void {
  const page = pages.get(port) ?? { port, topics: [], token: null, lastMessageAt: 0 };
  page.lastMessageAt = Date.now();
  if (message.kind === "leave") {
    pages.delete(port);
    flushState();
    return;
  }
  pages.set(port, page);
  if (message.kind !== "subscribe") return;
  page.topics = message.topics;
  page.token = message.token;
  flushState(message.token);
}

/** The newest token counts: all tabs of a browser share one cookie. */
function flushState(newest?: string | null): void {
  const all = [...pages.values()];
  if (all.length === 0) {
    stream.stop();
    return;
  }
  const token = newest ?? all.find((page) => page.token !== null)?.token ?? null;
  stream.subscribe(
    all.flatMap((page) => page.topics),
    token,
  );
}
