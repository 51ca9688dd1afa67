import { alarmRules } from "@tracewater/contract/fleet/alarm-rules";
import { type FormValues, toBody, toFormValues } from "../../../resource/form-values.ts";

/** The body of the form; what is not asked has its fallback. */
export function toRuleBody(values: FormValues): Record<string, unknown> {
  const fallbacks = toFormValues(alarmRules, null);
  const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
  return toBody(alarmRules, { ...fallbacks, ...given });
}
