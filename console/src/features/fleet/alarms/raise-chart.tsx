import type { Alarm } from "@tracewater/contract/fleet/alarms";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { SeriesChart } from "../../../charts/series-chart.tsx";
import { usePanels } from "../../../charts/use-panels.ts";
import { useModelLabels } from "./model-labels.ts";

const marginMs = 30 * 60_000;
const maxMs = 7 * 86_400_000;

/** The values before, at and after the raise, with the threshold as the limit that it is. */
export function RaiseChart({ alarm }: { alarm: Alarm & { deviceId: number } }) {
  const { t } = useTranslation("fleet-alarms");
  const words = useModelLabels(alarm.typeKey);
  const { identifier, threshold } = alarm;
  const long = Math.max(marginMs, (alarm.raisedAt - alarm.beganAt) * 2);
  const begin = alarm.beganAt - long;
  const until = (alarm.clearedAt ?? Math.max(alarm.lastAt, alarm.raisedAt)) + long;
  const end = Math.min(until, begin + maxMs);
  const title = words.propertyName(identifier);
  const unit = words.unitOf(identifier);
  const isBelow = alarm.operator === "lt" || alarm.operator === "le";
  const properties = useMemo(() => {
    const limits =
      threshold === null ? undefined : isBelow ? { criticalBelow: threshold } : { criticalAbove: threshold };
    return [{ identifier, title, unit, digits: undefined, limits }];
  }, [identifier, title, unit, threshold, isBelow]);
  const fetched = usePanels({ deviceId: alarm.deviceId, properties, begin, end, isLive: false });
  return (
    <figure className="raise-chart">
      <SeriesChart fetched={fetched} panelHeight={140} plain />
      <figcaption>
        {title}
        {unit === "" ? null : ` (${unit})`}
        {threshold === null ? null : (
          <span className="raise-limit">
            {" "}
            — {t("chart.threshold")} {words.valueText(identifier, threshold)}
          </span>
        )}
      </figcaption>
    </figure>
  );
}
