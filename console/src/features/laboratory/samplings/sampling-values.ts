import type { BodyOf, CallInput } from "@tracewater/contract/call";
import type { SamplingKind } from "@tracewater/contract/laboratory/sampling-kinds";
import type { addSampling, Sampling } from "@tracewater/contract/laboratory/samplings";
import { fromZonedInput, toZonedInput } from "../../../charts/zoned-input.ts";
import { isDecimal } from "../../../kit/number.ts";

export const numberFields = [
  ...(["volume", "waterTemp", "ph", "conductivity", "flow", "latitude", "longitude"] as const),
];
export type NumberField = (typeof numberFields)[number];

/** What the form holds: numbers and times as they were typed. */
export type SamplingValues = {
  bodyCode: string;
  kind: SamplingKind;
  pointId: number;
  planId?: number | null;
  began: string;
  ended: string;
  samplerPerson: string;
  flowSource?: BodyOf<typeof addSampling>["flowSource"] | undefined;
  note?: string;
  /** Of a correction. */
  reason?: string;
} & Partial<Record<NumberField, string>>;

type SubmittedValues = Omit<NonNullable<CallInput<typeof addSampling>["body"]>, "bodyCode">;
type Fault = { name: NumberField | "began" | "ended"; errors: string[] };

/** The body of the call, or which fields hold no number or no time. */
export function toBody(
  values: SamplingValues,
  before: Sampling | null,
  words: { notTime: string; notNumber: string },
): { body: SubmittedValues; faults: [] } | { body: null; faults: Fault[] } {
  const faults: Fault[] = [];
  const time = (name: "began" | "ended"): number => {
    // What was not touched keeps its milliseconds, which the field does not show.
    if (before !== null && values[name] === toZonedInput(before[name])) return before[name];
    const at = fromZonedInput(values[name]);
    if (at === null) faults.push({ name, errors: [words.notTime] });
    return at ?? 0;
  };
  const number = (name: NumberField): number | null => {
    const typed = (values[name] ?? "").trim();
    if (typed === "") return null;
    if (!isDecimal(typed)) faults.push({ name, errors: [words.notNumber] });
    return Number(typed);
  };
  const { kind, pointId, planId = null, samplerPerson, flowSource = null, note = "" } = values;
  const body: SubmittedValues = {
    ...{ kind, pointId, samplerPerson, flowSource, note, planId },
    ...{ began: time("began"), ended: time("ended") },
    ...{ volume: number("volume"), waterTemp: number("waterTemp"), ph: number("ph"), flow: number("flow") },
    ...{ conductivity: number("conductivity"), latitude: number("latitude"), longitude: number("longitude") },
  };
  return faults.length === 0 ? { body, faults: [] } : { body: null, faults };
}

export function startValues(sampling: Sampling | null, person: string): Partial<SamplingValues> {
  if (sampling === null) {
    const now = toZonedInput(Date.now());
    return { kind: "grab", began: now, ended: now, samplerPerson: person, note: "" };
  }
  const { kind, pointId, planId, samplerPerson, note, flowSource: source } = sampling;
  const numbers = numberFields.map((name) => [name, sampling[name] === null ? "" : String(sampling[name])]);
  return {
    kind,
    planId,
    samplerPerson,
    note,
    began: toZonedInput(sampling.began),
    ended: toZonedInput(sampling.ended),
    ...(pointId === null ? {} : { pointId }),
    ...(source === null ? {} : { flowSource: source }),
    ...Object.fromEntries(numbers),
  };
}
