import type { ReplyOf } from "@tracewater/contract/call";
import type { AnalyteCategory } from "@tracewater/contract/laboratory/factors";
import {
  getSituation,
  listSituationDevices,
  type SituationDevice,
  type SituationPoint,
} from "@tracewater/contract/operations/situation";
import { getSituationLoads } from "@tracewater/contract/operations/situation-loads";
import { useEffect, useEffectEvent, useRef } from "react";
import { useLive } from "../../../../api/live.ts";
import { hasPermission, useSession } from "../../../../api/session.ts";
import { invalidate, useApi } from "../../../../api/use-api.ts";
import { useKept } from "./use-kept.ts";
import { type ShownPoints, type SituationPoints, usePoints } from "./use-points.ts";

export type Machines = ReplyOf<typeof getSituation>["data"];
export type SituationLoads = NonNullable<ReplyOf<typeof getSituationLoads>["data"]>;

export type WallData = {
  /** The last state, kept while the line is gone; null before the first. */
  machines: Machines | null;
  loads: SituationLoads | null;
  /** Of the points: what was asked for, once its points are here, so that all parts speak of one. */
  category: AnalyteCategory;
  points: readonly SituationPoint[];
  span: SituationPoints | null;
  devices: readonly SituationDevice[];
  mayLoads: boolean;
  /** Since when loads or points could not be fetched: when those on the screen came, null where none ever did. */
  loadsGap: { since: number | null } | null;
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
  const day = until === undefined ? {} : { until };
  const machines = useApi(getSituation, {}, { ...quiet, everyMs: machinesMs });
  const devices = useApi(listSituationDevices, {}, { ...quiet, everyMs: machinesMs * 4 });
  const loads = useApi(getSituationLoads, { query: day }, { ...quiet, everyMs: loadsMs, enabled: mayLoads });
  const points = usePoints(category, { until, enabled: mayLoads });
  useGathered(() => {
    void invalidate(getSituation);
    void invalidate(listSituationDevices);
  });
  const shownLoads = useKept(loads.data?.data ?? undefined);
  return {
    machines: useKept(machines.data?.data),
    loads: shownLoads,
    category: points.category,
    points: points.span?.points ?? noPoints,
    span: points.span,
    devices: devices.data?.data ?? [],
    mayLoads,
    loadsGap: mayLoads ? gapOf(points, loads) : null,
    isPending: machines.isPending || (mayLoads && loads.isPending),
  };
}

const noPoints: never[] = [];

function gapOf(
  points: ShownPoints,
  loads: { isError: boolean; dataUpdatedAt: number },
): WallData["loadsGap"] {
  if (!points.isOld && !loads.isError) return null;
  const ages = [points.isOld ? points.at : null, loads.isError ? loads.dataUpdatedAt || null : null];
  const known = ages.filter((at) => at !== null);
  return { since: known.length === 0 ? null : Math.min(...known) };
}

/** Renews with the first alarm at once, and once more for all that come within the wait after it. */
function useGathered(renew: () => void): void {
  const run = useEffectEvent(renew);
  const gathering = useRef<{ timer: ReturnType<typeof setTimeout>; hasMore: boolean } | null>(null);
  const begin = useEffectEvent(() => {
    run();
    const timer = setTimeout(() => {
      const hasMore = gathering.current?.hasMore === true;
      gathering.current = null;
      if (hasMore) begin();
    }, gatherMs);
    gathering.current = { timer, hasMore: false };
  });
  useLive(topics, (event) => {
    if (event.type !== "alarm") return;
    if (gathering.current === null) begin();
    else gathering.current.hasMore = true;
  });
  useEffect(
    () => () => {
      if (gathering.current !== null) clearTimeout(gathering.current.timer);
      gathering.current = null;
    },
    [],
  );
}
