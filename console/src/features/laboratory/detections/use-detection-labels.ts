import { detectionLabels } from "@tracewater/contract/laboratory/detection-labels";
import { useTranslation } from "react-i18next";

type LabelKey = keyof (typeof detectionLabels)["en"];

/** The words of detections in the user's language. */
export function useDetectionLabels(): (key: LabelKey) => string {
  const { i18n } = useTranslation();
  const labels = detectionLabels[i18n.language.startsWith("zh") ? "zh" : "en"];
  return (key) => labels[key];
}
