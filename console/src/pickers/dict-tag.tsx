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

type Variant = "plain" | "tag";

/** A value in the words and the look that its dictionary gives it; as a tag, also one without a look has a mark. */
export function DictTag({
  type,
  value,
  variant = "plain",
}: {
  type: string;
  value: string;
  variant?: Variant;
}) {
  const label = useDictionary(type).find(value);
  if (label === undefined) return <span>{value}</span>;
  return <DictLabelTag label={label.label} look={label.listClass} variant={variant} />;
}

/** The same for a word that is at hand. */
export function DictLabelTag(props: { label: string; look: ListClass; variant?: Variant }) {
  const { label, look, variant = "plain" } = props;
  if (look === "default")
    return variant === "tag" ? <State tone="off" label={label} variant="tag" /> : <span>{label}</span>;
  return <State tone={tones[look]} label={label} variant={variant} />;
}
