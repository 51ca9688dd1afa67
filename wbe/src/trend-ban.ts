import { type AssayFlag, assayFlags } from "./assay-flag.ts";
import { WbeError } from "./wbe-error.ts";

/**
 * Whether more than half of the results of an analyte lie below the LOQ: then no trend may be reported, because what
 * substitutes for them decides it. Rejected results are not looked at. Errors: unknown (a flag). Source: US EPA QA/G-9
 * 2000, section 4.7.
 */
export function forbidsTrend(results: readonly { readonly flag: AssayFlag }[]): boolean {
  if (!results.every(({ flag }) => assayFlags.includes(flag))) throw new WbeError("unknown", "flag");
  const used = results.filter(({ flag }) => flag !== "rejected");
  const below = used.filter(({ flag }) => flag === "belowLoq" || flag === "notDetected");
  return forbidsTrendOf({ below: below.length, results: used.length });
}

/** The same of results that were counted elsewhere. */
export function forbidsTrendOf(count: { readonly below: number; readonly results: number }): boolean {
  return count.below * 2 > count.results;
}
