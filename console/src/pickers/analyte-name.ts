import { analyteLabels } from "@tracewater/contract/laboratory/analyte-labels";
import type { AnalyteName } from "@tracewater/contract/laboratory/factors";
import { useNameOf } from "./alarm-labels.tsx";

/** What an analyte is called in the user's language. */
export function useAnalyteName(): (analyte: AnalyteName) => string {
  const nameOf = useNameOf();
  return (analyte) => nameOf(analyteLabels[analyte]);
}
