import { type Unit, units } from "@tracewater/contract/system/units";
import { State, type Tone } from "../../../kit/state.tsx";
import { useResourceWords } from "../../../resource/page-resource.ts";

const tones: Readonly<Record<Unit["licence"], Tone>> = { valid: "ok", ends: "warn", none: "critical" };

/** Whether a unit's people may work, and whether that ends soon. */
export function LicenceState({ unit }: { unit: Unit }) {
  const word = useResourceWords(units);
  return <State tone={tones[unit.licence]} label={word(`licence.${unit.licence}`)} />;
}
