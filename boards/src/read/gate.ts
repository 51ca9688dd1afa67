/** What is checked of a picture before anything is concluded from it. */
export type GateName =
  | "stripFound"
  | "windowSize"
  | "inFrame"
  | "edgeContrast"
  | "membraneDark"
  | "membraneBright"
  | "clipped"
  | "illumination"
  | "skew"
  | "sharpness"
  | "glare"
  | "patchy";

/** refuse: take the picture again, there is no outcome. flag: shown with the outcome. */
export interface Gate {
  readonly name: GateName;
  readonly verdict: "pass" | "flag" | "refuse";
  readonly value: number;
  readonly limit: number;
}

/** A gate that a value has to reach. */
export function atLeast(name: GateName, value: number, limit: number): Gate {
  return { name, value, limit, verdict: value >= limit ? "pass" : "refuse" };
}

/** A gate that a value must not exceed. */
export function atMost(name: GateName, value: number, limit: number): Gate {
  return { name, value, limit, verdict: value <= limit ? "pass" : "refuse" };
}
