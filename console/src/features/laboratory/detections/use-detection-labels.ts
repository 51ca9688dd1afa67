import { detectionLabels } from "@tracewater/contract/laboratory/detection-labels";
import { useLocalized } from "../../../kit/use-localized.ts";

type LabelKey = keyof (typeof detectionLabels)["en"];

/** The words of detections in the user's language. */
export function useDetectionLabels(): (key: LabelKey) => string {
  const localized = useLocalized();
  const labels = localized(detectionLabels);
  return (key) => labels[key];
}
