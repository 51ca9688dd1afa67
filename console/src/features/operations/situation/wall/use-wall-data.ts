import type { ReplyOf } from "@tracewater/contract/call";
import type { AnalyteCategory } from "@tracewater/contract/laboratory/factors";
import {
  getSituation,
  getSituationPoints,
  listSituationDevices,
  type SituationDevice,
  type SituationPoint,
} from "@tracewater/contract/operations/situation";
import { getSituationLoads } from "@tracewater/contract/operations/situation-loads";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useLive } from "../../../../api/live.ts";
import { hasPermission, useSession } from "../../../../api/session.ts";
import { invalidate, useApi } from "../../../../api/use-api.ts";

export type Machines = ReplyOf<typeof getSituation>["data"];
export type SituationLoads = NonNullable<ReplyOf<typeof getSituationLoads>["data"]>;
export type SituationPoints = ReplyOf<typeof getSituationPoints>["data"];

export type WallData = {
  /** The last state, kept while the line is gone; null before the first. */
  machines: Machines | null;
  loads: SituationLoads | null;
  points: readonly SituationPoint[];
  span: SituationPoints | null;
  devices: readonly SituationDevice[];
  mayLoads: boolean;
  /** The first answers are still to come. */
  isPending: boolean;
};

const machinesMs = 15_000;
const loadsMs = 300_000;
const gatherMs = 300;
/** The values of a whole fleet would come with the topics of its families: connections are polled instead. */
const topics = ["alarms"];

/** What a screen shows, renewed by the console's one event stream. The last state stays when the line is gone. */
export function useWallData(category: AnalyteCategory, until?: string): WallData {
  const mayLoads = hasPermission("laboratory:load:list", useSession());
  const quiet = { silent: true, keepPrevious: true };
  const ofLoads = { ...quiet, everyMs: loadsMs, enabled: mayLoads };
  const day = until === undefined ? {} : { until };
  const machines = useApi(getSituation, {}, { ...quiet, everyMs: machinesMs });
  const devices = useApi(listSituationDevices, {}, { ...quiet, everyMs: machinesMs * 4 });
  const loads = useApi(getSituationLoads, { query: day }, ofLoads);
  const points = useApi(getSituationPoints, { query: { category, ...day } }, ofLoads);
  useGathered(() => {
    void invalidate(getSituation);
    void invalidate(listSituationDevices);
  });
  const span = points.data?.data ?? null;
  return {
    machines: useKept(machines.data?.data),
    loads: useKept(loads.data?.data ?? undefined),
    points: span?.points ?? [],
    span,
    devices: devices.data?.data ?? [],
    mayLoads,
    isPending: machines.isPending || (mayLoads && loads.isPending),
  };
}

/** One renewal for a burst of alarms. */
function useGathered(renew: () => void): void {
  const run = useEffectEvent(renew);
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  useLive(topics, (event) => {
    if (event.type !== "alarm" || timer.current !== null) return;
    timer.current = setTimeout(() => {
      timer.current = null;
      run();
    }, gatherMs);
  });
  useEffect(
    () => () => {
      if (timer.current !== null) clearTimeout(timer.current);
      timer.current = null;
    },
    [],
  );
}

/** The last value that was there. */
function useKept<T>(value: T | undefined): T | null {
  const [kept, keep] = useState<T | null>(value ?? null);
  if (value !== undefined && value !== kept) keep(value);
  return value ?? kept;
}
