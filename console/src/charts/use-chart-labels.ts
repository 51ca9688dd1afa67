import { useMemo } from "react";
import { useMedia } from "../kit/phone.ts";
import { useSettings } from "../kit/settings-store.ts";
import type { ChartLabels } from "./chart-panel.ts";
import { type ChartTokens, readChartTokens } from "./chart-tokens.ts";
import { useChartTranslation } from "./chart-translation.ts";
import { stepText } from "./step-text.ts";

/** The texts of a chart, in the user's language. */
export function useChartLabels(): ChartLabels {
  const t = useChartTranslation();
  return useMemo(
    () => ({
      band: (stepMs) => t("chart.band", { step: stepText(stepMs) }),
      target: (low, high, unit) => t("chart.target", { low, high, unit }),
      alarm: (above, unit) => t("chart.alarm", { above, unit }),
      loq: (loq, unit) => t("chart.loq", { loq, unit }),
      mean: (mean) => t("chart.mean", { mean }),
      values: (count) => t("chart.values", { count }),
    }),
    [t],
  );
}

/** The chart's colours; read again when the theme, its colour or the browser's preference changes. */
export function useChartTokens(): ChartTokens {
  const { theme, appearance } = useSettings();
  const dark = useMedia("(prefers-color-scheme: dark)");
  // biome-ignore lint/correctness/useExhaustiveDependencies: these three decide what the tokens of the document are
  return useMemo(readChartTokens, [theme, appearance, dark]);
}
