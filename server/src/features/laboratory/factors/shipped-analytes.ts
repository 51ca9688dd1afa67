import { type AnalyteName, analyteCategory, analyteName } from "@tracewater/contract/laboratory/factors";
import { type AnalyteKey, analyteKeys } from "@tracewater/wbe/analyte";
import shipped from "../../../../../data/analytes.json" with { type: "json" };

/** What is known of an analyte and never changes; molar masses in g/mol. */
export type AnalyteMasses = {
  analyte: AnalyteName;
  cas: string;
  category: ReturnType<typeof analyteCategory.parse> | null;
  residueMass: number;
  parentMass: number;
  parentName: string;
};

/** The first version of each factor, as `data/analytes.json` has it with its sources. */
export type ShippedFactor = {
  analyte: AnalyteName;
  excretedFraction: string | null;
  factor: string | null;
  doseMg: string | null;
  source: string;
  doseSource: string;
  trust: "published" | "unverified";
};

const byName = new Map(shipped.map((one) => [one.wire, one]));

/** The 18 analytes in the specification's order. */
export const analytes: readonly AnalyteMasses[] = analyteName.options.map((analyte) => {
  const one = shippedOf(analyte);
  return {
    analyte,
    cas: one.cas,
    category: one.category === null ? null : analyteCategory.parse(one.category),
    residueMass: one.mw,
    parentMass: one.parent_mw,
    parentName: one.parent_name,
  };
});

export const shippedFactors: readonly ShippedFactor[] = analyteName.options.map((analyte) => {
  const one = shippedOf(analyte);
  return {
    analyte,
    excretedFraction: textOf(one.excretion_fraction),
    factor: textOf(one.cf_default),
    doseMg: textOf(one.dose_mg),
    source: one.excretion_note,
    doseSource: one.dose_source ?? "",
    trust: one.cf_trust === "published" ? "published" : "unverified",
  };
});

/** The name of an analyte in the arithmetic. */
export function keyOfAnalyte(analyte: AnalyteName): AnalyteKey {
  const key = analyteKeys.find((one) => one === shippedOf(analyte).key);
  if (key === undefined) throw new Error(`the arithmetic does not know ${analyte}`);
  return key;
}

/** The same back. */
export function nameOfAnalyte(key: AnalyteKey): AnalyteName {
  const name = analyteName.options.find((one) => shippedOf(one).key === key);
  if (name === undefined) throw new Error(`data/analytes.json does not have ${key}`);
  return name;
}

function shippedOf(analyte: AnalyteName) {
  const one = byName.get(analyte);
  if (one === undefined) throw new Error(`data/analytes.json does not have ${analyte}`);
  return one;
}

function textOf(value: number | null): string | null {
  return value === null ? null : String(value);
}
