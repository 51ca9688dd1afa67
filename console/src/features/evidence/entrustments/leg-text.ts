import type { EvidenceFacts } from "@tracewater/contract/laboratory/custody";
import { useTranslation } from "react-i18next";
import type { Tone } from "../../../kit/state.tsx";

export type Leg = NonNullable<EvidenceFacts["leg"]>;

/** What a leg comes to in words: its temperatures, and whether its custodian kept the limits. */
export function useLegText(): (leg: Leg) => { summary: string; verdict: string; tone: Tone } {
  const { t } = useTranslation("evidence-entrustments");
  return (leg) => {
    const { box, min, max, mean, custodian: who, excursionSeconds, readings } = leg;
    if (readings === 0 || min === null || max === null || mean === null)
      return { summary: "", verdict: t("item.noReadings", { box, who }), tone: "warn" };
    const summary = t("item.curve", { box, min, max, mean });
    const range = rangeOf(leg);
    if (range === null) return { summary, verdict: t("item.noLimits", { who }), tone: "ok" };
    if (excursionSeconds === 0) return { summary, verdict: t("item.inLimits", { range, who }), tone: "ok" };
    return {
      summary,
      verdict: t("item.excursion", { minutes: Math.ceil(excursionSeconds / 60), range, who }),
      tone: "critical",
    };
  };
}

function rangeOf({ low, high }: Leg): string | null {
  if (low !== null && high !== null) return `${low}–${high} °C`;
  if (high !== null) return `≤ ${high} °C`;
  return low === null ? null : `≥ ${low} °C`;
}
