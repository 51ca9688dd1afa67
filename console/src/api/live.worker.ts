import { createLiveStream } from "./live-stream.ts";
import { goneAfterMs, type ToPage, type ToWorker } from "./live-wire.ts";

/** The shared worker: one stream for all tabs of a browser, its topics the union of what the tabs want. */
type Page = { port: MessagePort; topics: readonly string[]; token: string | null; heardAt: number };

const pages = new Map<MessagePort, Page>();

const stream = createLiveStream((message) => {
  for (const { port } of pages.values()) port.postMessage(message);
});

addEventListener("connect", (event) => {
  const port = (event as MessageEvent).ports[0];
  if (!port) return;
  pages.set(port, { port, topics: [], token: null, heardAt: Date.now() });
  port.addEventListener("message", (message: MessageEvent<ToWorker>) => hear(port, message.data));
  port.start();
  const greeting: ToPage = { kind: "state", state: stream.readState() };
  port.postMessage(greeting);
});

setInterval(() => {
  const before = pages.size;
  for (const page of pages.values()) {
    if (Date.now() - page.heardAt > goneAfterMs) pages.delete(page.port);
  }
  if (pages.size !== before) settle();
}, 30_000);

function hear(port: MessagePort, message: ToWorker): void {
  const page = pages.get(port) ?? { port, topics: [], token: null, heardAt: 0 };
  page.heardAt = Date.now();
  if (message.kind === "leave") {
    pages.delete(port);
    settle();
    return;
  }
  pages.set(port, page);
  if (message.kind !== "want") return;
  page.topics = message.topics;
  page.token = message.token;
  settle(message.token);
}

/** The newest token counts: all tabs of a browser share one cookie. */
function settle(newest?: string | null): void {
  const all = [...pages.values()];
  if (all.length === 0) {
    stream.stop();
    return;
  }
  const token = newest ?? all.find((page) => page.token !== null)?.token ?? null;
  stream.want(
    all.flatMap((page) => page.topics),
    token,
  );
}
