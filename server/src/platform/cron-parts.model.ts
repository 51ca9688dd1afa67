import type { LocalizedText } from "./localized-text.ts";

/** The last value of each part: minute, hour, day of the month, month, day of the week. */
const lasts = [59, 23, 31, 12, 6] as const;
const weekday = 4;

export type FiveParts = { expression: string } | { fault: LocalizedText };

/**
 * A schedule in the five parts of cron. The six and seven of Quartz, which clients of the family write, begin with
 * seconds, count the days of the week from 1 (Sunday), write `?` for a part that says nothing and may end with a year.
 */
export function toFiveParts(expression: string): FiveParts {
  const parts = expression.trim().split(/\s+/);
  if (parts.length !== 6 && parts.length !== 7) return { expression: expression.trim() };
  const [second = "", ...rest] = parts;
  if (!/^0+$/.test(second)) return { fault: wholeMinutes };
  const [year] = rest.splice(5);
  if (year !== undefined && year !== "*" && year !== "?") return { fault: everyYear };
  const read = rest.map((part, at) => toPart(part.toUpperCase(), at));
  return { expression: read.join(" ") };
}

function toPart(part: string, at: number): string {
  if (part === "?") return "*";
  return part
    .split(",")
    .map((one) => {
      const [range = "", step] = one.split("/");
      const counted = at === weekday ? fromSunday(range) : range;
      if (step === undefined) return counted;
      // From a value on, up to the last one.
      return /^\d+$/.test(counted) ? `${counted}-${lasts[at]}/${step}` : `${counted}/${step}`;
    })
    .join(",");
}

/** `2-6` is Monday to Friday there and `1-5` here; the number behind `#` counts weeks. */
function fromSunday(range: string): string {
  const [days = "", week] = range.split("#");
  const read = days.replace(/\d+/g, (day) => String(Number(day) - 1));
  return week === undefined ? read : `${read}#${week}`;
}

const wholeMinutes = {
  en: "has seconds other than 0: schedules run on whole minutes, so begin with 0",
  zh: "秒须为 0：任务按整分钟执行",
};
const everyYear = {
  en: "is limited to certain years: leave the seventh field out or write *",
  zh: "不能限定年份：请省略第七段或写 *",
};
