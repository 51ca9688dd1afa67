import { severity } from "@tracewater/contract/fleet/alarm-rules";
import { countAlarms } from "@tracewater/contract/fleet/alarms";
import { useTranslation } from "react-i18next";
import { invalidate, useApi } from "../../../api/use-api.ts";
import { StateMark } from "../../../kit/state.tsx";
import { toneOfSeverity, useAlarmLabels, useAlarmNews } from "../../../pickers/alarm-labels.tsx";
import type { AlarmFilters } from "./alarm-search.tsx";

const gravestFirst = [...severity.options].reverse();

/** How many are open of each severity; each is a filter. */
export function SeverityCounts(props: {
  chosen: AlarmFilters;
  onChoose: (values: Partial<AlarmFilters>) => void;
}) {
  const { t } = useTranslation("fleet-alarms");
  const label = useAlarmLabels();
  const counts = useApi(countAlarms, {}, { everyMs: 60_000, silent: true });
  useAlarmNews(() => void invalidate(countAlarms));
  const open = counts.data?.data.open;
  return (
    <div className="alarm-counts">
      {gravestFirst.map((one) => {
        const isOn = props.chosen.severity === one && props.chosen.state === "open";
        return (
          <button
            key={one}
            type="button"
            className="alarm-count"
            aria-pressed={isOn}
            onClick={() =>
              props.onChoose(isOn ? { severity: "", state: "" } : { severity: one, state: "open" })
            }
          >
            <StateMark tone={toneOfSeverity[one]} size={12} />
            <span>{label(`severity.${one}`)}</span>
            <strong className="num">{open === undefined ? "–" : open[one]}</strong>
          </button>
        );
      })}
      <span className="alarm-counts-hint">{t("counts.hint")}</span>
    </div>
  );
}
