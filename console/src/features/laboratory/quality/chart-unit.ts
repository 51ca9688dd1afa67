import type { ChartKind } from "@tracewater/contract/laboratory/analytical-batches";

/** Charts of recoveries, ranges and internal standards are in percent. */
export function chartUnitOf(kind: ChartKind): "μg/L" | "%" {
  return kind === "control" || kind === "blank" ? "μg/L" : "%";
}
