import { z } from "zod";
import { WbeError } from "./wbe-error.ts";

export const analyteKeys = [
  "amphetamine",
  "cotinine",
  "benzoylecgonine",
  "cbd",
  "cbn",
  "cocaine",
  "codeine",
  "ketamine",
  "methamphetamine",
  "mda",
  "mdea",
  "mdma",
  "methcathinone",
  "morphine",
  "norketamine",
  "thc",
  "thccooh",
  "mam6",
] as const;
export type AnalyteKey = (typeof analyteKeys)[number];

export const categories = ["heroin", "cocaine", "ecstasy", "weed", "specialK", "meth"] as const;
export type Category = (typeof categories)[number];

const aboveZero = z.number().positive();

const analyteSchema = z.object({
  key: z.enum(analyteKeys),
  name: z.string(),
  wire: z.string(),
  category: z.enum(categories).nullable(),
  mw: aboveZero,
  parent_mw: aboveZero,
  excretion_fraction: aboveZero.max(1).nullable(),
  cf_default: aboveZero.nullable(),
  dose_mg: aboveZero.nullable(),
});

/**
 * What the arithmetic needs of an analyte: molar masses in g/mol, the fraction excreted, the default
 * correction factor, the mass of a dose in mg; null where no figure is accepted.
 */
export type Analyte = z.infer<typeof analyteSchema>;

/**
 * Reads the analyte table that the product ships (`data/analytes.json`) or that a laboratory keeps.
 * Errors: malformed (with the path of the first fault), duplicate (a key twice).
 */
export function parseAnalytes(json: unknown): Analyte[] {
  const parsed = z.array(analyteSchema).safeParse(json);
  if (!parsed.success) {
    throw new WbeError("malformed", "analytes", parsed.error.issues[0]?.path.join("."));
  }
  if (new Set(parsed.data.map((analyte) => analyte.key)).size !== parsed.data.length) {
    throw new WbeError("duplicate", "analytes");
  }
  return parsed.data;
}
