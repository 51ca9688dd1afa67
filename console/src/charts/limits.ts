/** The band that a property should stay in, and the limits beyond which its value is coloured. */
export type Limits = {
  target?: [number, number];
  warnBelow?: number;
  warnAbove?: number;
  criticalBelow?: number;
  criticalAbove?: number;
  /** Limit of quantification: what lies below it is drawn in a band. */
  loq?: number;
};
