import { assayLabels } from "@tracewater/contract/laboratory/assay-labels";
import { useResourceLabels } from "../resource/page-resource.ts";

/** The labels of assay results, in the language that is shown. */
export function useAssayLabels(): (key: string) => string {
  return useResourceLabels({ labels: assayLabels });
}
