import type { PlainAnswer } from "../api/plain-call.ts";
import type { Texts } from "./texts.ts";

/** What is wrong, by field; what belongs to no field is under `form`. */
export type Faults = Readonly<Record<string, string>>;

export function faultsOf(
  answer: Exclude<PlainAnswer, { kind: "ok" }>,
  fields: readonly string[],
  texts: Texts,
): Faults {
  if (answer.kind === "unreachable") return { form: texts.unreachable };
  if (answer.code === 429) {
    return { form: texts.tooMany.replace("{seconds}", String(answer.retryAfter || 60)) };
  }
  const placed = answer.fields.filter(({ field }) => fields.includes(field));
  if (placed.length === 0) return { form: answer.message || texts.unknown };
  return Object.fromEntries(placed.map(({ field, message }) => [field, message]));
}

/** What is left once a field has been typed in again. */
export function without(faults: Faults, field: string): Faults {
  return Object.fromEntries(Object.entries(faults).filter(([name]) => name !== field && name !== "form"));
}
