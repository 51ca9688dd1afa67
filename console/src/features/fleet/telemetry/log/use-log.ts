import { listEvents, listMessages } from "@tracewater/contract/fleet/telemetry";
import { useMemo, useState } from "react";
import { useBatchedEvents } from "../../../../api/batched-events.ts";
import { useApi } from "../../../../api/use-api.ts";
import {
  entryOfEvent,
  entryOfLive,
  entryOfMessage,
  type LogEntry,
  logCap,
  mergeEntries,
} from "../../../../device/messages/log-entry.ts";

export type LogKind = LogEntry["kind"] | "all";

const fetched = 100;

/** The log of a device: what was stored, and what has come since, which waits while the log is paused. */
export function useLog(deviceId: number, kind: LogKind) {
  const [live, setLive] = useState<LogEntry[]>([]);
  const [held, setHeld] = useState<LogEntry[]>([]);
  const [paused, setPaused] = useState(false);
  const stored = useStored(deviceId, kind);

  useBatchedEvents([`device:${deviceId}`], (events) => {
    const news = events.flatMap((event) =>
      event.type === "message" && event.deviceId === deviceId ? [entryOfLive(event)] : [],
    );
    if (news.length === 0) return;
    const add = (before: LogEntry[]) => [...news.reverse(), ...before].slice(0, logCap);
    if (paused) setHeld(add);
    else setLive(add);
  });

  const { entries: old } = stored;
  const entries = useMemo(() => {
    const wanted = kind === "all" ? live : live.filter((entry) => entry.kind === kind);
    return mergeEntries(wanted, old);
  }, [live, old, kind]);

  return {
    ...stored,
    entries,
    paused,
    waiting: held.length,
    pause: () => setPaused(true),
    resume: () => {
      setLive((before) => [...held, ...before].slice(0, logCap));
      setHeld([]);
      setPaused(false);
    },
  };
}

// Events are kept for years, messages for days: the kind "event" reads the former.
function useStored(deviceId: number, kind: LogKind) {
  const query = { deviceId, pageSize: fetched };
  const isEvents = kind === "event";
  const filtered = kind === "all" ? query : { ...query, kind };
  const messages = useApi(listMessages, { query: filtered }, { enabled: !isEvents });
  const events = useApi(listEvents, { query }, { enabled: isEvents });
  const chosen = isEvents ? events : messages;
  const entries = useMemo(() => {
    if (isEvents) return (events.data?.rows ?? []).map(entryOfEvent);
    return (messages.data?.rows ?? []).map(entryOfMessage);
  }, [isEvents, events.data, messages.data]);
  return {
    entries,
    total: chosen.data?.total ?? 0,
    error: chosen.error,
    isPending: chosen.isPending,
    refetch: chosen.refetch,
  };
}
