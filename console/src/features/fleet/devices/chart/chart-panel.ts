import { formatMoment } from "../../../../kit/moment.ts";
import { formatNumber } from "../../../../kit/number.ts";
import type { Limits } from "../families/family-facts.ts";
import type { ChartTokens } from "./chart-tokens.ts";
import { type Bucket, envelope, type SeriesPoint, splitAtGaps } from "./series-shape.ts";

/** One property with an axis of its own. */
export type Panel = {
  identifier: string;
  title: string;
  unit: string;
  digits: number | undefined;
  points: readonly SeriesPoint[];
  /** The points are the extremes of the server's buckets: a band is drawn instead of a line through them. */
  reduced: boolean;
  limits: Limits | undefined;
};

export type ChartBar = { at: number; value: number };

export type ChartWords = {
  band: string;
  target: (low: number, high: number, unit: string) => string;
  alarm: (above: number, unit: string) => string;
  bars: string;
};

export type ChartInput = {
  panels: readonly Panel[];
  begin: number;
  end: number;
  tokens: ChartTokens;
  words: ChartWords;
  panelHeight: number;
  /** A narrower margin and no titles for a chart that stands in a card with a title. */
  plain?: boolean;
  bars?: readonly ChartBar[];
};

/** The input with each panel's runs of buckets, made once for drawing and tooltip. */
export type Drawn = ChartInput & { runs: readonly Bucket[][][] };

const buckets = 240;

/** Silence for longer than this is a gap: late by the device's own measure, and seen at this width. */
export function longestSilence(lateMs: number, begin: number, end: number): number {
  return Math.max(lateMs, (3 * (end - begin)) / buckets);
}

/** What a panel says at a moment: the bucket, or the last point at or before it. */
export function readAt(runs: readonly Bucket[][], at: number, begin: number, end: number): Bucket | null {
  const nearest = (end - begin) / buckets;
  let best: Bucket | null = null;
  for (const bucket of runs.flat()) {
    const distance = Math.abs(bucket.at - at);
    if (distance <= nearest * 2 && (best === null || distance < Math.abs(best.at - at))) best = bucket;
  }
  return best;
}

/** A panel's runs without gaps: extremes of equal spans where the server reduced, else each point as it is. */
export function panelRuns(panel: Panel, begin: number, end: number): Bucket[][] {
  if (panel.reduced) return envelope(panel.points, begin, end, buckets);
  return splitAtGaps(panel.points).map((run) => run.map(([at, value]) => ({ at, low: value, high: value })));
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
    return `<div class="device-tip"><span>${plain(panel.title)}</span><b>${plain(value)}</b></div>`;
  });
  return `<div class="device-tip-time">${formatMoment(at)}</div>${lines.join("")}`;
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
