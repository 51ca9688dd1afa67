import type { LiveEvent } from "@tracewater/contract/fleet/realtime";
import { useEffect, useEffectEvent, useState } from "react";
import { useLive } from "./live.ts";

/** A busy fleet sends hundreds of events a second; the page is drawn at most four times in it. */
const everyMs = 250;

/** Events of these topics, handed over together at most four times a second. */
export function useLiveBatch(topics: readonly string[], take: (events: LiveEvent[]) => void): void {
  const [batch] = useState(createBatch);
  const handOver = useEffectEvent(take);
  useEffect(() => {
    batch.start((events) => handOver(events));
    return () => batch.stop();
  }, [batch]);
  useLive(topics, batch.add);
}

function createBatch() {
  let waiting: LiveEvent[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let take: ((events: LiveEvent[]) => void) | null = null;

  function flush(): void {
    timer = undefined;
    const events = waiting;
    waiting = [];
    if (events.length > 0) take?.(events);
  }

  return {
    add(event: LiveEvent): void {
      waiting.push(event);
      timer ??= setTimeout(flush, everyMs);
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
