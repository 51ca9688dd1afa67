import type { CustodyEvent } from "@tracewater/contract/laboratory/custody";
import type { DeliveryState, SampleCondition } from "@tracewater/contract/laboratory/deliveries";
import { deliveryWords } from "@tracewater/contract/laboratory/delivery-words";
import { samplingWords } from "@tracewater/contract/laboratory/sampling-words";
import type { SamplingState } from "@tracewater/contract/laboratory/samplings";
import { useTranslation } from "react-i18next";
import { State, type Tone } from "../kit/state.tsx";

/** The words of samples, as they are declared, in the user's language. */
export function useSampleWords(): (key: keyof typeof samplingWords.en) => string {
  const { i18n } = useTranslation("kit");
  const words = samplingWords[i18n.language === "zh" ? "zh" : "en"];
  return (key) => words[key];
}

export function useDeliveryWords(): (key: keyof typeof deliveryWords.en) => string {
  const { i18n } = useTranslation("kit");
  const words = deliveryWords[i18n.language === "zh" ? "zh" : "en"];
  return (key) => words[key];
}

const sampleTones: Record<SamplingState, Tone> = {
  taken: "info",
  sealed: "info",
  inTransit: "info",
  received: "ok",
  rejected: "major",
  opened: "ok",
  reserve: "off",
  destroyed: "off",
  void: "off",
};

export function SampleStateMark({ state, variant }: { state: SamplingState; variant?: "plain" | "tag" }) {
  const word = useSampleWords();
  return <State tone={sampleTones[state]} label={word(`state.${state}`)} variant={variant ?? "plain"} />;
}

const deliveryTones: Record<DeliveryState, Tone> = {
  draft: "off",
  inTransit: "info",
  received: "ok",
  rejected: "major",
};

export function DeliveryStateMark({ state, variant }: { state: DeliveryState; variant?: "plain" | "tag" }) {
  const word = useDeliveryWords();
  return <State tone={deliveryTones[state]} label={word(`state.${state}`)} variant={variant ?? "plain"} />;
}

export function ConditionMark({ condition }: { condition: SampleCondition }) {
  const word = useDeliveryWords();
  return <State tone={condition === "ok" ? "ok" : "warn"} label={word(`condition.${condition}`)} />;
}

/** What a custody event found: a condition of a bottle, a decision, or what was said. */
export function useConditionText(): (event: CustodyEvent) => string | null {
  const word = useDeliveryWords();
  return ({ condition, kind }) => {
    if (condition === null) return null;
    if (kind === "receive" && isDecision(condition)) return word(`decision.${condition}`);
    if (kind === "exception" && isCondition(condition)) return word(`condition.${condition}`);
    return condition;
  };
}

function isDecision(text: string): text is "accept" | "conditional" | "reject" {
  return text === "accept" || text === "conditional" || text === "reject";
}

function isCondition(text: string): text is SampleCondition {
  return `condition.${text}` in deliveryWords.en;
}
