/** The calendar of a day input. */
import { localeOf, textIn } from "@tracewater/contract/locales";
import Button from "antd/es/button";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { IconButton } from "../icon-button.tsx";
import { formatDay, formatMoment } from "../moment.ts";
import { addDays, addMonths, type DayPrecision, weeksAround } from "./day-text.ts";

const weekdayWidth = { en: "short", zh: "narrow" } as const;

/** A month to choose a day from, with the arrow keys too; a time that is there already stays. */
export function Calendar(props: {
  value: string;
  precision: DayPrecision;
  onChoose: (value: string) => void;
}) {
  const { t } = useTranslation("kit");
  const name = useDayName();
  const { precision } = props;
  const today = formatDay(Date.now());
  const chosen = props.value.slice(0, 10);
  const [day, setDay] = useState(chosen === "" ? today : chosen);
  const time = props.value.slice(11) || (precision === "second" ? "00:00:00" : "00:00");
  const choose = (of: string) => props.onChoose(precision === "day" ? of : `${of}T${time}`);
  const now = () => formatMoment(Date.now()).replace(" ", "T");
  return (
    <div className="day-calendar">
      <div className="day-head">
        <IconButton label={t("day.previous")} onClick={() => setDay(addMonths(day, -1))}>
          <ChevronLeft />
        </IconButton>
        <strong aria-live="polite">{name({ year: "numeric", month: "long" }, day)}</strong>
        <IconButton label={t("day.next")} onClick={() => setDay(addMonths(day, 1))}>
          <ChevronRight />
        </IconButton>
      </div>
      <MonthGrid day={day} chosen={chosen} today={today} onWalk={setDay} onChoose={choose} />
      <div className="day-foot">
        <Button size="small" type="text" onClick={() => props.onChoose("")}>
          {t("day.clear")}
        </Button>
        <Button
          size="small"
          type="text"
          onClick={() => props.onChoose(precision === "day" ? today : now().slice(0, lengths[precision]))}
        >
          {t(precision === "day" ? "day.today" : "day.now")}
        </Button>
      </div>
    </div>
  );
}

/** The weeks around a day: the keys walk from it, a click chooses. */
function MonthGrid(props: {
  day: string;
  chosen: string;
  today: string;
  onWalk: (day: string) => void;
  onChoose: (day: string) => void;
}) {
  const { day, chosen, today, onWalk, onChoose } = props;
  const { i18n } = useTranslation("kit");
  const name = useDayName();
  const grid = useRef<HTMLTableElement>(null);
  useEffect(() => {
    // The day that the keys walk to is the one that has the focus.
    grid.current?.querySelector<HTMLElement>(`[data-day="${day}"]`)?.focus();
  }, [day]);
  const onKeyDown = (event: KeyboardEvent) => {
    const next = stepOf(event.key, day);
    if (next === null) return;
    event.preventDefault();
    onWalk(next);
  };
  const weeks = weeksAround(day);
  return (
    <table ref={grid} onKeyDown={onKeyDown}>
      <thead>
        <tr>
          {weeks[0]?.map((of) => (
            <th key={of} scope="col" abbr={name({ weekday: "long" }, of)}>
              {name({ weekday: textIn(weekdayWidth, localeOf(i18n.language)) }, of)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]}>
            {week.map((of) => (
              <td key={of}>
                <button
                  type="button"
                  data-day={of}
                  tabIndex={of === day ? 0 : -1}
                  className={classOf(of, { chosen, today, month: day.slice(0, 7) })}
                  aria-label={name({ dateStyle: "full" }, of)}
                  aria-pressed={of === chosen}
                  onClick={() => onChoose(of)}
                >
                  {Number(of.slice(8))}
                </button>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Names a day, or a part of its date, in the user's language. */
function useDayName() {
  const { i18n } = useTranslation("kit");
  return (options: Intl.DateTimeFormatOptions, of: string) =>
    new Intl.DateTimeFormat(i18n.language, { ...options, timeZone: "UTC" }).format(new Date(`${of}T00:00Z`));
}

const lengths = { minute: 16, second: 19 };

function stepOf(key: string, day: string): string | null {
  switch (key) {
    case "ArrowLeft":
      return addDays(day, -1);
    case "ArrowRight":
      return addDays(day, 1);
    case "ArrowUp":
      return addDays(day, -7);
    case "ArrowDown":
      return addDays(day, 7);
    case "PageUp":
      return addMonths(day, -1);
    case "PageDown":
      return addMonths(day, 1);
    default:
      return null;
  }
}

function classOf(of: string, at: { chosen: string; today: string; month: string }): string {
  if (of === at.chosen) return "day-chosen";
  if (of === at.today) return "day-today";
  return of.startsWith(at.month) ? "" : "day-outside";
}
