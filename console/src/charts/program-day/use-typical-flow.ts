import { getSeries } from "@tracewater/contract/fleet/telemetry";
import type { FlowCurve } from "@tracewater/wbe/flow-curve";
import { typicalDay } from "@tracewater/wbe/program-day";
import { useMemo } from "react";
import { useApi } from "../../api/use-api.ts";
import { formatClock } from "../../kit/moment.ts";
import { useNow } from "../../kit/ticking.ts";

const hour = 3_600_000;
const spanMs = 7 * 24 * hour;

/** The mean day of the last week, as the sampler's own flow signal reported it; null without a sampler. */
export function useTypicalFlow(deviceId: number | null): FlowCurve | null {
  const end = useNow(hour);
  const query = { deviceId: deviceId ?? 0, identifiers: "flow", begin: end - spanMs, end, points: 2000 };
  const options = { staleMs: hour, enabled: deviceId !== null, handled: true };
  const { data } = useApi(getSeries, { query }, options);
  const points = data?.data[0]?.points;
  return useMemo(() => (points === undefined ? null : typicalDay(points, minuteOfDay)), [points]);
}

function minuteOfDay(at: number): number {
  const [hours = 0, minutes = 0] = formatClock(at).split(":").map(Number);
  return hours * 60 + minutes;
}
