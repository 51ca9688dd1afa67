import { ChevronDown, ChevronRight } from "lucide-react";
import { memo, useState } from "react";
import { clockMs } from "../../../../device/command-form/command-labels.ts";
import { useDeviceTexts } from "../../../../device/device-texts.ts";
import { JsonView } from "../../../../device/json-view.tsx";
import type { LogEntry } from "../../../../device/messages/log-entry.ts";
import type { Severity } from "../../../../device/messages/log-summary.ts";
import { formatDay, formatMoment } from "../../../../kit/moment.ts";

/** A line of the log; unfolded, the message as it travelled. */
export const LogRow = memo(function LogRow(props: {
  entry: LogEntry;
  summary: string;
  severity: Severity | null;
}) {
  const { entry, severity } = props;
  const { t } = useDeviceTexts();
  const [open, setOpen] = useState(false);
  const Chevron = open ? ChevronDown : ChevronRight;
  const tone = severity === "alert" || severity === "error" ? severity : entry.kind;
  return (
    <li className={`log-item log-${tone}`}>
      <button type="button" className="log-line" aria-expanded={open} onClick={() => setOpen(!open)}>
        <time
          className="log-time"
          title={`${formatMoment(entry.at)}.${String(entry.at % 1000).padStart(3, "0")}`}
        >
          {isToday(entry.at)
            ? clockMs(entry.at)
            : `${formatDay(entry.at).slice(5)} ${clockMs(entry.at).slice(0, 8)}`}
        </time>
        <span className="log-kind">{t(`log.kind.${tone}`)}</span>
        <span className="log-text" title={props.summary}>
          <span className="visually-hidden">{t(`log.direction.${entry.direction}`)} </span>
          {entry.direction === "down" && entry.kind !== "service" ? <span aria-hidden="true">↓ </span> : null}
          {props.summary}
        </span>
        <Chevron size={14} className="log-chevron" />
      </button>
      {open ? (
        <div className="log-raw">
          <p className="log-topic">{entry.topic}</p>
          <JsonView value={entry.payload} />
        </div>
      ) : null}
    </li>
  );
});

function isToday(at: number): boolean {
  return formatDay(at) === formatDay(Date.now());
}
