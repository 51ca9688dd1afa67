import type { OpenAlarm } from "@tracewater/contract/operations/situation";
import { useEffect, useRef, useState } from "react";

/** How long a new alarm lies over the map; a critical one stays until somebody acknowledges it. */
const shownMs = 12_000;

/** Alarms that came while the screen was open, the newest first; those of before are rows alone. */
export function useNewAlarms(alarms: readonly OpenAlarm[] | null): {
  fresh: readonly OpenAlarm[];
  /** The device of the newest major or critical one. */
  alarmedId: number | null;
} {
  const known = useRef<Set<number> | null>(null);
  const [cameAt, setCameAt] = useState<ReadonlyMap<number, number>>(new Map());
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (alarms === null) return;
    const ids = alarms.map(({ alarmId }) => alarmId);
    const before = known.current;
    known.current = new Set([...(before ?? []), ...ids]);
    const came = before === null ? [] : ids.filter((id) => !before.has(id));
    if (came.length === 0) return;
    const at = Date.now();
    setNow(at);
    setCameAt((map) => new Map([...map, ...came.map((id): [number, number] => [id, at])]));
  }, [alarms]);
  useEffect(() => {
    if (cameAt.size === 0) return;
    const timer = setTimeout(() => setNow(Date.now()), shownMs + 50);
    return () => clearTimeout(timer);
  }, [cameAt]);
  const fresh = (alarms ?? [])
    .filter((alarm) => isShown(alarm, cameAt.get(alarm.alarmId), now))
    .sort((a, b) => (cameAt.get(b.alarmId) ?? 0) - (cameAt.get(a.alarmId) ?? 0));
  const grave = fresh.find(({ severity }) => severity === "major" || severity === "critical");
  return { fresh, alarmedId: grave?.deviceId ?? null };
}

function isShown({ severity, isAcknowledged }: OpenAlarm, cameAt: number | undefined, now: number): boolean {
  if (cameAt === undefined) return false;
  return now - cameAt < shownMs || (severity === "critical" && !isAcknowledged);
}
