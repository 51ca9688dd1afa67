import { assayFlag } from "@tracewater/contract/laboratory/assay-fields";
import type { Assay } from "@tracewater/contract/laboratory/assays";
import { useAssayLabels } from "../../../pickers/assay-labels.ts";

/** The figures of a result as they are typed. */
export type Typed = Record<"value" | "lod" | "loq" | "uncertainty" | "recovery", string> & {
  flag: Assay["flag"];
};

export const valueNames = ["value", "uncertainty", "lod", "loq", "recovery"] as const;

/** What identified the analyte: entered with one result at a time, or read from a file. */
export const identityNames = ["ionRatio", "retentionTime", "enantiomericFraction"] as const;
export type TypedIdentity = Record<(typeof identityNames)[number], string>;

/** What a method filled in for an analyte. */
export type MethodLimits = Pick<Typed, "lod" | "loq">;
const noLimits: MethodLimits = { lod: "", loq: "" };
const resultNames = ["value", "uncertainty", "recovery"] as const;

export const untyped: Typed = {
  ...{ value: "", lod: "", loq: "", uncertainty: "", recovery: "" },
  flag: "quantified",
};

/**
 * The flag that the typed figures have, as the server reads them: below the LOD not detected, below the LOQ so. Without
 * a value there is nothing to derive it from.
 */
export function derivedFlag({ value, lod, loq }: Pick<Typed, "value" | "lod" | "loq">): Assay["flag"] {
  const number = (text: string) => (text.trim() === "" ? Number.NaN : Number(text));
  const measured = number(value);
  if (measured < number(lod)) return "notDetected";
  return measured < number(loq) ? "belowLoq" : "quantified";
}

/** A change of figures takes the flag along, until somebody has chosen another one. */
export function withFigure(row: Typed, name: (typeof valueNames)[number], text: string): Typed {
  const next = { ...row, [name]: text };
  return row.flag === derivedFlag(row) ? { ...next, flag: derivedFlag(next) } : next;
}

/** As the server takes them: an empty field is none. A recovery that is no number is left for it to refuse. */
export function toAssayValues({ flag, recovery, ...concentrations }: Typed) {
  const orNull = (text: string) => (text.trim() === "" ? null : text.trim());
  const { value, lod, loq, uncertainty } = concentrations;
  return {
    flag,
    value: orNull(value),
    lod: orNull(lod),
    loq: orNull(loq),
    uncertainty: orNull(uncertainty),
    recovery: recovery.trim() === "" ? null : Number(recovery),
  };
}

/** As the server takes it; what is no number is left for it to refuse. */
export function toIdentity(typed: TypedIdentity) {
  const orNull = (text: string) => (text.trim() === "" ? null : Number(text));
  return {
    ionRatio: orNull(typed.ionRatio),
    retentionTime: orNull(typed.retentionTime),
    enantiomericFraction: orNull(typed.enantiomericFraction),
  };
}

/** Nothing was typed for this analyte: limits that its method filled in are no result. */
export function isUntyped(typed: Typed, filled: MethodLimits = noLimits): boolean {
  const limits = (["lod", "loq"] as const).every(
    (name) => typed[name] === "" || typed[name] === filled[name],
  );
  return limits && resultNames.every((name) => typed[name].trim() === "") && typed.flag === untyped.flag;
}

export function useFlagOptions() {
  const label = useAssayLabels();
  return assayFlag.options.map((value) => ({ value, label: label(`flag.${value}`) }));
}
