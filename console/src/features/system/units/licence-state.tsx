import { type Unit, units } from "@tracewater/contract/system/units";
import { State, type Tone } from "../../../kit/state.tsx";
import { useResourceLabels } from "../../../resource/page-resource.ts";

const tones: Readonly<Record<Unit["licence"], Tone>> = { valid: "ok", ends: "warn", none: "critical" };

/** Whether a unit's people may work, and whether that ends soon. */
export function LicenceState({ unit }: { unit: Unit }) {
  const label = useResourceLabels(units);
  return <State tone={tones[unit.licence]} label={label(`licence.${unit.licence}`)} />;
}
