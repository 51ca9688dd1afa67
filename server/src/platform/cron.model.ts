import { Cron } from "croner";
import { badField } from "./failure.ts";

/**
 * Schedules are written in the five parts of cron (minute, hour, day of the month, month, day of the week), in the
 * server's zone. The six parts of Quartz are refused rather than guessed at: its Sunday is 1, cron's is 0.
 */
export type Schedule = {
  /** The first firing after a moment; null where there is none. */
  next(after: Date): Date | null;
  /** The next so many. */
  upcoming(after: Date, count: number): Date[];
};

/** Throws a refusal of the field `cronExpression` for what is no schedule, or one that never fires. */
export function readSchedule(expression: string, zone: string): Schedule {
  const cron = parse(expression.trim(), zone);
  if (cron === null) {
    throw badField("cronExpression", {
      en: "is no schedule: five parts are needed, such as 30 2 * * * (02:30 every day)",
      zh: "不是有效的 cron 表达式：需要五段，例如 30 2 * * *（每天 02:30）",
    });
  }
  // Schedules have no year: what never came true never will.
  if (cron.nextRun(new Date(0)) === null) {
    throw badField("cronExpression", { en: "never comes true", zh: "永远不会触发" });
  }
  return {
    next: (after) => cron.nextRun(after),
    upcoming: (after, count) => cron.nextRuns(count, after),
  };
}

function parse(expression: string, zone: string): Cron | null {
  // A moment in ISO form and names such as @daily would pass too; parts alone are taken.
  if (!/^[\d*/,\-A-Za-z#]+(\s+[\d*/,\-A-Za-z#]+){4}$/.test(expression)) return null;
  try {
    return new Cron(expression, { paused: true, timezone: zone, mode: "5-part" });
  } catch {
    return null; // croner says why in English alone; the field is told what is asked for
  }
}
