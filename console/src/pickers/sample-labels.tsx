import type { CustodyEvent } from "@tracewater/contract/laboratory/custody";
import { deliveryLabels } from "@tracewater/contract/laboratory/delivery-labels";
import type { DeliveryState, SampleCondition } from "@tracewater/contract/laboratory/sample-deliveries";
import { samplingLabels } from "@tracewater/contract/laboratory/sampling-labels";
import type { SamplingState } from "@tracewater/contract/laboratory/samplings";
import { useTranslation } from "react-i18next";
import { State, type Tone } from "../kit/state.tsx";
import { useLocalized } from "../kit/use-localized.ts";

/** The words of samples, as they are declared, in the user's language. */
export function useSampleLabels(): (key: keyof typeof samplingLabels.en) => string {
  const localized = useLocalized();
  const labels = localized(samplingLabels);
  return (key) => labels[key];
}

export function useDeliveryLabels(): (key: keyof typeof deliveryLabels.en) => string {
  const localized = useLocalized();
  const labels = localized(deliveryLabels);
  return (key) => labels[key];
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
  const label = useSampleLabels();
  return <State tone={sampleTones[state]} label={label(`state.${state}`)} variant={variant ?? "plain"} />;
}

const deliveryTones: Record<DeliveryState, Tone> = {
  draft: "off",
  inTransit: "info",
  received: "ok",
  rejected: "major",
};

export function DeliveryStateMark({ state, variant }: { state: DeliveryState; variant?: "plain" | "tag" }) {
  const label = useDeliveryLabels();
  return <State tone={deliveryTones[state]} label={label(`state.${state}`)} variant={variant ?? "plain"} />;
}

export function ConditionMark({ condition }: { condition: SampleCondition }) {
  const label = useDeliveryLabels();
  return <State tone={condition === "ok" ? "ok" : "warn"} label={label(`condition.${condition}`)} />;
}

/** What a custody event found: a condition of a bottle, a decision, or what was said. */
export function useConditionText(): (event: CustodyEvent) => string | null {
  const label = useDeliveryLabels();
  const { t } = useTranslation("pickers");
  return ({ condition, kind, evidence }) => {
    if (condition === null) return null;
    if (evidence !== null)
      return isEvidenceCondition(condition) ? t(`custody.condition.${condition}`) : condition;
    if (kind === "receive" && isDecision(condition)) return label(`decision.${condition}`);
    if (kind === "exception" && isCondition(condition)) return label(`condition.${condition}`);
    return condition;
  };
}

const evidenceConditions = [
  ...([
    "submit",
    "accepted",
    "supplement",
    "refused",
    "start",
    "report",
    "return",
    "close",
    "changed",
  ] as const),
  ...(["clientConfirmed", "institutionConfirmed", "destroyRequested", "sealMismatch", "exported"] as const),
  ...(["photo", "inventoryFound", "inventoryMissing", "inventoryStray", "destroyRefused"] as const),
];

/** A step of an entrustment or a finding of the platform; anything else is what a person wrote. */
function isEvidenceCondition(text: string): text is (typeof evidenceConditions)[number] {
  return evidenceConditions.some((one) => one === text);
}

function isDecision(text: string): text is "accept" | "conditional" | "reject" {
  return text === "accept" || text === "conditional" || text === "reject";
}

function isCondition(text: string): text is SampleCondition {
  return `condition.${text}` in deliveryLabels.en;
}
