/**
 * Correction factors and doses, by analyte: what turns a load into a consumption and a consumption into doses. Each is
 * a version that is never changed, so that a result can name the one it was made with.
 */
import { z } from "zod";
import { localized } from "../both-languages.ts";
import { permission } from "../call.ts";
import { defineCall } from "../define-call.ts";
import { data, idInBody } from "../envelope.ts";
import { dateTime } from "../moments.ts";

const may = (verb: string) => permission(`laboratory:factor:${verb}`);
const path = "/v2/admin/laboratory/factor";

/** The 18 analytes under their names on the wire, in the specification's order. */
export const analyteName = z.enum([
  ...(["amp", "cotinine", "benzoylEconine", "cbd", "cbn", "cocaine", "codeine", "ketamine", "mamp"] as const),
  ...(["mda", "mdea", "mdma", "methcathinone", "morphine", "norketamine", "thc"] as const),
  ...(["thcCooh", "o6Acethyl"] as const),
]);
export type AnalyteName = z.infer<typeof analyteName>;

export const analyteCategory = z.enum(["heroin", "cocaine", "ecstasy", "weed", "specialK", "meth"]);
export type AnalyteCategory = z.infer<typeof analyteCategory>;
/** What a screen of loads begins with. */
export const firstCategory: AnalyteCategory = "cocaine";

/** How far a figure is to be trusted: read in its source, reported by others, or the laboratory's own. */
export const factorTrust = z.enum(["published", "unverified", "own"]);

/** A decimal as it was entered, above zero. */
function decimal(whole: number, places: number) {
  const pattern = new RegExp(`^(?=.*[1-9])\\d{1,${whole}}(\\.\\d{1,${places}})?$`);
  return z
    .string()
    .trim()
    .regex(
      pattern,
      localized(`must be above 0 with at most ${places} decimal places`, `须大于 0，小数最多 ${places} 位`),
    );
}

export const factorVersion = z.object({
  factorId: z.number().int(),
  analyte: analyteName,
  version: z.number().int(),
  /** Of the platform, as it ships; else of the laboratory's own unit. */
  isShipped: z.boolean(),
  /** The fraction of a dose that leaves the body as this residue, by moles, 0..1; null where none is accepted. */
  excretedFraction: z.string().nullable(),
  /** Milligrams of the parent consumed for each milligram of residue; null where no figure is accepted. */
  factor: z.string().nullable(),
  /** Milligrams of one dose of the parent; null where none is accepted. */
  doseMg: z.string().nullable(),
  /** Relative standard uncertainties, percent, k = 1; null where none is known. */
  factorUncertainty: z.string().nullable(),
  doseUncertainty: z.string().nullable(),
  /** Of morphine: the share of its load that medicines make, 0..1; without it no heroin is computed. */
  therapeuticShare: z.string().nullable(),
  source: z.string(),
  doseSource: z.string(),
  trust: factorTrust,
  reason: z.string(),
  createTime: dateTime,
  createBy: z.string(),
});
export type FactorVersion = z.infer<typeof factorVersion>;

export const factorRow = z.object({
  analyte: analyteName,
  cas: z.string(),
  category: analyteCategory.nullable(),
  /** Molar masses in g/mol. */
  residueMass: z.number(),
  parentMass: z.number(),
  parentName: z.string(),
  inForce: factorVersion,
  versions: z.number().int(),
});
export type FactorRow = z.infer<typeof factorRow>;

/** One row an analyte: the version in force for the caller's unit, else the one that ships. */
export const listFactors = defineCall({
  name: "listFactors",
  method: "GET",
  path: `${path}/list`,
  access: may("list"),
  reply: z.object({ rows: z.array(factorRow), total: z.number().int() }),
});

/** Every version that is or was in force for the caller's unit, the newest first. */
export const listFactorVersions = defineCall({
  name: "listFactorVersions",
  method: "GET",
  path: `${path}/:analyte/versions`,
  access: may("query"),
  params: z.object({ analyte: analyteName }),
  reply: data(z.array(factorVersion)),
});

/** A new version for the caller's unit; the ones before stay, and what was computed with them too. */
export const addFactorVersion = defineCall({
  name: "addFactorVersion",
  method: "POST",
  path,
  access: may("edit"),
  personOnly: true,
  title: { en: "Add a correction factor version", zh: "新增校正因子版本" },
  body: z.object({
    analyte: analyteName,
    /** The version that was looked at; another in force meanwhile is a conflict. */
    basedOn: idInBody,
    /** Either this, from which the factor follows, or the factor itself, or neither. */
    excretedFraction: decimal(1, 6).nullable(),
    factor: decimal(6, 6).nullable(),
    doseMg: decimal(6, 6).nullable(),
    factorUncertainty: decimal(3, 3).nullable().default(null),
    doseUncertainty: decimal(3, 3).nullable().default(null),
    therapeuticShare: decimal(1, 4).nullable().default(null),
    source: z.string().trim().max(500),
    doseSource: z.string().trim().max(500).default(""),
    reason: z.string().trim().min(1).max(500),
  }),
  reply: data(factorVersion),
});
