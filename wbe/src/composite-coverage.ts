// How much of its time and of its flow the aliquots of a composite stand for.

import { checkNonNegative, checkResult } from "./checks.ts";

/** An aliquot that was due, in minutes since the composite began. */
export interface DueAliquot {
  readonly at: number;
  readonly isTaken: boolean;
}

/** Flow in m3/h, in minutes since the composite began; it holds until the next reading. */
export interface FlowReading {
  readonly at: number;
  readonly flow: number;
}

export interface CompositeCoverage {
  /** The longest time without an aliquot, in minutes; null for fewer than two aliquots, which are no composite. */
  readonly maxGap: number | null;
  /** The share of the flow that aliquots stand for, 0..1; null where too little of the flow is known. */
  readonly flowShare: number | null;
}

/** Minutes. An aliquot stands for the water until the next one is due, and for no more than this. */
const maxAliquotSpan = 120;
/** Minutes for which a reading of the flow holds where no other one follows: samplers report once an hour at least. */
const maxReadingSpan = 60;
/** The flow of at least this share of the time has to be known. */
const minKnown = 0.9;

type Span = { begin: number; end: number };

/**
 * Of a composite that lasts until `end` (minutes), the longest gap and the share of the flow that was sampled. Aliquots
 * and readings are in the order of their times.
 * Errors: notANumber, notFinite, negative (times and flows), overflow.
 * Source: Ort et al. 2010, Environ. Sci. Technol. 44:6024 (what an aliquot stands for, in time and in flow). The spans
 * and the least known share are this product's.
 */
export function compositeCoverage(input: {
  aliquots: readonly DueAliquot[];
  flow: readonly FlowReading[];
  end: number;
}): CompositeCoverage {
  const end = checkNonNegative("end", input.end);
  const due = input.aliquots.map(({ at, isTaken }) => ({ at: checkNonNegative("at", at), isTaken }));
  const flow = input.flow.map((one) => ({
    at: checkNonNegative("at", one.at),
    flow: checkNonNegative("flow", one.flow),
  }));
  const taken = due.filter((one) => one.isTaken).map((one) => one.at);
  if (taken.length < 2) return { maxGap: null, flowShare: null };
  const bounds = [...taken, end];
  const gaps = bounds.map((at, place) => at - (bounds[place - 1] ?? 0));
  const sampled = due.flatMap(({ at, isTaken }, place) =>
    isTaken ? [{ begin: at, end: Math.min(at + maxAliquotSpan, due[place + 1]?.at ?? end) }] : [],
  );
  return { maxGap: Math.max(...gaps), flowShare: flowShareOf(flow, sampled, end) };
}

/** Readings and sampled spans are both in order, so each is looked at once. */
function flowShareOf(flow: readonly FlowReading[], sampled: readonly Span[], end: number): number | null {
  let [known, all, ofSampled, first] = [0, 0, 0, 0];
  for (const [place, reading] of flow.entries()) {
    const until = Math.min(reading.at + maxReadingSpan, flow[place + 1]?.at ?? end, end);
    const minutes = Math.max(0, until - reading.at);
    known += minutes;
    all += minutes * reading.flow;
    while (first < sampled.length && (sampled[first]?.end ?? end) < reading.at) first += 1;
    for (let at = first; (sampled[at]?.begin ?? until) < until; at += 1)
      ofSampled += reading.flow * commonMinutes({ begin: reading.at, end: until }, sampled[at]);
  }
  if (all === 0 || known < minKnown * end) return null;
  return checkResult("flowShare", ofSampled / all);
}

function commonMinutes(one: Span, other: Span | undefined): number {
  return other === undefined
    ? 0
    : Math.max(0, Math.min(one.end, other.end) - Math.max(one.begin, other.begin));
}
