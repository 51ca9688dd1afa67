import { formatDay, formatMinute } from "../kit/moment.ts";
import { formatNumber } from "../kit/number.ts";
import type { ChartInput, Panel } from "./chart-panel.ts";
import type { ChartTokens } from "./chart-tokens.ts";
import { isMidnight, localTicks } from "./local-ticks.ts";

/** About as many labels as the narrowest chart has room for. */
const maxTicks = 9;

/** Labels at whole steps of the server's clock: days at its midnight, times between them. */
export function timeAxis(index: number, { begin, end, sight, tokens }: ChartInput) {
  return {
    type: "time",
    gridIndex: index,
    min: begin,
    max: end,
    axisLine: { lineStyle: { color: tokens.line } },
    axisTick: { show: false },
    splitLine: { show: false },
    axisLabel: {
      color: tokens.text3,
      fontSize: 12,
      hideOverlap: true,
      customValues: localTicks(sight?.begin ?? begin, sight?.end ?? end, maxTicks),
      formatter: (at: number) => (isMidnight(at) ? formatDay(at).slice(5) : formatMinute(at)),
    },
    axisPointer: { show: true, label: { show: false } },
  };
}

export function valueAxis(panel: Panel, index: number, tokens: ChartTokens) {
  const target = panel.limits?.target;
  return {
    type: "value",
    gridIndex: index,
    scale: true,
    ...(target === undefined
      ? {}
      : {
          min: (extent: { min: number }) => Math.min(Math.floor(extent.min), target[0] - 2),
          max: (extent: { max: number }) => Math.max(Math.ceil(extent.max), target[1] + 2),
        }),
    splitNumber: 5,
    ...(panel.digits === undefined ? {} : { minInterval: 10 ** -panel.digits }),
    splitLine: { lineStyle: { color: tokens.line } },
    axisLabel: { color: tokens.text3, fontSize: 12, formatter: (value: number) => formatNumber(value) },
    axisPointer: { show: false },
  };
}

export function barAxis({ bars, tokens }: ChartInput) {
  if (bars === undefined) return [];
  const label = { color: tokens.text3, fontSize: 12, formatter: (value: number) => formatNumber(value) };
  return [
    {
      type: "value",
      gridIndex: 0,
      position: "right",
      min: 0,
      splitNumber: 3,
      splitLine: { show: false },
      axisLabel: label,
    },
  ];
}

export function zoom(indices: number[], tokens: ChartTokens) {
  return [
    { type: "inside", xAxisIndex: indices, zoomOnMouseWheel: "ctrl", moveOnMouseWheel: false },
    {
      type: "slider",
      xAxisIndex: indices,
      left: 52,
      right: 12,
      bottom: 4,
      height: 26,
      borderColor: tokens.line,
      fillerColor: `${tokens.accent}1f`,
      backgroundColor: "transparent",
      dataBackground: { lineStyle: { color: tokens.text3, width: 1 }, areaStyle: { opacity: 0 } },
      selectedDataBackground: { lineStyle: { color: tokens.accent, width: 1 }, areaStyle: { opacity: 0 } },
      handleStyle: { color: tokens.surface, borderColor: tokens.accent },
      moveHandleSize: 0,
      showDetail: false,
      brushSelect: false,
    },
  ];
}
