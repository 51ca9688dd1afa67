import { analyteWords } from "@tracewater/contract/laboratory/analyte-words";
import type { AnalyteName } from "@tracewater/contract/laboratory/factors";
import { useNameOf } from "./alarm-words.tsx";

/** What an analyte is called in the user's language. */
export function useAnalyteName(): (analyte: AnalyteName) => string {
  const nameOf = useNameOf();
  return (analyte) => nameOf(analyteWords[analyte]);
}
