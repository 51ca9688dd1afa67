import type { AssayResult } from "@tracewater/contract/laboratory/assays";
import { Exact } from "@tracewater/wbe/exact";
import type { FieldError } from "../../../platform/app-error.ts";

type Judged = Pick<AssayResult, "value" | "flag" | "lod" | "loq" | "uncertainty">;

/** What contradicts itself in a result: a flag must fit its number and its limits. Empty where all is well. */
export function faultsOf(result: Judged): FieldError[] {
  return [...faultsOfLimits(result), ...faultsOfFlag(result)];
}

function faultsOfLimits({ value, lod, loq, uncertainty }: Judged): FieldError[] {
  const faults: FieldError[] = [];
  for (const [field, limit] of [
    ["lod", lod],
    ["loq", loq],
  ] as const) {
    if (limit !== null && isZero(limit)) faults.push(fault(field, "must be greater than 0", "须大于 0"));
  }
  if (lod !== null && loq !== null && isLess(loq, lod)) {
    faults.push(fault("loq", "must not be below the LOD", "不能低于检出限"));
  }
  if (uncertainty !== null && value === null) {
    faults.push(fault("uncertainty", "requires a value", "未填写浓度时不应填写不确定度"));
  }
  return faults;
}

function faultsOfFlag({ value, flag, lod, loq }: Judged): FieldError[] {
  switch (flag) {
    case "quantified":
      if (value === null)
        return [fault("value", "is required for a quantified result", "定量结果须填写浓度")];
      if (isZero(value)) {
        return [fault("value", "must be greater than 0 for a quantified result", "定量结果须大于 0")];
      }
      if (loq !== null && isLess(value, loq)) {
        return [
          fault(
            "flag",
            "the value is below the LOQ, so it cannot be quantified",
            "浓度低于定量限，结果标识不能为“定量”",
          ),
        ];
      }
      return [];
    case "belowLoq":
      if (loq === null)
        return [fault("loq", "is required for a result below the LOQ", "低于定量限的结果须填写定量限")];
      if (value !== null && !isLess(value, loq)) {
        return [fault("flag", "the value is not below the LOQ", "浓度不低于定量限")];
      }
      if (value !== null && lod !== null && isLess(value, lod)) {
        return [
          fault(
            "flag",
            'the value is below the LOD; use "Not detected"',
            "浓度低于检出限，结果标识应为“未检出”",
          ),
        ];
      }
      return [];
    case "notDetected":
      if (loq === null)
        return [fault("loq", "is required for a result without a value", "无浓度时须填写定量限")];
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

function fault(field: string, en: string, zh: string): FieldError {
  return { field, text: { en, zh } };
}
