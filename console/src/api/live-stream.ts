import type { LiveEvent } from "@tracewater/contract/fleet/realtime";
import type { LiveState, ToPage } from "./live-wire.ts";
import { createSseParser } from "./sse-parser.ts";

/** The contract allows this many topics in one stream. */
const maxTopics = 50;
const firstRetryMs = 500;
const slowestRetryMs = 20_000;
/** The server keeps the line warm; silence for longer means a dead line. */
const silenceMs = 65_000;
/** Topics change in bursts while pages open and hide: one new connection for all of them. */
const debounceMs = 60;

/** Holds one stream of server-sent events for a changing set of topics, and takes it up again when it breaks. */
export function createLiveStream(post: (message: ToPage) => void) {
  let token: string | null = null;
  let topics = "";
  let lastEventId: string | undefined;
  let attempt = 0;
  let running: AbortController | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let state: LiveState = { state: "connecting", since: Date.now() };
  let refusedToken: string | null = null;

  function become(next: LiveState["state"]): void {
    if (state.state === next) return;
    state = { state: next, since: Date.now() };
    post({ kind: "state", state });
  }

  function restart(afterMs: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => void run(), afterMs);
  }

  async function run(): Promise<void> {
    running?.abort();
    if (token === null) return;
    const mine = new AbortController();
    running = mine;
    try {
      await read(mine);
    } catch {
      // a broken line is taken up again below, whatever broke it
    }
    if (running !== mine) return; // replaced: the newer one goes on
    // Reported each time: what was a line that broke may by now be a server that is away.
    if (state.state === "lost") post({ kind: "state", state });
    become("lost");
    attempt += 1;
    restart(Math.min(slowestRetryMs, firstRetryMs * 2 ** (attempt - 1)) * (0.75 + Math.random() / 2));
  }

  async function read(mine: AbortController): Promise<void> {
    const response = await fetch(`/prod-api/v2/admin/realtime?topics=${encodeURIComponent(topics)}`, {
      headers: {
        // A page opens it, whether or not somebody sits there.
        "x-idle-seconds": "86400",
        accept: "text/event-stream",
        authorization: `Bearer ${token}`,
        ...(lastEventId === undefined ? {} : { "last-event-id": lastEventId }),
      },
      cache: "no-store",
      signal: mine.signal,
    });
    const isStream = response.headers.get("content-type")?.startsWith("text/event-stream");
    if (!response.ok || !isStream || response.body === null) {
      if (!isStream && mine === running && (await isShutOut(response))) notifyUnauthenticated();
      throw new Error("no stream");
    }
    attempt = 0;
    become("live");
    const parser = createSseParser(({ data }) => post({ kind: "event", data }));
    await pump(response.body, mine, (piece) => {
      parser.feed(piece);
      lastEventId = parser.lastId() ?? lastEventId;
    });
  }

  /** The session ended while no stream was open to say so: the pages are notified by this one, once. */
  function notifyUnauthenticated(): void {
    if (refusedToken === token) return;
    refusedToken = token;
    const ended: LiveEvent = { type: "sessionEnded" };
    post({ kind: "event", data: JSON.stringify(ended) });
  }

  return {
    subscribe(nextTopics: readonly string[], nextToken: string | null): void {
      const text = [...new Set(nextTopics)].sort().slice(0, maxTopics).join(",");
      if (text === topics && nextToken === token && running !== null && state.state !== "lost") return;
      if (nextToken !== token) lastEventId = undefined;
      topics = text;
      token = nextToken;
      restart(debounceMs);
    },
    stop(): void {
      clearTimeout(timer);
      running?.abort();
      running = null;
    },
    readState: () => state,
  };
}

/** Whether an answer says that this token opens no stream any longer: no session, or no authorization. */
async function isShutOut(response: Response): Promise<boolean> {
  if (response.status === 444) return true;
  const envelope: unknown = await response.json().catch(() => null);
  return typeof envelope === "object" && envelope !== null && Reflect.get(envelope, "code") === 401;
}

async function pump(
  body: ReadableStream<Uint8Array>,
  owner: AbortController,
  take: (piece: string) => void,
): Promise<void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let watch = setTimeout(() => owner.abort(), silenceMs);
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      clearTimeout(watch);
      watch = setTimeout(() => owner.abort(), silenceMs);
      take(decoder.decode(value, { stream: true }));
    }
  } finally {
    clearTimeout(watch);
  }
}
