import { assayFlag } from "@tracewater/contract/laboratory/assay-fields";
import type { Assay } from "@tracewater/contract/laboratory/assays";
import { useAssayWords } from "./assay-parts.tsx";

/** The figures of a result as they are typed. */
export type Typed = Record<"value" | "lod" | "loq" | "uncertainty" | "recovery", string> & {
  flag: Assay["flag"];
};

export const figureNames = ["value", "uncertainty", "lod", "loq", "recovery"] as const;

export const untyped: Typed = {
  ...{ value: "", lod: "", loq: "", uncertainty: "", recovery: "" },
  flag: "quantified",
};

/** As the server takes them: an empty field is none. A recovery that is no number is left for it to refuse. */
export function toFigures({ flag, recovery, ...concentrations }: Typed) {
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

export function isUntyped(typed: Typed): boolean {
  return figureNames.every((name) => typed[name].trim() === "") && typed.flag === untyped.flag;
}

export function useFlagOptions() {
  const word = useAssayWords();
  return assayFlag.options.map((value) => ({ value, label: word(`flag.${value}`) }));
}
