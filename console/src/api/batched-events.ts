import type { LiveEvent } from "@tracewater/contract/fleet/realtime";
import { useEffect, useEffectEvent, useState } from "react";
import { useLive } from "./live.ts";

/** A busy fleet sends hundreds of events a second; the page is drawn at most four times in it. */
const everyMs = 250;
/** What the server reported in one piece comes as events of their own: they are waited for. */
const piecemealMs = 20;

/** Events of these topics, handed over together at most four times a second, and at once after a quiet while. */
export function useBatchedEvents(topics: readonly string[], take: (events: LiveEvent[]) => void): void {
  const [batch] = useState(createEventBatch);
  const handOver = useEffectEvent(take);
  useEffect(() => {
    batch.start((events) => handOver(events));
    return () => batch.stop();
  }, [batch]);
  useLive(topics, batch.add);
}

function createEventBatch() {
  let waiting: LiveEvent[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let take: ((events: LiveEvent[]) => void) | null = null;
  let handedOverAt = Number.NEGATIVE_INFINITY;

  function flush(): void {
    timer = undefined;
    handedOverAt = performance.now();
    const events = waiting;
    waiting = [];
    if (events.length > 0) take?.(events);
  }

  return {
    add(event: LiveEvent): void {
      waiting.push(event);
      timer ??= setTimeout(flush, Math.max(piecemealMs, handedOverAt + everyMs - performance.now()));
    },
    start(taker: (events: LiveEvent[]) => void): void {
      take = taker;
    },
    stop(): void {
      clearTimeout(timer);
      timer = undefined;
      waiting = [];
      take = null;
    },
  };
}
