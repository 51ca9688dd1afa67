import { formatMoment } from "../kit/moment.ts";
import { formatNumber } from "../kit/number.ts";
import type { ChartTokens } from "./chart-tokens.ts";
import type { Limits } from "./limits.ts";
import type { Bucket, Layers, SeriesShape } from "./series-shape.ts";

/** One property with an axis of its own. */
export type Panel = Layers & {
  identifier: string;
  title: string;
  unit: string;
  digits: number | undefined;
  limits: Limits | undefined;
};

export type ChartBar = { at: number; value: number };

export type ChartLabels = {
  /** What a band is, each part of which is so many ms long. */
  band: (stepMs: number) => string;
  target: (low: number, high: number, unit: string) => string;
  alarm: (above: number, unit: string) => string;
  loq: (loq: number, unit: string) => string;
  mean: (mean: string) => string;
  values: (count: number) => string;
};

export type ChartInput = {
  panels: readonly Panel[];
  /** Shaded in every panel. */
  weekends: readonly (readonly [number, number])[];
  begin: number;
  end: number;
  /** The part of the span that a zoom shows. */
  sight?: { begin: number; end: number };
  tokens: ChartTokens;
  words: ChartLabels;
  panelHeight: number;
  /** A narrower margin and no titles for a chart that is in a card with a title. */
  plain?: boolean;
  bars?: readonly ChartBar[];
};

/** The input with each panel's runs of buckets, made once for drawing and tooltip. */
export type Drawn = ChartInput & { runs: readonly Bucket[][][] };

/** The series that is in sight: the finer one after a zoom. */
export function drawnSeries(panel: Panel): SeriesShape {
  return panel.finer?.series ?? panel.series;
}

/** The cursor reads what is no further away than two of so many parts of the span. */
const reach = 240;

/** What a panel says at a moment: the bucket, or the last point at or before it. */
export function readAt(runs: readonly Bucket[][], at: number, begin: number, end: number): Bucket | null {
  const nearest = (end - begin) / reach;
  let best: Bucket | null = null;
  for (const bucket of runs.flat()) {
    const distance = Math.abs(bucket.at - at);
    if (distance <= nearest * 2 && (best === null || distance < Math.abs(best.at - at))) best = bucket;
  }
  return best;
}

/** The tooltip: the time, and each panel's value or the span of values there. */
export function tooltipText(given: unknown, input: Drawn): string {
  const first: unknown = Array.isArray(given) ? given[0] : given;
  const at: unknown = typeof first === "object" && first !== null ? Reflect.get(first, "axisValue") : null;
  if (typeof at !== "number") return "";
  const lines = input.panels.map((panel, index) => {
    const read = readAt(input.runs[index] ?? [], at, input.begin, input.end);
    const unit = panel.unit === "" ? "" : ` ${panel.unit}`;
    const value = read === null ? "—" : `${span(read, panel.digits)}${unit}`;
    const more =
      read === null || read.count < 2
        ? ""
        : `${input.words.mean(formatNumber(read.mean, panel.digits))} · ${input.words.values(read.count)}`;
    return `<div class="chart-tip"><span>${plain(panel.title)}</span><b>${plain(value)}</b></div>${
      more === "" ? "" : `<div class="chart-tip-more">${plain(more)}</div>`
    }`;
  });
  return `<div class="chart-tip-time">${formatMoment(at)}</div>${lines.join("")}`;
}

function span({ low, high }: Bucket, digits: number | undefined): string {
  const from = formatNumber(low, digits);
  const to = formatNumber(high, digits);
  return from === to ? from : `${from} – ${to}`;
}

// Titles come from a thing model, which a customer may write: nothing of them is taken as markup.
function plain(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
}
