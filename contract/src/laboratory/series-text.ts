/** Sentences on a series that page, PDF and spreadsheet share: its change, its days and its gaps. */
import type { Series } from "./load-series.ts";
import { fillTemplate, type ReportLabelKey } from "./report-labels.ts";

type Label = (key: ReportLabelKey) => string;

/** The change with its percentage, its interval and its class; where the interval contains 0, that none is shown. */
export function changeText(
  label: Label,
  { change, changeGap, isTrendForbidden }: Pick<Series, "change" | "changeGap" | "isTrendForbidden">,
  print: (value: string) => string,
): string {
  if (isTrendForbidden) return label("noTrend");
  if (change === null) return label(changeGap === null ? "change.none" : `changeGap.${changeGap}`);
  const earlier = `(${print(change.before)}, n = ${change.days})`;
  const name = label(`change.${change.to}`);
  if (change.percent === null) return `${name} ${earlier}`;
  const values = { class: name, percent: signed(change.percent) };
  if (change.interval === null) return `${fillTemplate(label("changeUnknown"), values)} ${earlier}`;
  const ends = { ...values, low: signed(change.interval.low), high: signed(change.interval.high) };
  if (!change.isShown) return `${fillTemplate(label("noChangeShown"), ends)} ${earlier}`;
  return `${fillTemplate(label("changeValue"), ends)}${fillTemplate(label("changeInterval"), ends)} ${earlier}`;
}

/** A percentage with its sign, to a tenth below 10 and whole from there on. */
function signed(percent: number): string {
  const text = Math.abs(percent) < 10 ? percent.toFixed(1) : percent.toFixed(0);
  return percent > 0 ? `+${text}` : text.replace("-", "−");
}

/** "21 of 29 days", and every gap by its dates; null where the span is not known. */
export function coverageText(
  label: Label,
  { coverage }: Pick<Series, "coverage">,
): { days: string; gaps: string } | null {
  if (coverage === null) return null;
  const { days, sampled, gaps } = coverage;
  const named = gaps.map((gap) => (gap.days === 1 ? gap.from : fillTemplate(label("gapDays"), gap)));
  return { days: fillTemplate(label("coverageValue"), { days, sampled }), gaps: named.join("; ") };
}

/** What a calculation assumed, or that each load keeps its own. */
export function assumedText(
  label: Label,
  uncertainty: {
    sampling: number;
    flow: number;
    population: number;
    bias: number | null;
    stability: number;
  } | null,
): string {
  if (uncertainty === null) return label("assumedKept");
  const { sampling, flow, population, bias, stability } = uncertainty;
  const known = bias === null ? label("biasUnknown") : `${bias} %`;
  const shares = fillTemplate(label("assumedShares"), { sampling, flow, population });
  return `${shares}; ${fillTemplate(label("assumedMore"), { bias: known, stability })}`;
}
