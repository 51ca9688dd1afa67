import { boardTestLabels } from "@tracewater/contract/laboratory/board-test-labels";
import { useLocalized } from "../../../kit/use-localized.ts";

type LabelKey = keyof (typeof boardTestLabels)["en"];

/** The words of board tests in the user's language. */
export function useBoardLabels(): (key: LabelKey) => string {
  const localized = useLocalized();
  const labels = localized(boardTestLabels);
  return (key) => labels[key];
}
