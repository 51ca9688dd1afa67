import { type Bottle, type BottleState, bottles } from "@tracewater/contract/field/bottles";
import { State, type Tone } from "../../../kit/state.tsx";
import { useResourceLabels } from "../../../resource/page-resource.ts";

const tones: Record<BottleState, Tone> = {
  new: "off",
  bound: "info",
  inSampler: "info",
  filled: "ok",
  sealed: "ok",
  inTransit: "info",
  received: "ok",
  opened: "off",
  reserve: "off",
  destroyed: "off",
};

export function BottleStateMark({ state }: { state: BottleState }) {
  const label = useResourceLabels(bottles);
  return <State tone={tones[state]} label={label(`state.${state}`)} />;
}

/** `WS-0417 · 7`, or `E3` for an extra slot; null where it is in none. */
export function placeText({ deviceName, slot }: Pick<Bottle, "deviceName" | "slot">): string | null {
  if (deviceName === null || slot === null) return null;
  return `${deviceName} · ${slot > 24 ? `E${slot - 24}` : slot}`;
}
