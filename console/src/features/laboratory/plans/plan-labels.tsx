import type { CommandState } from "@tracewater/contract/fleet/commands";
import { planLabels } from "@tracewater/contract/laboratory/plan-labels";
import type { PlanState, SamplingPlan } from "@tracewater/contract/laboratory/plans";
import { useTranslation } from "react-i18next";
import { State, type StateShape, type Tone } from "../../../kit/state.tsx";
import { useLocalized } from "../../../kit/use-localized.ts";

/** The words of plans, as they are declared, in the user's language. */
export function usePlanLabels(): (key: keyof typeof planLabels.en) => string {
  const localized = useLocalized();
  const words = localized(planLabels);
  return (key) => words[key];
}

const stateTones: Record<PlanState, { tone: Tone; shape?: StateShape }> = {
  draft: { tone: "off", shape: "dash" },
  approved: { tone: "info", shape: "half" },
  notProgrammed: { tone: "warn", shape: "half" },
  running: { tone: "ok" },
  ended: { tone: "off" },
  cancelled: { tone: "off", shape: "square" },
};

export function PlanStateMark({ state, variant }: { state: PlanState; variant?: "plain" | "tag" }) {
  const label = usePlanLabels();
  return <State {...stateTones[state]} label={label(`state.${state}`)} variant={variant ?? "plain"} />;
}

const commandTones: Record<CommandState, { tone: Tone; shape?: StateShape }> = {
  queued: { tone: "info", shape: "ring" },
  sent: { tone: "info", shape: "half" },
  acknowledged: { tone: "info", shape: "half" },
  replied: { tone: "ok" },
  failed: { tone: "critical" },
  timedOut: { tone: "major" },
  expired: { tone: "warn" },
  cancelled: { tone: "off" },
};

/** How far the sampler has the program of a plan. */
export function ProgrammedMark({ plan }: { plan: Pick<SamplingPlan, "programmed" | "deviceId"> }) {
  const { t } = useTranslation("laboratory-plans");
  if (plan.deviceId === null) return <>—</>;
  const { programmed } = plan;
  if (programmed === null) return <State tone="off" shape="dash" label={t("programmed.not")} />;
  if (programmed.state === null) return <State tone="off" label={t("programmed.gone")} />;
  return <State {...commandTones[programmed.state]} label={t(`programmed.${programmed.state}`)} />;
}
