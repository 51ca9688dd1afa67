import type { OpenAlarm } from "@tracewater/contract/operations/situation";
import { useTranslation } from "react-i18next";
import { useNameOf } from "../../../../pickers/alarm-labels.tsx";
import { AlarmTime } from "./machines.tsx";
import { SeverityMark } from "./marks.tsx";

const maxShown = 3;

/** Alarms that have just come, over the map; read out, and gone again as rows of the list. */
export function NewAlarms({ alarms }: { alarms: readonly OpenAlarm[] }) {
  const { t } = useTranslation("operations-situation");
  const nameOf = useNameOf();
  return (
    <div className="wall-new" role="status" aria-label={t("wall.newAlarms")}>
      {alarms.slice(0, maxShown).map((alarm) => (
        <article key={alarm.alarmId} className={`wall-card-alarm wall-alarm-${alarm.severity}`}>
          <SeverityMark severity={alarm.severity} />
          <strong>{nameOf(alarm)}</strong>
          <AlarmTime at={alarm.raisedAt} />
          <span>
            {[alarm.pointName, alarm.nickname || alarm.deviceName].filter((part) => part !== null).join(", ")}
          </span>
        </article>
      ))}
    </div>
  );
}
