import { localeOf } from "@tracewater/contract/locales";
import { dayMinutes } from "@tracewater/wbe/program-day";
import { useTranslation } from "react-i18next";
import { formatDay, formatMinute, formatWeekday } from "../../kit/moment.ts";
import { floor, type Scales, top } from "./program-scales.ts";

/** When a previewed day starts, in the zone that it is read in; a day without it starts at a midnight of no date. */
export type ProgramStart = { at: number; zone?: string };

const minuteMs = 60_000;
/** A day's name has this much room, in pixels. */
const nameWidth = 124;

/** `10:15`, so many minutes after the start. */
export function clockAt(start: ProgramStart | null, minute: number): string {
  if (start !== null) return formatMinute(start.at + minute * minuteMs, start.zone);
  const two = (value: number) => String(value).padStart(2, "0");
  return `${two(Math.floor(minute / 60))}:${two(Math.round(minute % 60))}`;
}

/** `Tue 2026-11-17`, so many minutes after the start. */
export function dayAt(start: ProgramStart, minute: number, language: string): string {
  const at = start.at + minute * minuteMs;
  return `${formatWeekday(at, language, start.zone, "short")} ${formatDay(at, start.zone)}`;
}

/** The clock under the chart, and the days over it, with a line at the midnight between them. */
export function ProgramTimes({ start, scales }: { start: ProgramStart | null; scales: Scales }) {
  const { left, right, x } = scales;
  const hours = right - left > 600 ? 3 : 6;
  const ticks = Array.from({ length: 24 / hours + 1 }, (_, at) => at * hours * 60);
  return (
    <>
      {ticks.map((at) => (
        <text key={at} className="chart-tick" x={x(at)} y={floor + 18} textAnchor="middle">
          {start === null && at === dayMinutes ? "24:00" : clockAt(start, at)}
        </text>
      ))}
      {start === null ? null : <Days start={start} scales={scales} />}
    </>
  );
}

function Days({ start, scales }: { start: ProgramStart; scales: Scales }) {
  const language = localeOf(useTranslation().i18n.language);
  const [hour = 0, minute = 0] = formatMinute(start.at, start.zone).split(":").map(Number);
  const midnight = dayMinutes - (hour * 60 + minute);
  const { left, right } = scales;
  const at = scales.x(midnight);
  const y = top - 16;
  if (midnight === dayMinutes) {
    return (
      <text className="chart-tick" x={(left + right) / 2} y={y} textAnchor="middle">
        {dayAt(start, 0, language)}
      </text>
    );
  }
  return (
    <>
      <line className="plan-midnight" x1={at} x2={at} y1={y - 8} y2={floor} />
      {at - left < nameWidth ? null : (
        <text className="chart-tick" x={at - 6} y={y} textAnchor="end">
          {dayAt(start, 0, language)}
        </text>
      )}
      {right - at < nameWidth ? null : (
        <text className="chart-tick" x={at + 6} y={y}>
          {dayAt(start, dayMinutes, language)}
        </text>
      )}
    </>
  );
}
