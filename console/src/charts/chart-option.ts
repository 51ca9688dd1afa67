import type { EChartsCoreOption } from "echarts/core";
import { barAxis, timeAxis, valueAxis, zoom } from "./chart-axes.ts";
import { type ChartInput, type Drawn, drawnSeries, type Panel, tooltipText } from "./chart-panel.ts";
import { type Bucket, layeredGaps, layeredPoints, layeredRuns, visibleGaps } from "./series-shape.ts";

const panelHead = 34;
const axisFoot = 26;
const sliderHeight = 44;

export function chartHeight(panels: number, panelHeight: number, plain = false): number {
  return Math.max(panels, 1) * panelHeight + (plain ? 0 : sliderHeight);
}

/** One grid a property, one time axis and one cursor for all. */
export function chartOption(given: ChartInput): EChartsCoreOption {
  const { panels, tokens } = given;
  const input: Drawn = { ...given, runs: panels.map(layeredRuns) };
  const indices = panels.map((_, index) => index);
  return {
    animation: false,
    textStyle: { fontFamily: tokens.font, color: tokens.text2 },
    axisPointer: { link: [{ xAxisIndex: "all" }], lineStyle: { color: tokens.text2, type: "solid" } },
    tooltip: tooltip(input),
    title: input.plain ? [] : panels.map((panel, index) => title(panel, index, input)),
    grid: indices.map((index) => ({
      left: 52,
      right: input.bars === undefined ? 12 : 44,
      top: index * input.panelHeight + (input.plain ? 14 : panelHead),
      height: input.panelHeight - (input.plain ? 14 : panelHead) - axisFoot,
    })),
    xAxis: indices.map((index) => timeAxis(index, input)),
    yAxis: [...panels.map((panel, index) => valueAxis(panel, index, tokens)), ...barAxis(input)],
    series: [...panels.flatMap((panel, index) => panelSeries(panel, index, input)), ...barSeries(input)],
    dataZoom: input.plain ? [] : zoom(indices, tokens),
  };
}

function panelSeries(panel: Panel, index: number, input: Drawn) {
  const { tokens } = input;
  const runs = input.runs[index] ?? [];
  const colour = tokens.series[index % tokens.series.length] ?? tokens.accent;
  const axis = { xAxisIndex: index, yAxisIndex: index };
  const base = { type: "line", showSymbol: false, animation: false, silent: true, ...axis };
  const stack = {
    ...base,
    stack: `band-${index}`,
    stackStrategy: "all",
    lineStyle: { width: 0 },
    symbol: "none",
  };
  const band = [
    { ...stack, id: `low-${index}`, data: broken(runs, (b) => b.low) },
    {
      ...stack,
      id: `high-${index}`,
      data: broken(runs, (b) => b.high - b.low),
      areaStyle: { color: colour, opacity: 0.18 },
    },
  ];
  const line = {
    ...base,
    id: `line-${index}`,
    data: broken(runs, (b) => b.mean),
    lineStyle: { width: 1.5, color: colour },
    itemStyle: { color: colour },
    // A lone value between two gaps has no line: it is drawn as a dot.
    showSymbol: runs.some((run) => run.length === 1),
    symbol: "circle",
    symbolSize: 4,
    markArea: marks(panel, input),
    markLine: alarmLine(panel, input),
  };
  return panel.series.reduced ? [...band, line] : [line];
}

function broken(runs: Bucket[][], pick: (bucket: Bucket) => number): [number, number | null][] {
  return runs.flatMap((run, index) => {
    const points = run.map((bucket): [number, number | null] => [bucket.at, pick(bucket)]);
    const first = run[0];
    return index === 0 || first === undefined ? points : [[first.at - 1, null] as [number, null], ...points];
  });
}

function marks(panel: Panel, input: ChartInput) {
  const { tokens, words } = input;
  const target = panel.limits?.target;
  const loq = panel.limits?.loq;
  const gaps = visibleGaps(
    layeredGaps(panel),
    panel.finer?.begin ?? input.begin,
    panel.finer?.end ?? input.end,
  ).map(([from, to]) => [
    { xAxis: from, itemStyle: { color: tokens.gap }, label: { show: false } },
    { xAxis: to },
  ]);
  const below =
    loq === undefined
      ? []
      : [
          [
            {
              yAxis: Number.NEGATIVE_INFINITY,
              itemStyle: { color: tokens.fill },
              name: words.loq(loq, panel.unit),
              label: { position: "insideTopRight", color: tokens.text3, fontSize: 12, distance: 4 },
            },
            { yAxis: loq },
          ],
        ];
  const band =
    target === undefined
      ? []
      : [
          [
            {
              yAxis: target[0],
              itemStyle: { color: tokens.target },
              name: words.target(target[0], target[1], panel.unit),
              label: { position: "insideBottomRight", color: tokens.targetText, fontSize: 12, distance: 6 },
            },
            { yAxis: target[1] },
          ],
        ];
  const weekends = input.weekends.map(([from, to]) => [
    { xAxis: from, itemStyle: { color: tokens.weekend }, label: { show: false } },
    { xAxis: to },
  ]);
  return { silent: true, z: -1, label: { show: true }, data: [...weekends, ...below, ...band, ...gaps] };
}

function alarmLine(panel: Panel, { tokens, words }: ChartInput) {
  const above = panel.limits?.criticalAbove;
  const reached =
    above !== undefined && layeredPoints(panel).some(([, value]) => value !== null && value > above - 1);
  return {
    silent: true,
    symbol: "none",
    animation: false,
    data: reached ? [{ yAxis: above }] : [],
    lineStyle: { color: tokens.critical, type: "dashed", width: 1 },
    label: {
      position: "insideStartTop",
      color: tokens.critical,
      fontSize: 12,
      formatter: above === undefined ? "" : words.alarm(above, panel.unit),
    },
  };
}

function title(panel: Panel, index: number, input: ChartInput) {
  const unit = panel.unit === "" ? "" : `, ${panel.unit}`;
  const { reduced, stepMs } = drawnSeries(panel);
  const hint = reduced ? `   {hint|${input.words.band(stepMs)}}` : "";
  return {
    left: 0,
    top: index * input.panelHeight,
    text: `${panel.title}${unit}${hint}`,
    textStyle: {
      fontSize: 14,
      fontWeight: 500,
      color: input.tokens.text,
      rich: { hint: { fontSize: 13, fontWeight: 400, color: input.tokens.text3 } },
    },
  };
}

function barSeries({ bars, panels, tokens }: ChartInput) {
  if (bars === undefined) return [];
  const data = bars.map((bar) => [bar.at, bar.value]);
  return [
    {
      id: "bars",
      type: "bar",
      xAxisIndex: 0,
      yAxisIndex: panels.length,
      barMaxWidth: 3,
      z: 1,
      silent: true,
      data,
      itemStyle: { color: tokens.accent, opacity: 0.35 },
    },
  ];
}

function tooltip(input: Drawn) {
  const { tokens } = input;
  return {
    trigger: "axis",
    confine: true,
    backgroundColor: tokens.surface,
    borderColor: tokens.line,
    textStyle: { color: tokens.text, fontSize: 13 },
    formatter: (given: unknown) => tooltipText(given, input),
  };
}
