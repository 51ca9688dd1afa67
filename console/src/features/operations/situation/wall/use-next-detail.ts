import type { AnalyteCategory } from "@tracewater/contract/laboratory/factors";
import { getLoadTrend } from "@tracewater/contract/laboratory/load-series";
import { useApi } from "../../../../api/use-api.ts";
import type { DemoWalk } from "../use-demo.ts";
import { trendInput } from "./point-card.tsx";
import type { WallData } from "./use-wall-data.ts";

/** The detail of the demo's next stop is there before the stop is: its card asks for nothing then. */
export function useNextDetail(data: WallData, demo: DemoWalk, category: AnalyteCategory): void {
  const { randomStartDeviceId: id, alreadyRequestId } = demo.state;
  const next = data.devices.find(({ deviceId }) => deviceId === id);
  const pointId = next?.pointId ?? null;
  const isAsked = id !== null && alreadyRequestId.includes(id) && pointId !== null && data.mayLoads;
  const input = trendInput(pointId ?? 0, category, data.span?.until ?? null);
  useApi(getLoadTrend, input, { silent: true, staleMs: 300_000, enabled: isAsked });
}
