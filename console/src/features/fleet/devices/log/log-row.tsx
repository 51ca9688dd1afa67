import { ChevronDown, ChevronRight } from "lucide-react";
import { memo, useState } from "react";
import { formatDay, formatMoment } from "../../../../kit/moment.ts";
import { clockMs } from "../commands/command-words.ts";
import { JsonView } from "../model/json-view.tsx";
import { useWords } from "../model/words.ts";
import type { LogEntry } from "./log-entry.ts";
import type { Severity } from "./log-summary.ts";

/** A line of the log; unfolded, the message as it travelled. */
export const LogRow = memo(function LogRow(props: {
  entry: LogEntry;
  summary: string;
  severity: Severity | null;
}) {
  const { entry, severity } = props;
  const { t } = useWords();
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
