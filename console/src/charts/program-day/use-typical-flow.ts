import { getSeries } from "@tracewater/contract/fleet/telemetry";
import type { FlowCurve } from "@tracewater/wbe/flow-curve";
import { dayFrom, typicalDay, typicalRange } from "@tracewater/wbe/program-day";
import { useMemo } from "react";
import { useApi } from "../../api/use-api.ts";
import { formatClock } from "../../kit/moment.ts";
import { useNow } from "../../kit/ticking.ts";
import type { FlowRange } from "./program-scales.ts";

const hour = 3_600_000;
const spanMs = 7 * 24 * hour;

export type TypicalFlow = { flow: FlowCurve | null; range: FlowRange | null };

/**
 * The mean day of the last week and its lowest and highest days, as the sampler's own flow signal reported them, from
 * the time of the day on at which a program starts; null without a sampler.
 */
export function useTypicalFlow(deviceId: number | null, startsAt: number | null): TypicalFlow {
  const end = useNow(hour);
  const query = { deviceId: deviceId ?? 0, identifiers: "flow", begin: end - spanMs, end, points: 2000 };
  const options = { staleMs: hour, enabled: deviceId !== null, handled: true };
  const { data } = useApi(getSeries, { query }, options);
  const points = data?.data[0]?.points;
  const day = useMemo(
    () =>
      points === undefined
        ? null
        : { flow: typicalDay(points, minuteOfDay), range: typicalRange(points, minuteOfDay) },
    [points],
  );
  return useMemo(() => {
    const from = (curve: FlowCurve) => (startsAt === null ? curve : dayFrom(curve, minuteOfDay(startsAt)));
    const { flow = null, range = null } = day ?? {};
    return {
      flow: flow === null ? null : from(flow),
      range: flow === null || range === null ? null : { low: from(range.low), high: from(range.high) },
    };
  }, [day, startsAt]);
}

function minuteOfDay(at: number): number {
  const [hours = 0, minutes = 0] = formatClock(at).split(":").map(Number);
  return hours * 60 + minutes;
}
