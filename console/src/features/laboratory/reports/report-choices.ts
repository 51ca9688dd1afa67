import type { assayPhase, assaySource } from "@tracewater/contract/laboratory/assay-fields";
import type { AnalyteName } from "@tracewater/contract/laboratory/factors";
import type { DaySetName } from "@tracewater/contract/laboratory/load-series";
import type { substitution } from "@tracewater/contract/laboratory/loads";
import type { Locale } from "@tracewater/contract/locales";
import { formatDay } from "../../../kit/moment.ts";

/** Made now, or each week or month from now on. */
export type ReportFrequency = "once" | "week" | "month";

export type ReportChoices = {
  pointId: number;
  from?: string;
  until?: string;
  analytes: AnalyteName[];
  substitution: (typeof substitution.options)[number];
  daySet: DaySetName;
  factors: "inForce" | "shipped";
  source: (typeof assaySource.options)[number];
  phase: (typeof assayPhase.options)[number];
  europeanYear: number;
  language: Locale;
  includeKinds: (typeof optionalKinds)[number][];
};

const monthMs = 30 * 86_400_000;
/** What EUDA reports of, by what it measures. */
const defaultAnalytes: AnalyteName[] = ["mamp", "ketamine", "mdma", "benzoylEconine", "o6Acethyl"];
const firstYear = 2011;
const lastYear = 2024;
export const noYear = 0;
export const europeanYears = Array.from({ length: lastYear - firstYear + 1 }, (_, at) => lastYear - at);
/** Samples that are no 24-hour composite, and may stand in a report that says so. */
export const optionalKinds = ["composite", "grab"] as const;

export function initialChoices(pointId: number | undefined, language: Locale): Partial<ReportChoices> {
  return {
    from: formatDay(Date.now() - monthMs),
    until: formatDay(Date.now()),
    analytes: defaultAnalytes,
    ...(pointId === undefined ? {} : { pointId }),
    substitution: "zero",
    daySet: "euda",
    factors: "inForce",
    source: "lcms",
    phase: "liquid",
    europeanYear: lastYear,
    language,
    includeKinds: [],
  };
}
