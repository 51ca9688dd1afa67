import type { PointAttribute } from "@tracewater/contract/field/point-details";
import type { BarDay } from "../../../charts/day-bars.tsx";

const dayMs = 86_400_000;
const maxDays = 120;

/**
 * The flow of each day from its dated values: a value holds until the next one, and a day without a value of its own is
 * hollow. At most the last 120 days until the newest value.
 */
export function flowDays(figures: readonly PointAttribute[]): BarDay[] {
  const flows = figures.filter((one) => one.kind === "flow").sort((a, b) => (a.since < b.since ? -1 : 1));
  const last = flows.at(-1);
  const [first] = flows;
  if (first === undefined || last === undefined) return [];
  const own = new Map(flows.map((one) => [one.since, one.value]));
  const until = Date.parse(last.since);
  const from = Math.max(Date.parse(first.since), until - (maxDays - 1) * dayMs);
  let value: number | null = flows.findLast((one) => Date.parse(one.since) <= from)?.value ?? null;
  const days: BarDay[] = [];
  for (let at = from; at <= until; at += dayMs) {
    const day = new Date(at).toISOString().slice(0, 10);
    value = own.get(day) ?? value;
    days.push({ day, value, interval: null, isHollow: !own.has(day) });
  }
  return days;
}
