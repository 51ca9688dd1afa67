import { toFiveParts } from "./cron-parts.model.ts";
import type { LocalizedText } from "./localized-text.ts";

/**
 * A schedule in words, both languages. The common shapes get a sentence; whatever else is named part by part, so that
 * the words are never wrong for being short.
 */
export function describeCron(expression: string): LocalizedText {
  const five = toFiveParts(expression);
  const parts = ("expression" in five ? five.expression : expression).split(/\s+/);
  const [minute = "", hour = "", day = "", month = "", weekday = ""] = parts;
  const time = clockOf(minute, hour);
  const every = intervalOf(minute, hour);
  const when = time ?? every;
  if (when === null || month !== "*") return byPart([minute, hour, day, month, weekday]);
  if (day === "*" && weekday === "*") return time === null ? when : daily(time);
  if (weekday !== "*" && day === "*") {
    const days = weekdays(weekday);
    if (days === null) return byPart([minute, hour, day, month, weekday]);
    return { en: `${days.en}, ${when.en}`, zh: `${days.zh}${when.zh}` };
  }
  if (weekday === "*" && /^\d+(,\d+)*$/.test(day)) {
    const list = day.split(",");
    const en = `on day ${list.join(", ")} of each month, ${when.en}`;
    return { en, zh: `每月 ${list.join("、")} 日${when.zh}` };
  }
  return byPart([minute, hour, day, month, weekday]);
}

function daily(time: LocalizedText): LocalizedText {
  return { en: `every day, ${time.en}`, zh: `每天${time.zh}` };
}

/** `30 2,14` is at 02:30 and 14:30. */
function clockOf(minute: string, hour: string): LocalizedText | null {
  if (!/^\d+$/.test(minute) || !/^\d+(,\d+)*$/.test(hour)) return null;
  const times = hour.split(",").map((one) => `${one.padStart(2, "0")}:${minute.padStart(2, "0")}`);
  return { en: `at ${times.join(", ")}`, zh: ` ${times.join("、")}` };
}

function intervalOf(minute: string, hour: string): LocalizedText | null {
  const step = /^(?:\*|0)\/(\d+)$/;
  const minutes = step.exec(minute)?.[1];
  if (hour === "*") {
    if (minute === "*") return { en: "every minute", zh: "每分钟" };
    if (minutes !== undefined && 60 % Number(minutes) === 0)
      return { en: `every ${minutes} minutes`, zh: `每 ${minutes} 分钟` };
    if (minute === "0") return { en: "every hour, on the hour", zh: "每小时整点" };
    if (/^\d+$/.test(minute))
      return { en: `every hour, at minute ${minute}`, zh: `每小时的第 ${minute} 分钟` };
    if (/^\d+(,\d+)+$/.test(minute)) {
      const list = minute.split(",");
      return {
        en: `every hour, at minutes ${list.join(", ")}`,
        zh: `每小时的第 ${list.join("、")} 分钟`,
      };
    }
    return null;
  }
  const hours = step.exec(hour)?.[1];
  if (hours === undefined || 24 % Number(hours) !== 0 || !/^\d+$/.test(minute)) return null;
  if (minute === "0") return { en: `every ${hours} hours, on the hour`, zh: `每 ${hours} 小时整点` };
  return {
    en: `every ${hours} hours, at minute ${minute}`,
    zh: `每 ${hours} 小时的第 ${minute} 分钟`,
  };
}

const dayNames = [
  ["Sundays", "日"],
  ["Mondays", "一"],
  ["Tuesdays", "二"],
  ["Wednesdays", "三"],
  ["Thursdays", "四"],
  ["Fridays", "五"],
  ["Saturdays", "六"],
] as const;
const dayKeys = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];

function weekdays(text: string): LocalizedText | null {
  const days: number[] = [];
  for (const part of text.split(",")) {
    const [from, to = from] = part.split("-").map(toDay);
    if (from === undefined || to === undefined || from < 0 || to < from) return null;
    for (let day = from; day <= to; day++) days.push(day % 7);
  }
  const named = [...new Set(days)].flatMap((day) => dayNames.slice(day, day + 1));
  return {
    en: `on ${named.map(([en]) => en).join(", ")}`,
    zh: `每周${named.map(([, zh]) => zh).join("、")}`,
  };
}

/** 0 to 7 (both ends are Sunday) or a name; -1 for what is neither. */
function toDay(text: string): number {
  return /^[0-7]$/.test(text) ? Number(text) : dayKeys.indexOf(text.slice(0, 3).toLowerCase());
}

const partNames: readonly LocalizedText[] = [
  { en: "minute", zh: "分" },
  { en: "hour", zh: "时" },
  { en: "day", zh: "日" },
  { en: "month", zh: "月" },
  { en: "weekday", zh: "周" },
];

function byPart(parts: readonly string[]): LocalizedText {
  const named = partNames.map((name, at) => ({ name, part: parts[at] ?? "" }));
  const given = named.filter(({ part }) => part !== "*");
  return {
    en: given.map(({ name, part }) => `${name.en} ${part}`).join(", "),
    zh: given.map(({ name, part }) => `${name.zh} ${part}`).join("，"),
  };
}
