/** What the form of a plan holds, from the plan and back to the body of a call, and a day of it for the preview. */
import type { BodyOf } from "@tracewater/contract/call";
import type { addPlan, PlanMode, SamplingPlan } from "@tracewater/contract/laboratory/plans";
import type { FlowCurve } from "@tracewater/wbe/flow-curve";
import { evenDay, intervalOfPulse, type ProgramDay, planProgramDay } from "@tracewater/wbe/program-day";
import { samplerLimits } from "@tracewater/wbe/sampler-program";
import { m3, m3PerHour } from "@tracewater/wbe/units";
import { fromZonedInput, toZonedInput } from "../../../charts/zoned-input.ts";
import { isDecimal } from "../../../kit/number.ts";
import { siteConfig } from "../../../kit/site-config.ts";

type Body = BodyOf<typeof addPlan>;
const numberFields = ["intervalMin", "pulse", "aliquot", "bottles", "bottleVolume", "holdingHours"] as const;
export type NumberField = (typeof numberFields)[number];

/** What the form holds: numbers and times as they were typed, times in the plan's zone. */
export type PlanValues = Pick<
  Body,
  "name" | "pointId" | "purpose" | "mode" | "zone" | "days" | "analytes" | "preservative"
> & {
  deviceId?: number | null | undefined;
  startsAt: string;
  endsAt: string;
  note?: string;
} & Partial<Record<NumberField, string>>;

export const fieldNames = [
  ...(["name", "pointId", "deviceId", "purpose", "mode", "startsAt", "endsAt", "zone"] as const),
  ...(["days", "analytes", "preservative", "note"] as const),
  ...numberFields,
];

const wireModes = { ctcv: "CTCV", vtcv: "VTCV", ctvv: "CTVV", event: "event", grab: "grab" } as const;
export const takesInterval = (mode: PlanMode | undefined) =>
  mode === "ctcv" || mode === "ctvv" || mode === "event";

type Fault = { name: NumberField | "startsAt" | "endsAt"; errors: string[] };

/** The body of the call, or which fields hold no number or no time. */
export function toBody(
  values: PlanValues,
  words: { notTime: string; notNumber: string },
): { body: Body; faults: [] } | { body: null; faults: Fault[] } {
  const faults: Fault[] = [];
  const time = (name: "startsAt" | "endsAt"): number => {
    const at = fromZonedInput(values[name], values.zone);
    if (at === null) faults.push({ name, errors: [words.notTime] });
    return at ?? 0;
  };
  const number = (name: NumberField): number => {
    const typed = (values[name] ?? "").trim();
    if (!isDecimal(typed)) faults.push({ name, errors: [words.notNumber] });
    return Number(typed);
  };
  const { name, pointId, deviceId = null, purpose, mode, zone, days, analytes, preservative } = values;
  const body: Body = {
    ...{ name, pointId, deviceId, purpose, mode, zone, days, analytes, preservative },
    ...{ startsAt: time("startsAt"), endsAt: time("endsAt"), note: values.note ?? "" },
    intervalMin: takesInterval(mode) ? number("intervalMin") : null,
    pulse: mode === "vtcv" ? number("pulse") : null,
    ...{ aliquot: number("aliquot"), bottles: number("bottles") },
    ...{ bottleVolume: number("bottleVolume"), holdingHours: number("holdingHours") },
  };
  return faults.length === 0 ? { body, faults: [] } : { body: null, faults };
}

/** Four weeks from the beginning of today, as the clocks of a zone have it. */
export function startDays(zone: string): Pick<PlanValues, "startsAt" | "endsAt"> {
  const midnight = (at: number) => `${toZonedInput(at, zone).slice(0, 10)}T00:00`;
  return { startsAt: midnight(Date.now()), endsAt: midnight(Date.now() + 28 * 86_400_000) };
}

export function startValues(plan: SamplingPlan | null): Partial<PlanValues> {
  if (plan === null) {
    const { zone } = siteConfig;
    return {
      ...{ purpose: "routine", mode: "ctcv", zone, preservative: "none", note: "" },
      ...{ ...startDays(zone), days: ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] },
      ...{ intervalMin: "15", aliquot: "200", bottles: "24", bottleVolume: "1000", holdingHours: "24" },
    };
  }
  const { startsAt, endsAt, zone, deviceId, ...rest } = plan;
  const numbers = numberFields.map((name) => [name, plan[name] === null ? "" : String(plan[name])]);
  return {
    ...{ name: rest.name, pointId: rest.pointId, deviceId, purpose: rest.purpose, mode: rest.mode, zone },
    ...{ days: rest.days, analytes: rest.analytes, preservative: rest.preservative, note: rest.note },
    ...{ startsAt: toZonedInput(startsAt, zone), endsAt: toZonedInput(endsAt, zone) },
    ...Object.fromEntries(numbers),
  };
}

type Previewed = { mode?: PlanMode | undefined } & Partial<
  Record<"intervalMin" | "pulse" | "aliquot" | "bottles", string | number | null | undefined>
>;

/**
 * One day of the plan over the sampler's typical flow, else over the point's design flow [m3/d]; null where something
 * is missing or out of what a sampler takes.
 */
export function previewOf(
  values: Previewed,
  flow: FlowCurve | null,
  designFlow: number | null,
): { day: ProgramDay; flow: FlowCurve | null } | null {
  const { mode } = values;
  const whole = (value: string | number | null | undefined, limits: { low: number; high: number }) => {
    const number = value === "" || value == null ? Number.NaN : Number(value);
    return Number.isInteger(number) && number >= limits.low && number <= limits.high ? number : null;
  };
  const aliquot = whole(values.aliquot, samplerLimits.aliquot);
  const bottles = whole(values.bottles, samplerLimits.bottles);
  const mean = designFlow === null || designFlow <= 0 ? null : m3PerHour(designFlow / 24);
  const curve = flow ?? (mean === null ? null : evenDay(mean));
  const pulse = Number(values.pulse);
  const interval =
    mode === "vtcv"
      ? mean === null || !(pulse > 0)
        ? null
        : intervalOfPulse({ pulse: m3(pulse), meanFlow: mean })
      : mode === "grab"
        ? 1440
        : whole(values.intervalMin, samplerLimits.interval);
  if (mode === undefined || aliquot === null || bottles === null || interval === null) return null;
  const day = planProgramDay({ mode: wireModes[mode], interval, aliquot, bottles }, curve);
  return day === null ? null : { day, flow: curve };
}
