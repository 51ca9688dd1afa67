import type { FlowCurve } from "@tracewater/wbe/flow-curve";
import { type ProgramDay, planProgramDay } from "@tracewater/wbe/program-day";
import { samplerLimits, samplerModes } from "@tracewater/wbe/sampler-program";

/** What the form holds; numbers as they were typed. */
export type Typed = {
  programName: string;
  mode: (typeof samplerModes)[number];
  interval: string;
  aliquot: string;
  bottles: string;
  rinses: string;
};

export type Field = keyof Typed;

/** The inputs of the service setProgram. */
export type Sent = {
  programName: string;
  mode: number;
  interval: number;
  aliquot: number;
  bottles: number;
  rinses: number;
};

const limits: Record<"interval" | "aliquot" | "bottles" | "rinses", { low: number; high: number }> = {
  interval: samplerLimits.interval,
  aliquot: samplerLimits.aliquot,
  bottles: samplerLimits.bottles,
  rinses: { low: 0, high: 3 },
};

/** What is sent, or the fields that cannot be. */
export function readProgram(typed: Typed): { sent: Sent } | { wrong: Field[] } {
  const wrong: Field[] = [];
  const programName = typed.programName.trim();
  if (programName === "" || programName.length > 64) wrong.push("programName");
  const number = (field: keyof typeof limits) => {
    const value = Number(typed[field]);
    const { low, high } = limits[field];
    if (typed[field].trim() === "" || !Number.isInteger(value) || value < low || value > high)
      wrong.push(field);
    return value;
  };
  const sent = {
    programName,
    mode: samplerModes.indexOf(typed.mode),
    interval: number("interval"),
    aliquot: number("aliquot"),
    bottles: number("bottles"),
    rinses: number("rinses"),
  };
  return wrong.length === 0 ? { sent } : { wrong };
}

export function limitOf(field: Field): { low: number; high: number } | null {
  return field in limits ? limits[field as keyof typeof limits] : null;
}

/** What the device will do in a day, over a typical flow; null where that flow is needed and unknown. */
export function planDay(sent: Sent, flow: FlowCurve | null): ProgramDay | null {
  return planProgramDay({ ...sent, mode: samplerModes[sent.mode] ?? "CTCV" }, flow);
}
