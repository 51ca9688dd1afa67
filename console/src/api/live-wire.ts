/** What pages and the shared worker say to each other. */

export type LiveState = { state: "connecting" | "live" | "lost"; since: number };

export type ToWorker =
  | { kind: "subscribe"; topics: readonly string[]; token: string | null }
  | { kind: "alive" }
  | { kind: "leave" };

export type ToPage = { kind: "event"; data: string } | { kind: "state"; state: LiveState };

export const aliveEveryMs = 30_000;
/** A hidden page's timers run once a minute at the slowest; a page silent for longer than this is gone. */
export const goneAfterMs = 200_000;
