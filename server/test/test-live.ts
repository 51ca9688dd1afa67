import { type LiveEvent, liveEvent, realtime } from "@tracewater/contract/fleet/realtime";
import { expect } from "vitest";
import { bearer, note, type Session } from "./test-http.ts";

type ReceivedEvent = { event: LiveEvent | null; id: string | null };

/** Listens to the live stream as a browser does. */
export async function listenLive(url: string, as: Session, topics: string, lastEventId?: string) {
  const received: LiveEvent[] = [];
  let lastId: string | null = null;
  const abort = new AbortController();
  let isOpen = true;
  const response = await fetch(`${url}/prod-api/v2/admin/realtime?topics=${encodeURIComponent(topics)}`, {
    headers: { ...bearer(as), ...(lastEventId === undefined ? {} : { "last-event-id": lastEventId }) },
    signal: abort.signal,
  });
  expect(response.headers.get("content-type")).toContain("text/event-stream");
  note(realtime, "success");
  void read(response, ({ id, event }) => {
    // As EventSource: an id without data counts too.
    lastId = id ?? lastId;
    if (event !== null) received.push(event);
  }).finally(() => {
    isOpen = false;
  });

  return {
    received,
    headers: response.headers,
    isOpen: () => isOpen,
    /** Events of one kind so far. */
    of: <K extends LiveEvent["type"]>(type: K) =>
      received.flatMap((event) => (event.type === type ? [event as Extract<LiveEvent, { type: K }>] : [])),
    lastId: (): string | null => lastId,
    close: () => abort.abort(),
  };
}

async function read(response: Response, onEvent: (received: ReceivedEvent) => void): Promise<void> {
  let text = "";
  const decoder = new TextDecoder();
  try {
    for await (const bytes of response.body ?? []) {
      text += decoder.decode(bytes, { stream: true });
      const blocks = text.split("\n\n");
      text = blocks.pop() ?? "";
      for (const block of blocks) {
        const lines = new Map(
          block.split("\n").map((line) => [line.split(": ")[0], line.slice(line.indexOf(": ") + 2)]),
        );
        const data = lines.get("data");
        const event = data === undefined ? null : liveEvent.parse(JSON.parse(data));
        onEvent({ id: lines.get("id") ?? null, event });
      }
    }
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
  }
}
