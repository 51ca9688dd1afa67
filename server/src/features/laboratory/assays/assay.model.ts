import type { AssayResult } from "@tracewater/contract/laboratory/assays";
import { Exact } from "@tracewater/wbe/exact";
import type { FieldWords } from "../../../platform/failure.ts";

type Judged = Pick<AssayResult, "value" | "flag" | "lod" | "loq" | "uncertainty">;

/** What contradicts itself in a result: a flag must fit its number and its limits. Empty where all is well. */
export function faultsOf(result: Judged): FieldWords[] {
  return [...faultsOfLimits(result), ...faultsOfFlag(result)];
}

function faultsOfLimits({ value, lod, loq, uncertainty }: Judged): FieldWords[] {
  const faults: FieldWords[] = [];
  for (const [field, limit] of [
    ["lod", lod],
    ["loq", loq],
  ] as const) {
    if (limit !== null && isZero(limit)) faults.push(fault(field, "is above 0", "须大于 0"));
  }
  if (lod !== null && loq !== null && isLess(loq, lod)) {
    faults.push(fault("loq", "is not below the LOD", "不能低于检出限"));
  }
  if (uncertainty !== null && value === null) {
    faults.push(fault("uncertainty", "belongs to a value, and there is none", "没有浓度，不应填写不确定度"));
  }
  return faults;
}

function faultsOfFlag({ value, flag, lod, loq }: Judged): FieldWords[] {
  switch (flag) {
    case "quantified":
      if (value === null) return [fault("value", "a quantified result has a value", "定量结果须填写浓度")];
      if (isZero(value)) {
        return [fault("value", "is above 0 where it is quantified", "定量结果须大于 0")];
      }
      if (loq !== null && isLess(value, loq)) {
        return [
          fault("flag", "the value is below the LOQ, so it is not quantified", "浓度低于定量限，不能为定量"),
        ];
      }
      return [];
    case "belowLoq":
      if (loq === null) return [fault("loq", "below which LOQ it is", "须填写定量限")];
      if (value !== null && !isLess(value, loq)) {
        return [fault("flag", "the value is not below the LOQ", "浓度不低于定量限")];
      }
      if (value !== null && lod !== null && isLess(value, lod)) {
        return [fault("flag", "the value is below the LOD: not detected", "浓度低于检出限，应为未检出")];
      }
      return [];
    case "notDetected":
      if (loq === null) return [fault("loq", "a result without a value has its LOQ", "无浓度时须填写定量限")];
      if (value !== null && !isLess(value, lod ?? loq)) {
        return [fault("flag", "the value is not below the LOD", "浓度不低于检出限")];
      }
      return [];
    case "aboveRange":
    case "rejected":
      return [];
  }
}

function isZero(text: string): boolean {
  return new Exact(text).isZero();
}

function isLess(one: string, other: string): boolean {
  return new Exact(one).lt(other);
}

function fault(field: string, en: string, zh: string): FieldWords {
  return { field, words: { en, zh } };
}
