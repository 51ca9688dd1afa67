import type { PlatformAlarmSource } from "@tracewater/contract/fleet/alarm-sources";
import type { Alarm } from "@tracewater/contract/fleet/alarms";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { useAlarmLabels } from "../../../pickers/alarm-labels.tsx";
import { useModelLabels } from "./model-labels.ts";

/** What an alarm says that no rule raised. */
function platformCause(source: PlatformAlarmSource, alarm: Alarm, t: TFunction<"fleet-alarms">): string {
  const { identifier: code, value, threshold } = alarm;
  switch (source) {
    case "upkeep":
      return t("cause.upkeep");
    case "bottlePair":
      return t("cause.bottlePair", { code });
    case "undertakingOverdue":
      return t("cause.undertakingOverdue", { code });
    case "displaySilent":
      return t("cause.displaySilent", { name: code });
    case "boardControlFailed":
      return t("cause.boardControlFailed");
    case "boardControlOverdue":
      return t("cause.boardControlOverdue");
    case "assayLimit":
      return t("cause.assayLimit", { code, value: String(value ?? ""), limit: String(threshold ?? "") });
  }
}

/** What was looked at and what it was: "Box temperature 9.4 °C, above 8 °C". */
export function Cause({ alarm }: { alarm: Alarm }) {
  const { t } = useTranslation("fleet-alarms");
  const label = useAlarmLabels();
  const model = useModelLabels(alarm.typeKey);
  const { source } = alarm;
  if (source === "silent" || source === "offline") {
    return <>{t(`cause.${source}`, { minutes: Math.round((alarm.threshold ?? 0) / 60) })}</>;
  }
  if (source === "event") return <>{t("cause.event", { name: model.eventName(alarm.identifier) })}</>;
  if (source !== "property") return <>{platformCause(source, alarm, t)}</>;
  const value = model.valueText(alarm.identifier, alarm.value);
  const threshold = model.valueText(alarm.identifier, alarm.threshold);
  return (
    <>
      {model.propertyName(alarm.identifier)} <strong className="num">{value}</strong>
      {model.isState(alarm.identifier)
        ? null
        : `${t("comma")}${label(`operator.${alarm.operator}`)} ${threshold}`}
    </>
  );
}
