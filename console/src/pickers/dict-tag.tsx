import type { ListClass } from "@tracewater/contract/system/dict-data";
import { State, type Tone } from "../kit/state.tsx";
import { useDictionary } from "./use-dictionary.ts";

const tones: Record<Exclude<ListClass, "default">, Tone> = {
  primary: "info",
  success: "ok",
  info: "off",
  warning: "warn",
  danger: "critical",
};

/** A value in the words and the look that its dictionary gives it. */
export function DictTag({ type, value }: { type: string; value: string }) {
  const label = useDictionary(type).find(value);
  if (label === undefined) return <span>{value}</span>;
  return <DictLabelTag label={label.label} look={label.listClass} />;
}

/** The same for a word that is at hand. */
export function DictLabelTag({ label, look }: { label: string; look: ListClass }) {
  if (look === "default") return <span>{label}</span>;
  return <State tone={tones[look]} label={label} />;
}
