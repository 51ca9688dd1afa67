import { boardTestLabels } from "@tracewater/contract/laboratory/board-test-labels";
import { useTranslation } from "react-i18next";

type LabelKey = keyof (typeof boardTestLabels)["en"];

/** The words of board tests in the user's language. */
export function useBoardLabels(): (key: LabelKey) => string {
  const { i18n } = useTranslation();
  const labels = boardTestLabels[i18n.language.startsWith("zh") ? "zh" : "en"];
  return (key) => labels[key];
}
