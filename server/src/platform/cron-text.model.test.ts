import { expect, test } from "vitest";
import { describeCron } from "./cron-text.model.ts";

test.each([
  ["* * * * *", "every minute", "每分钟"],
  ["*/15 * * * *", "every 15 minutes", "每 15 分钟"],
  ["7 * * * *", "every hour, at minute 7", "每小时的第 7 分钟"],
  ["5,35 * * * *", "every hour, at minutes 5, 35", "每小时的第 5、35 分钟"],
  ["5 */6 * * *", "every 6 hours, at minute 5", "每 6 小时的第 5 分钟"],
  ["0 * * * *", "every hour, on the hour", "每小时整点"],
  ["0 */6 * * *", "every 6 hours, on the hour", "每 6 小时整点"],
  ["30 2 * * *", "every day, at 02:30", "每天 02:30"],
  ["0 8,20 * * *", "every day, at 08:00, 20:00", "每天 08:00、20:00"],
  [
    "0 9 * * 1-5",
    "on Mondays, Tuesdays, Wednesdays, Thursdays, Fridays, at 09:00",
    "每周一、二、三、四、五 09:00",
  ],
  ["0 9 * * 0,7", "on Sundays, at 09:00", "每周日 09:00"],
  ["0 9 * * fri", "on Fridays, at 09:00", "每周五 09:00"],
  ["0 6 1,15 * *", "on day 1, 15 of each month, at 06:00", "每月 1、15 日 06:00"],
  // 7 does not divide 60: the hour's last step is a short one, so no sentence would be true.
  ["*/7 * * * *", "minute */7", "分 */7"],
  ["0 0 1 1 *", "minute 0, hour 0, day 1, month 1", "分 0，时 0，日 1，月 1"],
  ["0 0 1 * 1", "minute 0, hour 0, day 1, weekday 1", "分 0，时 0，日 1，周 1"],
])("%s is %s", (cron, en, zh) => expect(describeCron(cron)).toEqual({ en, zh }));
