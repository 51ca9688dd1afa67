/** All that the figures of a load follow from; decimals as texts. */
export type LoadInputs = {
  /** μg/L; what substitutes for a result below the LOQ is computed already. */
  concentration: string;
  substituted: boolean;
  /** Relative standard uncertainty of the result, k = 1; null where it is not known. */
  chemistry: number | null;
  /** By how much missed aliquots widen the sampling uncertainty. */
  samplingGrowth: number;
  /** m³/d. */
  flow: string;
  population: number | null;
  /** Percent, k = 1, as stated with the population; null: what the calculation assumes. */
  populationUncertainty: number | null;
  /** The population comes from a marker of the same day, which shares the flow. */
  flowCancels: boolean;
  factor: string | null;
  doseMg: string | null;
  /** Percent, k = 1. */
  factorUncertainty: string | null;
  doseUncertainty: string | null;
  consumptionBar: string | null;
  /** Of amphetamine: the methamphetamine of the sample, μg/L, where a share of it is taken off. */
  methamphetamine: string | null;
  /** Of morphine: what medicines make of it. */
  therapeuticShare: string | null;
};

export type LoadValues = {
  /** mg/d, and mg/d of 1000 inhabitants. */
  load: string;
  per1000: string | null;
  /** What methamphetamine leaves of it, mg/d of 1000 inhabitants. */
  subtracted: string | null;
  /** Of the parent drug, mg/d and doses a day of 1000 inhabitants. */
  consumption: number | null;
  doses: number | null;
  /** Of the load per 1000 inhabitants, of consumption and doses, in percent, k = 2. */
  expanded: number | null;
  consumptionExpanded: number | null;
  dosesExpanded: number | null;
};
