import type { ControlOutcome, DetectionState } from "@tracewater/contract/laboratory/detections";
import { State, type Tone } from "../../../kit/state.tsx";
import { useDetectionLabels } from "./use-detection-labels.ts";

const stateTones: Readonly<Record<DetectionState, Tone>> = {
  ready: "info",
  withheld: "warn",
  released: "major",
  rejected: "off",
  applied: "ok",
};
const controlTones: Readonly<Record<ControlOutcome, Tone>> = {
  passed: "ok",
  failed: "critical",
  notRun: "off",
};

export function DetectionStateMark({ state, isTag = false }: { state: DetectionState; isTag?: boolean }) {
  const label = useDetectionLabels();
  return <State tone={stateTones[state]} label={label(`state.${state}`)} variant={isTag ? "tag" : "plain"} />;
}

export function ControlMark({ outcome }: { outcome: ControlOutcome }) {
  const label = useDetectionLabels();
  return <State tone={controlTones[outcome]} label={label(`qc.${outcome}`)} />;
}
