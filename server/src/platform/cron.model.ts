import { Cron } from "croner";
import { fieldError } from "./app-error.ts";
import { toFiveParts } from "./cron-parts.model.ts";

/**
 * Schedules are written in the five parts of cron (minute, hour, day of the month, month, day of the week), in the
 * server's zone; the six and seven of Quartz are read as what they mean there.
 */
export type Schedule = {
  /** Its five parts. */
  expression: string;
  /** The first firing after a moment; null where there is none. */
  next(after: Date): Date | null;
  /** The next so many. */
  upcoming(after: Date, count: number): Date[];
};

/** Throws a refusal of the field `cronExpression` for what is no schedule, or one that never fires. */
export function readSchedule(expression: string, zone: string): Schedule {
  const five = toFiveParts(expression);
  if ("fault" in five) throw fieldError("cronExpression", five.fault);
  const cron = parse(five.expression, zone);
  if (cron === null) {
    throw fieldError("cronExpression", {
      en: "is not a valid cron expression: five fields are needed, such as 30 2 * * * (02:30 every day), or six that begin with seconds",
      zh: "不是有效的 cron 表达式：需要五段，例如 30 2 * * *（每天 02:30），或以秒开头的六段",
    });
  }
  // Schedules have no year: what never came true never will.
  if (cron.nextRun(new Date(0)) === null) {
    throw fieldError("cronExpression", { en: "never runs", zh: "永远不会执行" });
  }
  return scheduleOf(five.expression, zone);
}

/**
 * A parsed pattern takes 84 kB, most of it a place for each year up to 9999, and every job has a schedule: it is parsed
 * again where a firing is to be found, which is once a firing.
 */
function scheduleOf(expression: string, zone: string): Schedule {
  return {
    expression,
    next: rememberNext((after) => parse(expression, zone)?.nextRun(after) ?? null),
    upcoming: (after, count) => parse(expression, zone)?.nextRuns(count, after) ?? [],
  };
}

/** Until its moment has come the next firing stays what it is: the scheduler asks every two seconds, for every job. */
function rememberNext(find: Schedule["next"]): Schedule["next"] {
  let known: { from: Date; next: Date } | null = null;
  return (after) => {
    if (known !== null && known.from <= after && after < known.next) return new Date(known.next);
    const next = find(after);
    known = next === null ? null : { from: new Date(after), next: new Date(next) };
    return next;
  };
}

function parse(expression: string, zone: string): Cron | null {
  // A moment in ISO form and names such as @daily would pass too; parts alone are taken.
  if (!/^[\d*/,\-A-Za-z#]+(\s+[\d*/,\-A-Za-z#]+){4}$/.test(expression)) return null;
  try {
    return new Cron(expression, { paused: true, timezone: zone, mode: "5-part" });
  } catch {
    return null; // croner says why in English alone; the field is reported what is asked for
  }
}
