import type { FlowCurve } from "@tracewater/wbe/flow-curve";
import { dayMinutes, type ProgramDay } from "@tracewater/wbe/program-day";
import { evenEnd } from "../chart-scale.ts";

export const height = 334;
export const top = 30;
export const floor = 244;
export const fillTop = 278;
export const fillHeight = 26;
/** Both axes have as many steps, so that one grid serves both. */
const steps = 4;
export const shares = Array.from({ length: steps + 1 }, (_, at) => at / steps);

/** The lowest and the highest flow of the days that a typical day is the mean of. */
export type FlowRange = { low: FlowCurve; high: FlowCurve };

export type Scales = ReturnType<typeof scalesOf>;

/** Where times and values are in a chart that is so many pixels wide. */
export function scalesOf(width: number, plan: ProgramDay, flow: FlowCurve | null, range: FlowRange | null) {
  const margin = width < 480 ? 44 : 56;
  const [left, right] = [margin, width - margin];
  const maxAliquot = evenEnd(
    Math.max(50, plan.cap?.aliquot ?? 0, ...plan.aliquots.map((one) => one.volume)),
    steps,
  );
  const flows = [...(flow ?? []), ...(range?.high ?? [])].map((one) => one.flow);
  const maxFlow = flow === null ? null : evenEnd(Math.max(1, ...flows), steps);
  const y = (share: number) => floor - share * (floor - top);
  return {
    ...{ width, left, right, maxAliquot, maxFlow, y },
    x: (at: number) => left + (at / dayMinutes) * (right - left),
    yOfAliquot: (volume: number) => y(volume / maxAliquot),
    yOfFlow: (value: number) => y(value / (maxFlow ?? 1)),
  };
}
