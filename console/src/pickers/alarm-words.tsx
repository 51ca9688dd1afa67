import type { Severity } from "@tracewater/contract/fleet/alarm-rules";
import { alarmRuleWords } from "@tracewater/contract/fleet/alarm-words";
import type { FamilyKey } from "@tracewater/contract/fleet/families";
import { useEffect, useEffectEvent, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useLive } from "../api/live.ts";
import { State, type Tone } from "../kit/state.tsx";

export const toneOfSeverity: Readonly<Record<Severity, Tone>> = {
  info: "info",
  warning: "warn",
  major: "major",
  critical: "critical",
};

/** The words of alarms and their rules, as they are declared, in the user's language. */
export function useAlarmWords(): (key: keyof typeof alarmRuleWords.en) => string {
  const { i18n } = useTranslation("kit");
  const words = alarmRuleWords[i18n.language === "zh" ? "zh" : "en"];
  return (key) => words[key];
}

export function SeverityTag({ severity }: { severity: Severity }) {
  const word = useAlarmWords();
  return <State tone={toneOfSeverity[severity]} label={word(`severity.${severity}`)} />;
}

/** What a rule or an alarm is called in the user's language. */
export function useNameOf(): (named: { name: string; nameZh: string }) => string {
  const { i18n } = useTranslation("kit");
  return ({ name, nameZh }) => (i18n.language === "zh" && nameZh !== "" ? nameZh : name);
}

const stems: Readonly<Record<FamilyKey, string>> = {
  waterSample: "/device",
  liquidExtract: "/liquidExtract",
  handFastDetector: "/handFastDetector",
  evidenceBox: "/evidencebox",
  mass: "/mass",
};

/** The page of a device, at one of its tabs. */
export function devicePlace(
  device: { typeKey: FamilyKey; deviceId: number; deviceName: string },
  tab = "device_info",
): string {
  return `${stems[device.typeKey]}/admin/${device.deviceId}/${tab}/${encodeURIComponent(device.deviceName)}`;
}

const topics = ["alarms"];
const gatherMs = 400;

/** Calls once for a burst of changes of alarms, wherever they are. */
export function useAlarmNews(onNews: () => void): void {
  const tell = useEffectEvent(onNews);
  const timer = useRef<number | null>(null);
  useLive(topics, (event) => {
    if (event.type !== "alarm" || timer.current !== null) return;
    timer.current = window.setTimeout(() => {
      timer.current = null;
      tell();
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
