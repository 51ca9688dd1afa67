import type { AnalyteKey } from "./analyte.ts";

/**
 * What EUDA measured under the name of a drug: of cocaine benzoylecgonine, of cannabis THC-COOH.
 * Source: EUDA and SCORE, Wastewater analysis and drugs, edition 2025.
 */
export const eudaResidues: Readonly<Record<string, AnalyteKey>> = {
  MDMA: "mdma",
  amphetamine: "amphetamine",
  cocaine: "benzoylecgonine",
  methamphetamine: "methamphetamine",
  ketamine: "ketamine",
  cannabis: "thccooh",
};
