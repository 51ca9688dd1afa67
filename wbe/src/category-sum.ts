import { type Analyte, type AnalyteKey, type Category, categories } from "./analyte.ts";
import { checkExact, Exact } from "./exact.ts";
import type { MgPerDay, MgPerDayPer1000 } from "./units.ts";
import { WbeError } from "./wbe-error.ts";

export interface CategorySum<L> {
  readonly category: Category;
  /** Null where no analyte of the category was measured, which is not a load of zero. */
  readonly load: L | null;
  readonly analytes: readonly AnalyteKey[];
  /** How many of them substitute for a value below the LOQ. */
  readonly substituted: number;
}

/**
 * The six categories of one sampling point and day, always all six in their order: the sum of the loads of
 * residues in each, in mg/d or mg/d/1000. Analytes without a category (codeine, cotinine, methcathinone)
 * are in none. A sum of residues shows a level and is no consumption: two residues of one drug are both in it.
 * Errors: unknown (an analyte that the table lacks), duplicate (an analyte twice), notANumber, notFinite,
 * negative, outOfRange (a load). Source: the categories of the analyte table; a sum needs no citation.
 */
export function categorySums<L extends MgPerDay | MgPerDayPer1000>(input: {
  loads: readonly { readonly analyte: AnalyteKey; readonly load: L; readonly substituted: boolean }[];
  analytes: readonly Pick<Analyte, "key" | "category">[];
}): CategorySum<L>[] {
  const categoryOf = new Map(input.analytes.map((analyte) => [analyte.key, analyte.category]));
  const seen = new Set<AnalyteKey>();
  for (const { analyte, load } of input.loads) {
    checkExact("load", load);
    if (!categoryOf.has(analyte)) throw new WbeError("unknown", "analyte", analyte);
    if (seen.has(analyte)) throw new WbeError("duplicate", "analyte", analyte);
    seen.add(analyte);
  }
  return categories.map((category) => {
    const members = input.loads.filter(({ analyte }) => categoryOf.get(analyte) === category);
    const sum = members.reduce((total, { load }) => total.plus(load), new Exact(0));
    return {
      category,
      load: members.length === 0 ? null : (sum as L),
      analytes: members.map(({ analyte }) => analyte),
      substituted: members.filter(({ substituted }) => substituted).length,
    };
  });
}
