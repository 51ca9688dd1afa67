import { useMemo, useState } from "react";
import { useBatchedEvents } from "../api/batched-events.ts";
import { useRested } from "../kit/use-rested.ts";
import type { Panel } from "./chart-panel.ts";
import type { Limits } from "./limits.ts";
import { growSeries, type SeriesQuery, useSeries } from "./live-series.ts";
import type { SeriesShape } from "./series-shape.ts";

/** A property as a chart needs to know it. */
export type ChartProperty = {
  identifier: string;
  title: string;
  unit: string;
  /** Decimal places; as it came without them. */
  digits: number | undefined;
  limits: Limits | undefined;
};

export type PanelQuery = {
  deviceId: number;
  properties: readonly ChartProperty[];
  begin: number;
  end: number;
  /** The span ends now: what comes in is added to it. */
  isLive: boolean;
};

export type Panels = ReturnType<typeof usePanels>;

const points = 480;
/** A zoom is followed once it has come to rest. */
const restMs = 250;
/** A part of the span that is nearly the whole of it needs no second look. */
const maxShare = 0.7;

/** Properties of a device as panels of a chart. What is zoomed into is read again, as fine as it can be shown. */
export function usePanels(given: PanelQuery) {
  const { deviceId, properties, begin, end, isLive } = given;
  const identifiers = properties.map((property) => property.identifier);
  const query: SeriesQuery = { deviceId, identifiers, begin, end, points };
  const { data, error, isPending, refetch } = useSeries(query);
  const [part, setPart] = useState<{ from: number; to: number } | null>(null);
  const rested = useRested(part, restMs);
  const sight = useMemo(
    () =>
      rested === null
        ? undefined
        : { begin: begin + (end - begin) * rested.from, end: begin + (end - begin) * rested.to },
    [rested, begin, end],
  );
  const isReduced = data?.data.some((series) => series.reduced) ?? false;
  const inSight = rested !== null && rested.to - rested.from < maxShare && isReduced ? rested : null;
  const close: SeriesQuery | null =
    inSight === null
      ? null
      : {
          ...query,
          begin: Math.round(begin + (end - begin) * inSight.from),
          end: Math.round(begin + (end - begin) * inSight.to),
        };
  const finer = useSeries(close ?? { ...query, identifiers: [] });
  useBatchedEvents([`device:${deviceId}`], (events) => {
    if (!isLive) return;
    growSeries(query, events);
    if (close !== null) growSeries(close, events);
  });
  const [from, to] = [close?.begin, close?.end];
  const fresh = finer.isPlaceholderData ? undefined : finer.data?.data;
  const panels = useMemo(
    () =>
      properties.map((property): Panel => {
        const read = fresh?.find((one) => one.identifier === property.identifier);
        return {
          ...property,
          series: data?.data.find((one) => one.identifier === property.identifier) ?? nothing,
          finer:
            read === undefined || from === undefined || to === undefined
              ? null
              : { series: read, begin: from, end: to },
        };
      }),
    [data, fresh, properties, from, to],
  );
  return { panels, begin, end, sight, error, isPending, refetch, onZoom: setPart };
}

const nothing: SeriesShape = { reduced: false, stepMs: 0, points: [], band: [], gaps: [] };
