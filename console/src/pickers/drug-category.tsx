import "./drug-category.css";
import type { AnalyteCategory, AnalyteName } from "@tracewater/contract/laboratory/factors";

/** The category of each analyte. */
export const categoryOf = {
  ...{
    amp: "meth",
    cotinine: "other",
    benzoylEconine: "cocaine",
    cbd: "weed",
    cbn: "weed",
    cocaine: "cocaine",
  },
  ...{
    codeine: "other",
    ketamine: "specialK",
    mamp: "meth",
    mda: "ecstasy",
    mdea: "ecstasy",
    mdma: "ecstasy",
  },
  ...{ methcathinone: "other", morphine: "heroin", norketamine: "specialK", thc: "weed", thcCooh: "weed" },
  o6Acethyl: "heroin",
} as const satisfies Record<AnalyteName, AnalyteCategory | "other">;

/** The square of a category; its word stands beside it, a colour is never alone. */
export function DrugSquare({ category }: { category: string }) {
  return (
    <span className="drug-square" style={{ background: `var(--drug-${category})` }} aria-hidden="true" />
  );
}
