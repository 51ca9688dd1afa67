import type { Alarm } from "@tracewater/contract/fleet/alarms";
import { useTranslation } from "react-i18next";
import { useAlarmWords } from "../../../pickers/alarm-words.tsx";
import { useModelWords } from "./model-words.ts";

/** What was looked at and what it was: "Box temperature 9.4 °C, above 8 °C". */
export function Cause({ alarm }: { alarm: Alarm }) {
  const { t } = useTranslation("fleet-alarms");
  const word = useAlarmWords();
  const model = useModelWords(alarm.typeKey);
  if (alarm.source === "silent" || alarm.source === "offline") {
    return <>{t(`cause.${alarm.source}`, { minutes: Math.round((alarm.threshold ?? 0) / 60) })}</>;
  }
  if (alarm.source === "upkeep") return <>{t("cause.upkeep")}</>;
  if (alarm.source === "bottlePair") return <>{t("cause.bottlePair", { code: alarm.identifier })}</>;
  if (alarm.source === "assayLimit") {
    const { identifier: code, value, threshold } = alarm;
    return <>{t("cause.assayLimit", { code, value: String(value ?? ""), limit: String(threshold ?? "") })}</>;
  }
  if (alarm.source === "event") return <>{t("cause.event", { name: model.eventName(alarm.identifier) })}</>;
  const value = model.valueText(alarm.identifier, alarm.value);
  const threshold = model.valueText(alarm.identifier, alarm.threshold);
  return (
    <>
      {model.propertyName(alarm.identifier)} <strong className="num">{value}</strong>
      {model.isState(alarm.identifier)
        ? null
        : `${t("comma")}${word(`operator.${alarm.operator}`)} ${threshold}`}
    </>
  );
}
