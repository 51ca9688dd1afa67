import { alarmRuleLabels } from "@tracewater/contract/fleet/alarm-labels";
import type { Severity } from "@tracewater/contract/fleet/alarm-rules";
import { type FamilyKey, families } from "@tracewater/contract/fleet/families";
import { useEffect, useEffectEvent, useRef } from "react";
import { useLive } from "../api/live.ts";
import { State, type Tone } from "../kit/state.tsx";
import { useLocalized } from "../kit/use-localized.ts";

export const toneOfSeverity: Readonly<Record<Severity, Tone>> = {
  info: "info",
  warning: "warn",
  major: "major",
  critical: "critical",
};

/** The words of alarms and their rules, as they are declared, in the user's language. */
export function useAlarmLabels(): (key: keyof typeof alarmRuleLabels.en) => string {
  const localized = useLocalized();
  const labels = localized(alarmRuleLabels);
  return (key) => labels[key];
}

export function SeverityTag({ severity }: { severity: Severity }) {
  const label = useAlarmLabels();
  return <State tone={toneOfSeverity[severity]} label={label(`severity.${severity}`)} />;
}

/** What a rule or an alarm is called in the user's language. */
export function useNameOf(): (named: { name: string; nameZh: string }) => string {
  const localized = useLocalized();
  return ({ name, nameZh }) => localized({ en: name, zh: nameZh || name });
}

/** The page of a device, at one of its tabs. */
export function devicePlace(
  device: { typeKey: FamilyKey; deviceId: number; deviceName: string },
  tab = "device_info",
): string {
  return `${families[device.typeKey].devicePath}/${device.deviceId}/${tab}/${encodeURIComponent(device.deviceName)}`;
}

const topics = ["alarms"];
const gatherMs = 400;

/** Calls once for a burst of changes of alarms, wherever they are. */
export function useAlarmNews(onNews: () => void): void {
  const emitNews = useEffectEvent(onNews);
  const timer = useRef<number | null>(null);
  useLive(topics, (event) => {
    if (event.type !== "alarm" || timer.current !== null) return;
    timer.current = window.setTimeout(() => {
      timer.current = null;
      emitNews();
    }, gatherMs);
  });
  useEffect(
    () => () => {
      if (timer.current !== null) clearTimeout(timer.current);
      timer.current = null;
    },
    [],
  );
}
